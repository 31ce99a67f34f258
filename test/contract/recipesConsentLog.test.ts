/* eslint-disable */
/** The code of the consent log, run on random histories. The rows must be what the events say. */
import type { IDataObject } from 'n8n-workflow';

import { decidingConsents } from '../../nodes/ContactConsent/operations/contact/consents';
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

const HISTORIES = process.env.THOROUGH ? 20_000 : 500;

const rowsOfTheEvents = codeNode('consent-log', 'Rows of the Events');
const onlyNewRows = codeNode('consent-log', 'Only New Rows');

/** One execution of the log. n8n may be killed after some of its rows. */
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

const TYPES = ['newsletter', 'phone', '__proto__', 'constructor', ' ', '', undefined];
const PEOPLE = ['a', 'A', 'a ', '__proto__'];
const oneOf = <T>(list: readonly T[], chance: () => number) => list[Math.floor(chance() * list.length)] as T;

const QUARTER_MS = 15 * 60_000;

/**
 * Times around midnights of March 2026, some of them a millisecond before midnight and many equal, because days are
 * easy to get wrong there. On the 29th the clocks go forward.
 */
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
			// The order of the ids differs from the order of the events.
			event_id: `${Math.floor(chance() * 1_000)}-${index}`,
			event_time: new Date(momentOf(chance)).toISOString().replace('.000Z', chance() < 0.5 ? 'Z' : '.000Z'),
			type,
			contact_id: oneOf(PEOPLE, chance),
			...(type !== 'documentation' && chance() < 0.9 && { contact: { documentation } }),
		};
	});
	// A service may give a document the event_id of the change that it proves.
	const changes = history.filter(({ contact }) => contact !== undefined && chance() < 0.2);
	const documents = changes.map(({ event_id, event_time, contact_id }) => ({
		event_id,
		event_time,
		contact_id,
		type: 'documentation',
	}));
	return [...history, ...documents];
}

/** The rows that the log must have for an event, computed independently of the log's code. */
function toldBy({ event_id, event_time, type, contact_id, contact }: Event): string[] {
	const said = (consent_type: string, state: string, since = '') =>
		JSON.stringify([contact_id, event_id, Date.parse(event_time), consent_type, state, since]);
	if (type === 'documentation') return [said('', 'document')];
	if (!contact) return [];
	const consents = (contact.documentation?.consents ?? []) as IDataObject[];
	// The node itself leaves consents without a type out.
	const named = consents.map((one) => ({ ...one, type: `type ${(one.type as string | undefined) ?? ''}` }));
	const deciding = decidingConsents(named, { timeZone: 'Europe/Berlin', now: Date.now() });
	const rows = [...deciding].map(([key, { granted, granted_at }]) =>
		said(
			key.slice('type '.length),
			granted === true ? 'granted' : 'withdrawn',
			granted_at as string | undefined,
		),
	);
	return rows.length > 0 ? rows : [said('', 'none')];
}

const linesOf = (table: Json[]) =>
	table.map(({ contact_id, event_id, event_time, consent_type, state, since }) =>
		JSON.stringify([contact_id, event_id, Date.parse(String(event_time)), consent_type, state, since]),
	);

const shuffled = <T>(list: T[], chance: () => number): T[] =>
	list
		.map((value) => ({ value, rank: chance() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ value }) => value);

test(`${HISTORIES} histories with late, repeated and lost events: the log has each fact of the events once`, () => {
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
		// Rows that a kill lost are added when the history comes again.
		execute(table, history);
		const wanted = [...new Set(history.flatMap(toldBy))];
		compared += wanted.length;
		expect(linesOf(table).sort()).toEqual(wanted.sort());
	}
	expect(compared).toBeGreaterThan(HISTORIES);
});

const told = (event_id: string, event_time: string, granted: unknown): Event => ({
	event_id,
	event_time,
	type: 'update',
	contact_id: 'a',
	contact: { documentation: { consents: [{ type: 'newsletter', granted: granted as boolean }] } },
});

test.each(['true', 1, {}, null])('a consent with granted %j is logged as withdrawn', (granted) => {
	const table: Json[] = [];
	execute(table, [told('one', '2026-03-01T12:00:00Z', granted)]);
	expect(table).toMatchObject([{ state: 'withdrawn' }]);
});

test('an event that comes several times adds its rows once and changes none', () => {
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

test('texts that a database cannot store are cleaned before they are compared', () => {
	const table: Json[] = [];
	const contact = {
		documentation: { consents: [{ type: 'a\u0000b\ud800', granted: true, granted_at: '\u0000' }] },
	};
	execute(table, [{ event_id: 'e\u0000', event_time: 'never', type: 'update', contact_id: 'a', contact }]);
	expect(table).toMatchObject([
		{ event_id: 'e', consent_type: 'ab\ufffd', since: '', event_time: '1970-01-01T00:00:00.000Z' },
	]);
});

test('what Set Consent, uploads and undos wrote becomes rows; what wrote nothing does not', () => {
	const written = codeNode(
		'consent-log',
		'What Was Written',
	)([
		{ id: 'a', type: 'news', was: null, granted: true, granted_at: '2026-03-01T00:00:00Z', changed: true },
		{ id: 'a', type: 'sms', was: false, granted: false, changed: false },
		{
			id: 'b',
			accepted: true,
			change: 'changed',
			changes: {
				company: { from: 'x', to: 'y' },
				'consents.news': { from: true, to: false, granted_at: 't' },
			},
		},
		{ id: 'c', dry_run: true, exists: false, changes: { 'consents.news': { to: true } } },
		{ id: 'd', undone: { 'consents.news': { from: true, to: false } }, change: 'changed' },
		{ id: 'e', change: 'unchanged' },
		{ error: 'refused', message: 'x' },
	]);
	expect(written).toEqual([
		{ contact_id: 'a', consent_type: 'news', state: 'granted', since: '2026-03-01T00:00:00Z' },
		{ contact_id: 'b', consent_type: 'news', state: 'withdrawn', since: 't' },
		{ contact_id: 'd', consent_type: 'news', state: 'withdrawn', since: '' },
	]);
});
