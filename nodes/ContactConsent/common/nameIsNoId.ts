import { trimmed } from '../lib/text';

/** A space in it, or no digit: so people write names. An address may be an ID. */
const isLikeName = (id: string): boolean => !id.includes('@') && (/\s/.test(trimmed(id)) || !/\d/.test(id));

/** Where people find the ID for a name, by what the record is called. */
const FINDERS: Readonly<Record<string, string>> = {
	contact:
		": 'From List' searches the people of recent uploads by name, and the example 'Find a person' finds contacts.",
	employee: ": in the operation 'Get', 'From List' searches the people of recent uploads by name.",
};

/**
 * Advice for an ID that the service does not know and that looks like a name, with a space in front; else empty.
 *
 * @param noun what the record is called
 */
export const nameIsNoId = (noun: string, id: string): string =>
	isLikeName(id) ? ` A name is no ID${FINDERS[noun] ?? '.'}` : '';
