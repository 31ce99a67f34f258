/* eslint-disable */
/** What texts of strangers cost: reading is linear in their length, and no depth of nesting ends a run. */
import type { IDataObject } from 'n8n-workflow';

import type { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import { merge } from '../../nodes/ContactConsent/upload/change/merge';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { makeTargets } from '../../nodes/ContactConsent/upload/groupById';
import { dayOf, epochOf, exactSentTime, exactTime } from '../../nodes/ContactConsent/lib/dates';
import { plainText, sentence, trimmed } from '../../nodes/ContactConsent/lib/text';
import { normaliseBaseUrl, pathSegmentProblem } from '../../nodes/ContactConsent/transport/path';
import { MAPPED, readTable } from '../support/upload-table';
import { everyNth } from '../support/cases';

/** In milliseconds. Below that, the time says more about the machine than about the text. */
const LEAST = 20;

/** A shorter measurement says more about the machine than about the call. */
const SHORTEST = 4;

/**
 * The processor time of a call in milliseconds: the least of several measurements, because the machine may be busy. A
 * quick call is measured several times in a row.
 *
 * @param enough nobody asks what a cost below this is exactly
 */
function costOf(call: () => unknown, enough = 0): number {
	let least = Infinity;
	let times = 1;
	for (let run = 0; run < 8; run++) {
		const before = process.cpuUsage();
		for (let time = 0; time < times; time++) call();
		const { user, system } = process.cpuUsage(before);
		const cost = (user + system) / 1000;
		least = Math.min(least, cost / times);
		if (least < enough) break;
		if (cost < SHORTEST) times *= 4;
	}
	return least;
}

/** Repeats a text up to a length. A text with `|` has a beginning and an end around the repeated middle. */
function long(text: string, length: number): string {
	const [before = '', middle = '', after = ''] = text.includes('|') ? text.split('|') : ['', text, ''];
	return before + middle.repeat(Math.ceil(length / middle.length)) + after;
}

/** Repeated texts that patterns with two open ends read again and again. */
const TEXTS = [
	' ',
	'a| |b',
	'1| |x',
	"'| |1",
	'a,',
	', ',
	'und ',
	'name ',
	'1 ',
	'1.',
	'01',
	'a1',
	'.|1|x',
	'1| 1|x',
	'(1)',
	'Telefon ',
	'E-Mail 2 ',
	'"',
	'{',
	'{|"a",|}',
	'[',
	'[|[],|]',
	'[|0,|]',
	'T1:00 ',
	' 1:00:00 ',
	'12.05.',
	'-',
	'/',
	'|/|x',
	'%25',
	'<',
	'&a',
	'@',
	'a@x.org, ',
	'a@x.org ::: ',
	' :::',
	'#A',
	'1E+',
	'\u200b',
	'x|\u200e |y',
	'\u0323\u0301',
	'ä',
	'Ã¤',
	'\ufffd',
	'\ud83d',
	"d'",
	'\n',
	'\\',
	'__proto__',
];

const setting = (more: Partial<Setting> = {}): Setting => ({ ...MAPPED, ...more });

const ofContacts = (more: Partial<Setting> = {}) => ({
	model: contactModel,
	setting: setting(more),
	anyRefused: false,
});

/** Reads one row, groups it and lays it over a stored record that has everything. */
function readOne(record: IDataObject, more: Partial<Setting> = {}): void {
	const table = readTable([{ id: 'x', ...record }], more);
	for (const { rows } of makeTargets({ ...table, ...ofContacts(more) })) {
		const stored = {
			first_name: 'Kim',
			birthday: '1985-05-12',
			section_work: { emails: ['kim@example.org'], addresses: [{ city: 'Ulm' }] },
			data: { a: 'b' },
		};
		merge(stored, rows, { model: contactModel, setting: setting(more), begunAt: 0, body: stored });
	}
}

const CELLS = [
	'first_name',
	'birthday',
	'email',
	'phone',
	'zip_code',
	'data',
	'section_work',
	'documentation',
];

const READERS: ReadonlyArray<readonly [what: string, read: (text: string) => unknown]> = [
	['a heading', (text) => readOne({ [text]: 'x', [`${text}1`]: 'y' })],
	['a heading that is not sent, with an advice', (text) => readTable([{ [text]: 'x' }, { [text]: 'y' }])],
	['an ID', (text) => readOne({ id: text })],
	...CELLS.map((column) => [`a cell of ${column}`, (text: string) => readOne({ [column]: text })] as const),
	['a cell that is sent as it is', (text) => readOne({ other: text }, { unknownFields: 'send' })],
	['a cell for the custom data', (text) => readOne({ other: text }, { unknownFields: 'customData' })],
	[
		'a text in JSON',
		(text) => readOne({ first_name: text, birthday: text, email: [text] }, { isTable: false }),
	],
	['a time', (text) => [epochOf(text), exactTime(text), exactSentTime(text), dayOf(text, 'Europe/Berlin')]],
	['a text that is shown', (text) => [trimmed(text), plainText(text), sentence(text)]],
	['an address', (text) => [pathSegmentProblem(text), normaliseBaseUrl(`https://x.org/${text}`)]],
];

/** A text that costs more than this per 1,000 characters is read again and again; the rest of the test would take minutes. */
const MOST_FOR_SHORT = 100;

describe.each(READERS)('%s', (what, read) => {
	const turn = READERS.findIndex(([name]) => name === what);

	it.each(everyNth(TEXTS, 6, turn))('of %j costs as much as it is long', (text) => {
		// The code is compiled before it is measured.
		read(long(text, 1000));
		expect(costOf(() => read(long(text, 1000)), MOST_FOR_SHORT)).toBeLessThan(MOST_FOR_SHORT);
		const [short, tenfold] = [long(text, 10_000), long(text, 100_000)];
		const most = costOf(() => read(tenfold), LEAST);
		if (most < LEAST) return;
		// Ten times as long costs 10 times as much if reading is linear, and 100 times if it is quadratic.
		if (most / costOf(() => read(short)) < 20) return;
		// Somewhere between them the memory of a machine may become dearer, once. What is quadratic goes on like that.
		const hundredfold = long(text, 1_000_000);
		expect(costOf(() => read(hundredfold), 20 * most) / most).toBeLessThan(20);
	});
});

it.each<[what: string, cell: string]>([
	['as text', 'a@x.org,'.repeat(50_000)],
	['as commas alone', ','.repeat(50_000)],
	['as JSON', JSON.stringify(Array.from({ length: 50_000 }, (_, at) => `a${at}@x.org`))],
])('a cell of 50,000 values %s is refused in words, in less than 50 ms', (_, cell) => {
	const read = () => readTable([{ id: 'x', email: cell, first_name: 'Ada' }]).rows[0]?.error;
	expect(read()).toMatchObject({ message: 'Emails has more than 5000 values' });
	expect(costOf(read, 50)).toBeLessThan(50);
});

const OF_A_FILE = ['a,', '[', '[0,', '{"a":', '\\', ' ::: '];

it.each(OF_A_FILE.map((text, at) => [text, at] as const))(
	'a cell of 16 MB of %j costs less than seconds',
	(text, at) => {
		for (const column of everyNth(['email', 'data', 'first_name'], 3, at)) {
			const before = process.cpuUsage();
			readTable([{ id: 'x', [column]: text.repeat(16_000_000 / text.length) }]);
			const { user, system } = process.cpuUsage(before);
			expect((user + system) / 1_000_000).toBeLessThan(4);
		}
	},
);

it('a list of as many values as anybody has is read', () => {
	const email = Array.from({ length: 5000 }, (_, at) => `a${at}@x.org`).join(';');
	const [row] = readTable([{ id: 'x', email }]).rows;
	expect(row?.error).toBeUndefined();
	expect(row?.cells.at(-1)?.value).toHaveLength(5000);
});

describe('a table of many', () => {
	const numbered = (count: number, of: (at: number) => string): string[] =>
		Array.from({ length: count }, (_, at) => of(at));
	const rowOf = (headings: readonly string[], value = 'a@x.org'): IDataObject =>
		Object.fromEntries(headings.map((heading, at) => [heading, `${at}${value}`]));

	it.each<[string, (count: number) => unknown]>([
		['headings that are not understood', (count) => readOne(rowOf(numbered(count, (at) => `Column ${at}x`)))],
		['headings of one list', (count) => readOne(rowOf(numbered(count, (at) => `E-Mail ${at + 1}`)))],
		[
			'rows without an ID',
			(count) => readTable(numbered(count, (at) => `k${at}`).map((key) => ({ [key]: 'x' }))),
		],
		[
			'rows of one ID with a first name each',
			(count) => {
				const rows = numbered(count, (at) => `Ada ${at}`).map((first_name) => ({ id: 'x', first_name }));
				makeTargets({ ...readTable(rows), ...ofContacts() });
			},
		],
	])('%s costs as much as it is long', (_, read) => {
		read(100);
		const most = costOf(() => read(4000), LEAST);
		if (most < LEAST) return;
		expect(most / costOf(() => read(400))).toBeLessThan(20);
	});
});

describe('a value that nests deeper than anything that can be handled', () => {
	const nested = (levels: number, inner: unknown = 'x'): unknown => {
		let value = inner;
		for (let at = 0; at < levels; at++) value = at % 2 ? [value] : { a: value };
		return value;
	};
	const json = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

	it.each<[string, IDataObject]>([
		['a nested column', { id: 'x', section_work: nested(5000) as IDataObject }],
		['a column that contacts do not have', { id: 'x', other: nested(5000) as IDataObject }],
		['JSON in a cell', { id: 'x', section_work: json }],
		['JSON in a list', { id: 'x', email: json }],
		['JSON in custom data', { id: 'x', data: json }],
	])('refuses its row in words, and no other row: %s', (_, record) => {
		const { rows } = readTable([record, { id: 'y', first_name: 'Ada' }], { unknownFields: 'send' });
		expect(rows).toMatchObject([
			{ error: { name: 'InvalidInput', message: expect.stringContaining('levels deep') as string } },
			{ error: undefined, id: 'y' },
		]);
	});

	it('names the fields of its own model', () => {
		const deep = { id: 'x', other: nested(5000) as IDataObject };
		const advice = [contactModel, employeeModel].map(
			(model) => (readTable([deep], {}, model).rows[0]?.error as InvalidInput | undefined)?.advice,
		);
		expect(advice).toEqual([
			'Send only the fields that contacts have.',
			'Send only the fields that employees have.',
		]);
	});

	it('says nothing about depth that contacts have', () => {
		const { rows } = readTable([{ id: 'x', data: nested(7) as IDataObject }], { isTable: false });
		expect(String((rows[0]?.error as Error | undefined)?.message)).not.toContain('levels');
	});
});
