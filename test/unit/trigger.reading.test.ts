/** The clock of the service, and the starts that a poll's first answer sets. */
import { noteAnswer, type EventReader } from '../../nodes/ContactConsent/trigger/reading';
import { sentence } from '../support/sentences';
import { HOUR, MINUTE, NOW, running, settingsOf } from '../support/trigger-parts';

/** NOW. The clock of n8n is an hour ahead. */
const HEADER = 'Sun, 01 Mar 2026 12:00:00 GMT';

interface Begun {
	/** 'Begin With' when the trigger began. */
	beginWith: string;
	/** How long ago that was. */
	age?: number;
	/** The starts in the state. */
	starts?: Record<string, number>;
	/** True if n8n has stored this state. */
	isStored?: boolean;
}

const readerOf = ({ beginWith, age = 0, starts = {}, isStored = false }: Begun) =>
	({
		age,
		isStored,
		starts,
		now: () => NOW + HOUR,
		settings: settingsOf({ kinds: ['update', 'confirm'] }),
		state: running({ starts, begun: { with: beginWith, at: 0, parameters: '' } }),
	}) as EventReader;

it.each<[string, Begun, Record<'update' | 'confirm', number>]>([
	['is the present', { beginWith: 'unreceived' }, { update: NOW, confirm: NOW }],
	[
		'is a minute earlier for new events only, because clocks differ',
		{ beginWith: 'now' },
		{ update: NOW - MINUTE, confirm: NOW - MINUTE },
	],
	[
		'is when the trigger began, if the first polls failed',
		{ beginWith: 'unreceived', age: 5 * MINUTE, isStored: true },
		{ update: NOW - 5 * MINUTE, confirm: NOW - 5 * MINUTE },
	],
	[
		'is the present for a kind that was chosen later',
		{ beginWith: 'now', starts: { update: NOW - HOUR }, isStored: true },
		{ update: NOW - HOUR, confirm: NOW },
	],
	[
		'stays if n8n has stored it, although the clock was put back',
		{ beginWith: 'unreceived', starts: { update: NOW + HOUR, confirm: NOW - HOUR }, isStored: true },
		{ update: NOW + HOUR, confirm: NOW - HOUR },
	],
	[
		'goes back with the clock if n8n has not stored it',
		{ beginWith: 'unreceived', starts: { update: NOW + HOUR, confirm: NOW - HOUR } },
		{ update: NOW, confirm: NOW - HOUR },
	],
	[
		'is the chosen date, even in the future',
		{ beginWith: 'date', starts: { update: NOW + HOUR, confirm: NOW + HOUR } },
		{ update: NOW + HOUR, confirm: NOW + HOUR },
	],
])('the start of a kind %s', (_, begun, expected) => {
	const reader = readerOf(begun);
	expect(noteAnswer(reader, HEADER)).toBe(NOW);
	expect(reader.starts).toEqual(expected);
});

/** The service sends no `Date`. n8n's clock says NOW. */
it.each<[string, Begun & { taken?: number }, number]>([
	['moves back to a minute before the present if it is in the future', { beginWith: 'now' }, NOW - MINUTE],
	['moves back with what nobody has received', { beginWith: 'unreceived' }, NOW - MINUTE],
	['stays with a chosen date', { beginWith: 'date' }, NOW + HOUR],
	['stays if an event behind it was taken', { beginWith: 'now', taken: NOW + 2 * HOUR }, NOW + HOUR],
	['moves back if only an older event was taken', { beginWith: 'now', taken: NOW - HOUR }, NOW - MINUTE],
])("a start by n8n's clock %s", (_, { taken, ...begun }, expected) => {
	const starts = { update: NOW + HOUR, confirm: NOW - HOUR };
	const reader = readerOf({ ...begun, starts, isStored: true });
	const said: string[] = [];
	Object.assign(reader, { now: () => NOW, log: (...words: string[]) => said.push(words.join(' ')) });
	if (taken !== undefined) reader.state.taken = new Map([['key', taken]]);
	noteAnswer(reader, undefined);
	expect(reader.starts).toEqual({ update: expected, confirm: NOW - HOUR });
	expect(said).toEqual(
		expected > NOW ? [] : [`warn ${sentence('startMovedBack')} ${new Date(expected).toISOString()}`],
	);
});

it.each([
	['the Date header', HEADER, NOW],
	["n8n's clock without one", undefined, NOW + HOUR],
	["n8n's clock if it cannot be read", 'soon', NOW + HOUR],
])("the service's clock is %s", (_, header, expected) => {
	expect(noteAnswer(readerOf({ beginWith: 'now' }), header)).toBe(expected);
});
