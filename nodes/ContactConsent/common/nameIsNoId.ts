import { trimmed } from '../lib/text';

/** A space in it, or no digit: so people write names. An address may be an ID. */
const isLikeName = (id: string): boolean => !id.includes('@') && (/\s/.test(trimmed(id)) || !/\d/.test(id));

/** Advice for an ID that the service does not know and that looks like a name, with a space in front; else empty. */
export const nameIsNoId = (id: string): string =>
	isLikeName(id)
		? " A name is no ID: 'From List' searches the people of recent uploads by name, and the example 'Find a person' finds contacts."
		: '';
