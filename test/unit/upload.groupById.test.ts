/** Rows of one ID: what is sent together, what is refused alone, and what is lost. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { makeTargets } from '../../nodes/ContactConsent/upload/groupById';
import { MAPPED, readTable } from '../support/upload-table';
import { sentence } from '../support/sentences';

const CLEAR: Partial<Setting> = { keepsOtherFields: false };
const ADA: IDataObject = { first_name: 'Ada', last_name: 'Byron' };

const targets = (rows: unknown[], options: Partial<Setting> = {}) =>
	makeTargets({
		model: contactModel,
		setting: { ...MAPPED, ...options },
		...readTable(rows, options),
		anyRefused: false,
	});

/** The items of each target, and whether it is refused. */
const made = (...of: Parameters<typeof targets>) =>
	targets(...of).map(({ rows, outcome }) => [rows.map(({ item }) => item), outcome?.kind]);

/** The headings of the first target that a later row takes away. */
const lostIn = (...of: Parameters<typeof targets>) => [
	...new Set(targets(...of)[0]?.rows.flatMap(({ notes }) => notes.map(({ heading }) => heading))),
];

const refusals = (...of: Parameters<typeof targets>) =>
	targets(...of).map(({ outcome }) =>
		outcome?.kind === 'refused' ? (outcome.error as Error & { advice: string }) : undefined,
	);

describe('rows are sent together', () => {
	it('if they have one ID, in the order in which the IDs first appear', () => {
		const rows = [{ id: 'b' }, { id: 'a' }, { id: ' b ', title: 'Dr.' }].map((row) => ({ ...ADA, ...row }));
		const all = targets(rows);
		expect(all.map(({ id, outcome }) => [id, outcome])).toEqual([
			['b', undefined],
			['a', undefined],
		]);
		expect(made(rows)).toEqual([
			[[0, 2], undefined],
			[[1], undefined],
		]);
		expect(all.flatMap(({ notes }) => notes)).toEqual([]);
		for (const one of all) expect(one.rows.every(({ target }) => target === one)).toBe(true);
	});

	it('never if they have no ID', () => {
		expect(made([{ id: 'x', ...ADA }, ADA, ADA])).toEqual([
			[[0], undefined],
			[[1], 'refused'],
			[[2], 'refused'],
		]);
		expect(made([ADA, ADA], CLEAR)).toEqual([
			[[0], 'refused'],
			[[1], 'refused'],
		]);
	});

	it('with Keep without those that cannot be read', () => {
		const rows = [{ birthday: ['7'] }, { title: 'Dr.' }, { birthday: ['8'] }].map((row) => ({
			id: 'a',
			...row,
		}));
		expect(made(rows)).toEqual([
			[[1], undefined],
			[[0], 'refused'],
			[[2], 'refused'],
		]);
		expect(made(rows.slice(0, 1))).toEqual([[[0], 'refused']]);
	});
});

describe('with Clear', () => {
	it('an error in the last row of an ID refuses all of its rows, an earlier one only its own', () => {
		const [good, wrong] = [
			{ id: 'a', ...ADA },
			{ id: 'a', ...ADA, birthday: ['7'] },
		];
		expect(made([good, wrong], CLEAR)).toEqual([[[0, 1], 'refused']]);
		expect(made([good, good, wrong], CLEAR)).toEqual([[[0, 1, 2], 'refused']]);
		expect(made([wrong, good], CLEAR)).toEqual([
			[[1], undefined],
			[[0], 'refused'],
		]);
	});

	it('the last row needs all required values, also if an earlier one has them', () => {
		const rows = [
			{ id: 'a', ...ADA },
			{ id: 'a', first_name: 'Ada' },
		];
		expect(made(rows, CLEAR)).toEqual([[[0, 1], 'refused']]);
		expect(refusals(rows, CLEAR)[0]?.message).toBe('Last Name is missing');
		expect(made(rows)).toEqual([[[0, 1], undefined]]);
		expect(made([...rows].reverse(), CLEAR)).toEqual([[[0, 1], undefined]]);
	});

	it.each<[what: string, rows: IDataObject[], lost: string[]]>([
		[
			'what only earlier rows fill, each once',
			[{ title: 'A', fax: '030 1' }, { title: 'B' }, {}],
			['title', 'fax'],
		],
		['nothing that the last row fills', [{ title: 'A' }, { title: 'B' }], []],
		['nothing that is filled by another heading', [{ Titel: 'A' }, { title: 'B' }], []],
	])('the headings that are not sent are %s', (_what, rows, lost) => {
		const all = rows.map((row) => ({ id: 'a', ...ADA, ...row }));
		expect(lostIn(all, CLEAR)).toEqual(lost);
	});

	it('a blank of an earlier row is not lost', () => {
		const rows = [{ title: '' }, { company: 'Acme' }].map((row) => ({ id: 'a', ...ADA, ...row }));
		expect(lostIn(rows, { ...CLEAR, emptyFields: 'send', isTable: false })).toEqual([]);
	});

	it('a single row loses nothing, and neither do rows that are merged', () => {
		expect(lostIn([{ id: 'a', ...ADA }], CLEAR)).toEqual([]);
		expect(lostIn([{ id: 'a', title: 'A' }, { id: 'a' }])).toEqual([]);
	});
});

it('with Clear, a row whose values a later row takes away keeps what else is said about it', () => {
	const rows = [
		{ id: 'a', ...ADA, title: 'Dr.', color: 'red' },
		{ id: 'a', ...ADA },
	];
	const [first] = targets(rows, CLEAR)[0]?.rows ?? [];
	expect(first?.notes.map(({ kind, heading }) => [kind, heading])).toEqual([
		['unknown', 'color'],
		['laterRow', 'title'],
	]);
});

describe('an ID that stands for several people', () => {
	const named = (first_name: string, last_name: string) => ({ id: 'a', first_name, last_name });

	it('refuses all of its rows, and names two of the people', () => {
		const rows = [named('Ada', 'Byron'), { id: 'b', ...ADA }, named('ada ', 'BYRON'), named('Bo', 'Ek')];
		expect(made(rows)).toEqual([
			[[0], 'refused'],
			[[2], 'refused'],
			[[3], 'refused'],
			[[1], undefined],
		]);
		const [error] = refusals(rows);
		expect(error?.message).toBe(sentence('severalPeople', { id: 'a' }));
		expect(error?.advice).toContain('These are Ada Byron (row 1) and Bo Ek (row 4).');
		expect(error?.advice).toContain('It is in rows 1, 3 and 4 of the input.');
	});

	it('is one if only the spelling of umlauts differs', () => {
		expect(refusals([named('Jörg', 'Müller'), named('Joerg', 'Mueller'), named('JORG', 'Muller')])).toEqual([
			undefined,
		]);
	});

	it('leaves a row with an error of its own its own reason', () => {
		const rows = [{ ...named('Ada', 'Byron'), birthday: ['7'] }, named('Bo', 'Ek')];
		const [own, other] = refusals(rows);
		expect(own?.message).toContain('a list, not a text');
		expect(other?.message).toSay('severalPeople');
	});

	it('counts the rows of one item once', () => {
		const { headings, rows } = readTable([named('Ada', 'Byron'), named('Bo', 'Ek')]);
		for (const row of rows) row.item = 6;
		const [one] = makeTargets({
			model: contactModel,
			setting: MAPPED,
			headings,
			rows,
			anyRefused: false,
			idIsEmail: false,
		});
		expect(one?.outcome).toMatchObject({
			error: {
				advice: expect.stringMatching(
					/^These are Ada Byron and Bo Ek\. .* It is in row 7 of the input\./,
				) as string,
			},
		});
	});

	it.each<[what: string, rows: IDataObject[]]>([
		['only the last names differ', [named('Ada', 'Byron'), named('Ada', 'Lovelace')]],
		['only the first names differ', [named('Ada', 'Byron'), named('Bo', 'Byron')]],
		['the spelling differs', [named('Chloé', "O'Neill"), named('chloe', 'o neill')]],
		['one of them has no first name', [named('', 'Byron'), named('Bo', 'Ek')]],
		['one of them has no last name', [named('Ada', 'Byron'), named('Bo', '')]],
		['one of them has no name', [named('Ada', 'Byron'), { id: 'a', title: 'Dr.' }]],
	])('is not assumed if %s', (_what, rows) => {
		expect(made(rows)).toEqual([[[0, 1], undefined]]);
	});
});

it.each<[row: IDataObject, who: string]>([
	[{ id: 'a', first_name: 'Ada', last_name: 'Byron' }, 'a Ada Byron'],
	[{ id: 'a', last_name: 'Byron' }, 'a Byron'],
	[{ id: 'a', title: 'Dr.' }, 'a'],
	[{ first_name: 'Ada' }, 'Ada'],
	[{ title: 'Dr.' }, ''],
	[{ id: 'a', last_name: 'B'.repeat(200) }, `a ${'B'.repeat(97)}…`],
])('a refused row is named by its ID and name: %j', (row, who) => {
	const [one] = targets([{ ...row, birthday: ['7'] }]);
	expect(one).toMatchObject({ id: row.id ?? '', outcome: { kind: 'refused', who } });
});

it('rows of one ID with the same last name are several people if first name and birthday differ', () => {
	const row = (first_name: string, birthday: string) => ({
		id: 'a',
		first_name,
		last_name: 'Byron',
		birthday,
	});
	const refused = refusals([row('Ada', '1990-01-01'), row('Bo', '2010-01-01')]);
	for (const error of refused) expect(error?.message).toSay('severalPeople');
	expect(refusals([row('Ada', '1990-01-01'), row('Ada M.', '1990-01-01')])).toEqual([undefined]);
});
