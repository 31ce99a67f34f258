/** Blank rows, and rows of several people under one ID. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';
import { overKim } from '../../support/upload-kim';
import { sentence } from '../../support/sentences';

const bench = uploadBench();
const upload = overKim(bench);

it('blank rows are left out and counted, and the other rows are uploaded', async () => {
	const blank = { id: '', Vorname: '', Nachname: ' ', Bemerkung: '' };
	const items = [
		{ id: '1', Vorname: 'Jana' },
		blank,
		{ id: null },
		{ ...blank, id: '-' },
		{ ...blank, Bemerkung: 'x' },
		{},
	];
	const { run, hint } = await upload(items);
	expect(run.json).toMatchObject([{ id: '1', change: 'changed' }]);
	expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
	expect(hint).toMatch(
		new RegExp(
			`4 blank rows left out.*${sentence('rowLeftOut', { row: 5 })}: ${sentence('noneFilled', { records: 'contacts' })}`,
		),
	);
});

it('below title rows, the headings are found, and each row stays paired to its own input item', async () => {
	const items = [
		{ 'Kunden 2026': 'Stand: 1. Mai' },
		{ 'Kunden 2026': 'Kundennr.', __EMPTY: 'Vorname', __EMPTY_1: 'Nachname', __EMPTY_2: 'Firma' },
		{ 'Kunden 2026': '1', __EMPTY: 'Kim', __EMPTY_2: 'Acme', __EMPTY_3: 'x' },
		{ 'Kunden 2026': 'Kundennr.', __EMPTY: 'Vorname', __EMPTY_1: 'Nachname', __EMPTY_2: 'Firma' },
		{ 'Kunden 2026': '2', __EMPTY: 'Ada', __EMPTY_1: 'Byron' },
	];
	const { run, hint, contacts } = await upload(items);
	expect(run.json).toMatchObject([
		{ id: '1', change: 'changed', not_sent: [sentence('noHeading')] },
		{ id: '2', change: 'created' },
	]);
	expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }, { item: 4 }]);
	expect(hint).toMatch(new RegExp(`${sentence('headingsFound', { row: 2 })} Left out before it: 1 row\\.`));
	expect(hint).toMatch(new RegExp(`${sentence('rowLeftOut', { row: 4 })}, ${sentence('repeatsHeadings')}`));
	expect(contacts).toMatchObject([
		{ id: '1', first_name: 'Kim', last_name: 'Sommer', company: 'Acme' },
		{ id: '2', first_name: 'Ada', last_name: 'Byron' },
	]);
});

it('a row of sums stops no upload, is named, and leaves no word about its numbers', async () => {
	const items = [
		{ Kundennummer: '7', Vorname: 'Ada', Nachname: 'Byron', 'E-Mail': 'ada@x.org' },
		{ Kundennummer: 'Summe', 'E-Mail': 1, Umsatz: 12.5 },
	];
	const { run, hint, contacts } = await upload(items);
	expect(run.json).toMatchObject([{ id: '7', change: 'created' }]);
	expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
	expect(hint).toMatch(
		new RegExp(`${sentence('rowLeftOut', { row: 2 })}: it looks like a total \\(Summe\\)\\.`),
	);
	expect(hint).not.toMatch(/E-Mail|Umsatz|refused/);
	expect(contacts.map(({ id }) => id)).toEqual(expect.arrayContaining(['7']));
	expect(contacts.map(({ id }) => id)).not.toContain('Summe');
});

it('a table of which nothing is understood, or in which all rows are blank, is refused', async () => {
	for (const items of [[{ Foo: 'x' }, { Foo: 'y' }], [{ id: '' }], [{ id: 'NULL', Vorname: '' }]]) {
		const { run } = await upload(items);
		expect(run.json).toEqual(items.map(() => ({ error: expect.any(String), message: expect.any(String) })));
	}
	const byHand = await bench.upload({
		items: [{ a: 1 }],
		map: { columns: { id: '={{ $json.b }}', first_name: '' } },
	});
	expect(Object.keys(byHand.json[0] ?? {})).toEqual(['error', 'message']);
	expect(bench.posts()).toEqual([]);
});

it('the empty items of Always Output Data make no request and no refusal', async () => {
	for (const map of [
		'auto',
		'json',
		{ columns: { id: '={{ $json.id }}', first_name: '={{ $json.name }}' } },
	] as const) {
		const run = await bench.upload({ items: [{}], map });
		expect({ error: run.error, json: run.json }).toEqual({ error: undefined, json: [] });
		expect(run.hints.map(({ message }) => message).join()).toSay('emptyInput');
	}
	expect(bench.requests()).toEqual([]);
});

it.each(['#N/A', '-', 'NULL', 'none', true, '[object Object]', '4,05E+12', 'Err:502'])(
	'people who share the placeholder %j as ID are refused',
	async (id) => {
		const items = [
			{ id, Vorname: 'Kim', Nachname: 'Sommer' },
			{ id, Vorname: 'Jana', Nachname: 'Probst' },
		] as IDataObject[];
		const { run, contacts } = await upload(items, { stored: { company: 'as before' } });
		expect(run.json.map((json) => Object.keys(json))).toEqual([
			['error', 'message'],
			['error', 'message'],
		]);
		expect(contacts).toMatchObject([{ id: '1', company: 'as before' }]);
	},
);

it('people who share one ID are refused, each with the names and rows of the others', async () => {
	const items = [
		{ id: '7', Vorname: 'Kim', Nachname: 'Sommer' },
		{ id: '7', Vorname: 'Ole', Nachname: 'Probst' },
		{ id: '7', Telefon: '1' },
		{ id: '8', Vorname: 'Ana', Nachname: 'Núñez' },
		{ id: '8', Vorname: 'ANA', Nachname: 'Nunez ' },
		{ id: '8', Vorname: 'Ana', Nachname: 'García' },
	];
	const { run } = await upload(items);
	const refused = run.json.filter(({ error }) => error);
	expect(refused).toHaveLength(3);
	for (const { error, message } of refused) {
		expect(refusalOf({ error, message })).toMatch(
			/Kim Sommer \(row 1\).*Ole Probst \(row 2\).*rows 1, 2 and 3/,
		);
	}
	expect(run.json.slice(3)).toMatchObject([{ id: '8', accepted: true }, { id: '8' }, { id: '8' }]);
});

it('a name that differs from the stored one is sent, with a warning', async () => {
	const { run, hint } = await upload([{ id: '1', first_name: 'Jana', last_name: 'Probst' }]);
	expect(run.json).toMatchObject([{ change: 'changed' }]);
	expect(hint).toContain('1 was Kim Sommer and is now Jana Probst');
	const same = await upload([{ id: '1', first_name: 'KIM', last_name: 'Winter' }]);
	expect(same.hint).not.toContain('Kim Sommer');
});

it("the ' before an ID is removed, unless the service knows the ID with it", async () => {
	const cleaned = await upload([{ id: "'1", company: 'x' }]);
	expect(cleaned.contacts).toMatchObject([{ id: '1', company: 'x' }]);
	expect(cleaned.hint).toSay('quoteTakenOff');
	bench.sandbox.reset();
	bench.sandbox.seed({ contacts: [{ id: "'2", first_name: 'Kim', last_name: 'Sommer' }] });
	const own = await bench.upload({ items: [{ id: "'2", company: 'x' }] });
	expect(own.json).toMatchObject([{ id: "'2", change: 'changed' }]);
	expect(bench.sandbox.state().contacts).toMatchObject([{ id: "'2", company: 'x' }]);
});

it.each([
	["'5", '5'],
	['5', "'5"],
	['e\u0301', 'é'],
])(
	'rows that spell the ID of one record differently (%j, %j) do not create another record',
	async (one, other) => {
		const stored = [one, other].find((id) => id.startsWith("'") || id.length > 1) ?? one;
		bench.sandbox.seed({ contacts: [{ id: stored, first_name: 'Kim', last_name: 'Sommer' }] });
		const { json } = await bench.upload({
			items: [
				{ id: one, company: 'x' },
				{ id: other, position: 'y' },
			],
		});
		const changes = { company: { from: null, to: 'x' }, position: { from: null, to: 'y' } };
		expect(json).toMatchObject([
			{ id: stored, change: 'changed' },
			{ id: stored, changes },
		]);
		expect(Object.keys((json[1]?.changes ?? {}) as IDataObject)).toEqual(Object.keys(changes));
		expect(bench.sandbox.state().contacts).toMatchObject([{ id: stored, company: 'x', position: 'y' }]);
	},
);

it('with Clear, the hint says of a refused ID that its later row counts', async () => {
	const items = [
		{ id: '1', Vorname: 'Kim', Nachname: 'Sommer', Firma: 'Muster' },
		{ id: '1', Vorname: 'Kim', Nachname: 'Sommer', Geburtstag: ['7'] },
	];
	const { json, hints } = await bench.upload({ items, fieldsNotSent: 'clear' });
	expect(json.map(({ error }) => typeof error)).toEqual(['string', 'string']);
	expect(hints[0]?.message).toContain(`ID 1 occurs in rows 1 and 2: ${sentence('laterRowCounts')}.`);
});

it('with Clear, not_sent names the columns that only earlier rows of an ID have', async () => {
	const person = { id: '1', Vorname: 'Kim', Nachname: 'Sommer' };
	const items = [
		{ ...person, Firma: 'Muster', data: { a: 'b' }, Titel: 'Dr.' },
		{ ...person, Titel: 'Prof.' },
	] as IDataObject[];
	const run = await bench.upload({ items, fieldsNotSent: 'clear' });
	expect(run.json.map(({ not_sent }) => not_sent)).toEqual([
		['data', 'Firma'],
		['data', 'Firma'],
	]);
	expect(run.hints[0]?.message).not.toMatch(new RegExp(`${sentence('noSuchColumn')}|too`));
	const kept = await bench.upload({ items });
	expect(kept.json.filter((json) => 'not_sent' in json)).toEqual([]);
});
