/* eslint-disable */
/** The consent log's own code over random histories: what it answers for a day is what the events say. */
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';

interface Consent {
	type?: string;
	granted?: boolean;
	granted_at?: string;
}

interface Event {
	event_id: string;
	event_time: string;
	type: string;
	contact_id: string;
	contact?: { documentation?: { consents?: Consent[] | null } };
}

interface Answer {
	contact_id: string;
	consent_type: string;
	state: string;
	since: string;
	event_id: string;
	proof: string;
}

const HISTORIES = process.env.THOROUGH ? 20_000 : 1_000;

const rowsOfTheEvents = codeNode('consent-log', 'Rows of the Events');
const onlyNewRows = codeNode('consent-log', 'Only New Rows');
const asOfTheDay = codeNode('consent-log-as-of-a-day', 'As of the Day');

/** What an execution of the log does, and where n8n was killed: after so many of its rows. */
function execute(table: Json[], events: Event[], rowsBeforeTheKill = Infinity): void {
	const rows = rowsOfTheEvents(events as unknown as Json[]);
	if (rows.length === 0) return;
	const oldest = String(rows[0]?.event_time);
	const there = table.filter(({ event_time }) => String(event_time) >= oldest);
	const added = onlyNewRows(there.length > 0 ? there : [{}], { items: { 'Rows of the Events': rows } });
	const consents = added.filter(({ state }) => state !== 'document');
	const documents = added
		.filter(({ state }) => state === 'document')
		.map((row) => ({ ...row, proof: `${String(row.event_id)}.pdf` }));
	table.push(...[...consents, ...documents].slice(0, rowsBeforeTheKill));
}

const asOf = (table: Json[], contact_id: string, day: string) => {
	const rows = table.filter((row) => contact_id === '' || row.contact_id === contact_id);
	return asOfTheDay(rows.length > 0 ? rows : [{}], {
		items: { Question: [{ contact_id, day }] },
	}) as unknown as Answer[];
};

const TYPES = ['newsletter', 'phone', '__proto__', 'constructor', ' ', '', undefined];
const PEOPLE = ['a', 'A', 'a ', '__proto__'];
const oneOf = <T>(list: readonly T[], chance: () => number) => list[Math.floor(chance() * list.length)] as T;

const QUARTER_MS = 15 * 60_000;

/** Around midnights of March 2026, where days are easy to get wrong, or a millisecond before, and often the same; on the 29th the clocks go forward. */
const momentOf = (chance: () => number) =>
	Date.UTC(2026, 2, 26 + Math.floor(chance() * 6)) +
	Math.floor((chance() - 0.5) * 16) * QUARTER_MS -
	(chance() < 0.2 ? 1 : 0);

function historyOf(chance: () => number): Event[] {
	const consents = () =>
		Array.from({ length: Math.floor(chance() * 4) }, () => ({
			type: oneOf(TYPES, chance),
			...(chance() < 0.9 && { granted: chance() < 0.5 }),
			...(chance() < 0.8 && { granted_at: new Date(momentOf(chance)).toISOString() }),
		}));
	const history = Array.from({ length: Math.floor(chance() * 14) }, (_, index) => {
		const type = oneOf(['update', 'confirm', 'documentation'], chance);
		const documentation = oneOf([{ consents: consents() }, { consents: null }, undefined], chance);
		return {
			// The order of the ids is not that of the events.
			event_id: `${Math.floor(chance() * 1_000)}-${index}`,
			event_time: new Date(momentOf(chance)).toISOString().replace('.000Z', chance() < 0.5 ? 'Z' : '.000Z'),
			type,
			contact_id: oneOf(PEOPLE, chance),
			...(type !== 'documentation' && chance() < 0.9 && { contact: { documentation } }),
		};
	});
	// A service may name a document after the change that it proves.
	const changes = history.filter(({ contact }) => contact !== undefined && chance() < 0.2);
	const documents = changes.map(({ event_id, event_time, contact_id }) => ({
		...{ event_id, event_time, contact_id, type: 'documentation' },
	}));
	return [...history, ...documents];
}

/** An oracle of its own: walks through the events in order of time and overwrites what holds. */
function heldAtTheEndOf(day: string, contact_id: string, history: Event[]) {
	// Berlin: one hour before UTC, two from 29 March 2026 on.
	const end = Date.parse(`${day}T24:00:00${day >= '2026-03-29' ? '+02:00' : '+01:00'}`);
	const own = history
		.filter((event) => event.contact_id === contact_id)
		.map((event) => ({ ...event, at: Date.parse(event.event_time) }))
		.sort((a, b) => a.at - b.at || (a.event_id < b.event_id ? -1 : 1));
	const telling = own.filter(({ type, contact }) => type !== 'documentation' && contact);
	const index = telling.findLastIndex(({ at }) => at < end);
	const [event, next] = telling.slice(index, index + 2);
	if (index < 0 || !event) return undefined;

	const consents = [...(event.contact?.documentation?.consents ?? [])];
	const timeOf = ({ granted_at }: Consent) => (granted_at === undefined ? 0 : Date.parse(granted_at));
	const states: Record<string, string> = {};
	for (const { type = '', granted, granted_at = '' } of consents.sort((a, b) => timeOf(a) - timeOf(b)))
		states[`type ${type}`] = `${granted === true ? 'granted' : 'withdrawn'} ${granted_at}`;
	const proof = own.find(
		({ type, at }) => type === 'documentation' && at >= event.at && at < (next?.at ?? Infinity),
	);
	return { event_id: event.event_id, states, proof: proof ? `${proof.event_id}.pdf` : '' };
}

const shuffled = <T>(list: T[], chance: () => number): T[] =>
	list
		.map((value) => ({ value, rank: chance() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ value }) => value);

test(`${HISTORIES} histories: late, repeated and lost events; as of any day it is what the events say`, () => {
	const chance = randomFrom(34);
	let compared = 0;
	for (let count = 0; count < HISTORIES; count++) {
		const history = historyOf(chance);
		const table: Json[] = [];
		const arriving = shuffled([...history, ...history.filter(() => chance() < 0.3)], chance);
		while (arriving.length > 0) {
			const batch = arriving.splice(0, 1 + Math.floor(chance() * 5));
			execute(table, batch, chance() < 0.3 ? Math.floor(chance() * 4) : Infinity);
		}
		// What a kill lost comes back with the history; where two executions overlap, rows are there twice.
		execute(table, history);
		if (chance() < 0.3) table.push(...shuffled(table, chance).slice(0, 3));
		for (const contact_id of PEOPLE) {
			const day = `2026-03-${26 + Math.floor(chance() * 6)}`;
			const held = heldAtTheEndOf(day, contact_id, history);
			const answers = asOf(table, contact_id, day);
			compared++;
			if (!held) {
				expect(answers).toMatchObject([{ contact_id, state: 'unknown' }]);
				continue;
			}
			const entries = answers.filter(({ state }) => state !== 'none');
			const states = entries.map(({ consent_type, state, since }) => [
				`type ${consent_type}`,
				`${state} ${since}`,
			]);
			expect(states).toHaveLength(Object.keys(held.states).length);
			expect(Object.fromEntries(states)).toEqual(held.states);
			for (const answer of answers)
				expect(answer).toMatchObject({ contact_id, event_id: held.event_id, proof: held.proof });
		}
	}
	expect(compared).toBe(HISTORIES * PEOPLE.length);
});

const told = (event_id: string, event_time: string, granted: unknown): Event => ({
	...{ event_id, event_time, type: 'update', contact_id: 'a' },
	contact: { documentation: { consents: [{ type: 'newsletter', granted: granted as boolean }] } },
});

test.each(['true', 1, {}, null])('granted: %j is not granted', (granted) => {
	const table: Json[] = [];
	execute(table, [told('one', '2026-03-01T12:00:00Z', granted)]);
	expect(table).toMatchObject([{ state: 'withdrawn' }]);
});

test('all contacts at once: each by itself', () => {
	const table: Json[] = [];
	const [ofA, ofB] = [true, false].map((granted) => told('one', '2026-03-01T00:00:00Z', granted)) as [
		Event,
		Event,
	];
	execute(table, [ofA, { ...ofB, event_id: 'two', contact_id: 'b' }]);
	expect(asOf(table, '', '2026-03-02').map(({ contact_id, state }) => [contact_id, state])).toEqual([
		['a', 'granted'],
		['b', 'withdrawn'],
	]);
});

test('a row is added once, however often its event comes, and never changed', () => {
	const history = historyOf(randomFrom(3)).concat(historyOf(randomFrom(5)));
	const [table, twice]: [Json[], Json[]] = [[], []];
	execute(table, history);
	const before = JSON.stringify(table);
	execute(table, [...history, ...history]);
	expect(JSON.stringify(table)).toBe(before);
	execute(twice, [...history, ...history]);
	expect(twice).toHaveLength(table.length);
	expect(table.length).toBeGreaterThan(10);
});

test.each(['', 'yesterday', '2026-02-30', '01.03.2026'])('the day %j is refused', (day) => {
	expect(() => asOf([], 'a', day)).toThrow(`"${day}" is not a day such as 2026-03-01`);
});

test('texts that a database cannot keep do not come back different', () => {
	const table: Json[] = [];
	const contact = {
		documentation: { consents: [{ type: 'a\u0000b\ud800', granted: true, granted_at: '\u0000' }] },
	};
	execute(table, [{ event_id: 'e\u0000', event_time: 'never', type: 'update', contact_id: 'a', contact }]);
	expect(table).toMatchObject([
		{ event_id: 'e', consent_type: 'ab\ufffd', since: '', event_time: '1970-01-01T00:00:00.000Z' },
	]);
});
