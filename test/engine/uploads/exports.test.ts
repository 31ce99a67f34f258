/** Real exports of other tools, uploaded over HTTP. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../support/cases';
import { SEED } from '../../support/seed';
import { EXPORTS, FOREIGN_SHEETS, FURTHER_EXPORTS, MORE_EXPORTS, type Table } from '../../support/tables';
import { uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

type Seed = Parameters<typeof bench.sandbox.seed>[0];

const bench = uploadBench();

const ALL = [...EXPORTS, ...MORE_EXPORTS, ...FURTHER_EXPORTS].map((table) => [table.name, table] as const);

const idHeading = ({ columns }: Table) => columns.find(({ column }) => column.join() === 'id')?.heading;

/** A row of the table. If the table has no column for the ID, the row gets one. */
function rowOf(table: Table, valueOf: (at: number) => string): IDataObject {
	const row = Object.fromEntries(table.columns.map(({ heading }, at) => [heading, valueOf(at)]));
	const id = idHeading(table);
	return id === undefined ? { ...row, id: 'x1' } : { ...row, [id]: 'x1' };
}

const stored = (resource: Table['resource']): IDataObject => ({
	id: 'x1',
	first_name: 'Kim',
	last_name: 'Sommer',
	email: 'kim@example.org',
	...(resource === 'contact' && { email: undefined }),
});

const seed = ({ resource }: Table) => {
	const records = [JSON.parse(JSON.stringify(stored(resource))) as IDataObject];
	bench.sandbox.seed(
		(resource === 'contact' ? { contacts: records } : { employees: records }) as unknown as Seed,
	);
};

const texts = (value: unknown): string[] =>
	Array.isArray(value)
		? value.flatMap(texts)
		: value === null || value === undefined
			? []
			: [JSON.stringify(value).replace(/^"|"$/g, '')];

interface Changes {
	[column: string]: { from?: unknown; to?: unknown };
}

describe.each(ALL)('the export %s', (_, table) => {
	it('has each cell sent to the right column or named, never both', async () => {
		seed(table);
		const items = [rowOf(table, (at) => `value-${at}-of-1000@example.org`)];
		const { resource } = table;
		const { json } = await bench.upload({ resource, items, options: { dryRun: true } });
		const { would_be_refused, changes = {}, not_sent = [] } = json[0] ?? {};
		expect(would_be_refused).toBeUndefined();
		table.columns.forEach(({ heading, column }, at) => {
			if (heading === idHeading(table)) return;
			const arrived = Object.entries(changes as Changes)
				.filter(([, { to }]) => texts(to).includes(`value-${at}-of-1000@example.org`))
				.map(([name]) => name);
			const shown = heading.startsWith('__EMPTY') ? sentence('noHeading') : heading;
			const isNamed = (not_sent as string[]).includes(shown);
			expect([heading, arrived.length, isNamed]).toEqual([heading, isNamed ? 0 : 1, isNamed]);
			// A value without a section goes to the section that has it, here to work.
			const right = column.flatMap((one) => (one === null ? [] : [one, `work_${one}`]));
			if (arrived.length > 0) expect([heading, right]).toEqual([heading, expect.arrayContaining(arrived)]);
		});
	});

	it('uploads as it is, with its own values, and is unchanged if it is uploaded again', async () => {
		seed(table);
		const items = [rowOf(table, (at) => table.columns[at]?.example ?? '')];
		const { json, error } = await bench.upload({ resource: table.resource, items });
		// The example of a few exports has nothing that contacts have, e.g. the answers to a survey.
		const isThere = table.columns.some(
			({ heading, example, column }) =>
				heading !== idHeading(table) && example !== '' && column.every((one) => one !== null),
		);
		expect({ error, json }).toMatchObject({
			error: undefined,
			// Where each column may also be none, both are right.
			json: [isThere ? { id: 'x1', accepted: true, change: 'changed' } : { id: 'x1' }],
		});
		const posts = bench.posts().length;
		const again = await bench.upload({ resource: table.resource, items });
		expect(again.json).toMatchObject([{ id: 'x1', change: 'unchanged' }]);
		expect(bench.posts()).toHaveLength(posts);
	});
});

/** The heading of e-mail addresses in a table of contacts with names and without an ID. */
function addressIn({ resource, columns }: Table): string | undefined {
	const headingOf = (pattern: RegExp) => columns.find(({ column }) => pattern.test(column.join()))?.heading;
	const isWhole = headingOf(/^first_name$/) && headingOf(/^last_name$/) && !headingOf(/\bid\b/);
	return resource === 'contact' && isWhole ? headingOf(/^(work_|private_)?emails$/) : undefined;
}

const WITH_ADDRESS = ALL.filter(([, table]) => addressIn(table));

it('there are many exports with an e-mail address, names and no ID', () => {
	expect(WITH_ADDRESS.length).toBeGreaterThan(20);
});

describe.each(WITH_ADDRESS)('the export %s, with the e-mail address as ID Column', (_, table) => {
	it('uploads at the first try, and is unchanged at the second', async () => {
		const cells = table.columns.map(({ heading, example, column }, at) => {
			const name = column.join() === 'first_name' ? 'Kim' : column.join() === 'last_name' ? 'Sommer' : '';
			return [heading, name || (heading === addressIn(table) ? `Kim${at}@Example.org` : example)];
		});
		const items = [Object.fromEntries(cells) as IDataObject];
		const options = { idColumn: addressIn(table) };
		const first = await bench.upload({ items, options });
		expect(first.json).toMatchObject([
			{ id: expect.stringMatching(/^kim\d+@example\.org$/) as string, change: 'created' },
		]);
		expect((await bench.upload({ items, options })).json).toMatchObject([{ change: 'unchanged' }]);
	});
});

/** The headings of all tables except those for the ID, because two of those refuse a row. */
const HEADINGS = [...EXPORTS, ...MORE_EXPORTS, ...FURTHER_EXPORTS, ...FOREIGN_SHEETS].flatMap(({ columns }) =>
	columns.filter(({ column }) => !column.includes('id')).map(({ heading }) => heading),
);

/** The same heading in another spelling. */
const spelled = fc.tuple(fc.constantFrom(...HEADINGS), fc.nat(8)).map(([heading, how]) => {
	const plain = heading.normalize('NFD').replace(/\p{M}/gu, '');
	const words = heading.split(' ');
	const spellings = [
		...[
			heading,
			heading.toUpperCase(),
			heading.toLowerCase(),
			plain,
			` ${heading} `,
			`${heading} (Pflichtfeld)`,
		],
		...[heading.replace(/ /g, '_'), heading.replace(/[ -]/g, ''), [...words.slice(1), words[0]].join(' ')],
	];
	return spellings[how] ?? heading;
});

it('in any mix of headings, each cell is either sent once or named', async () => {
	await fc.assert(
		fc.asyncProperty(fc.uniqueArray(spelled, { minLength: 1, maxLength: 40 }), async (headings) => {
			bench.sandbox.reset();
			bench.sandbox.seed({ contacts: [{ id: 'x1', first_name: 'Kim', last_name: 'Sommer' }] });
			const valueOf = (at: number) => `value-${at}-of-1000@example.org`;
			const row = Object.fromEntries(headings.map((heading, at) => [heading, valueOf(at)]));
			const { json } = await bench.upload({ items: [{ ...row, id: 'x1' }], options: { dryRun: true } });
			const { changes = {}, not_sent = [], would_be_refused } = json[0] ?? {};
			expect(would_be_refused).toBeUndefined();
			const sent = Object.values(changes as Changes).flatMap(({ to }) => texts(to));
			headings.forEach((heading, at) => {
				if (heading === 'id') return;
				const shown = heading.startsWith('__EMPTY') ? sentence('noHeading') : heading;
				const isNamed = (not_sent as string[]).includes(shown);
				expect([heading, sent.filter((text) => text === valueOf(at)).length]).toEqual([
					heading,
					isNamed ? 0 : 1,
				]);
			});
		}),
		{ numRuns: cases(30, 1000), seed: SEED },
	);
});
