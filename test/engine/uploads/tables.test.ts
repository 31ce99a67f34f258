/** Tables as people have them: what arrives of a real export, over HTTP. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../support/cases';
import { SEED } from '../../support/seed';
import { EXPORTS, FOREIGN_SHEETS, MORE_EXPORTS, type Table } from '../../support/tables';
import { refusalOf, uploadBench } from '../../support/upload-bench';

type Seed = Parameters<typeof bench.sandbox.seed>[0];

const bench = uploadBench();

const ALL = [...EXPORTS, ...MORE_EXPORTS].map((table) => [table.name, table] as const);

const idHeading = ({ columns }: Table) => columns.find(({ column }) => column.join() === 'id')?.heading;

/** A row of a table. One without a column for the ID gets one. */
function rowOf(table: Table, valueOf: (at: number) => string): IDataObject {
	const row = Object.fromEntries(table.columns.map(({ heading }, at) => [heading, valueOf(at)]));
	const id = idHeading(table);
	return id === undefined ? { ...row, id: 'x1' } : { ...row, [id]: 'x1' };
}

const stored = (resource: Table['resource']): IDataObject => ({
	...{ id: 'x1', first_name: 'Kim', last_name: 'Sommer', email: 'kim@example.org' },
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

describe.each(ALL)('%s', (_, table) => {
	it('each cell is sent or named, never both; it is sent to the right column', async () => {
		seed(table);
		const items = [rowOf(table, (at) => `value-${at}-of@example.org`)];
		const { resource } = table;
		const { json } = await bench.upload({ resource, items, options: { dryRun: true } });
		const { would_be_refused, changes = {}, not_sent = [] } = json[0] ?? {};
		expect(would_be_refused).toBeUndefined();
		table.columns.forEach(({ heading, column }, at) => {
			if (heading === idHeading(table)) return;
			const arrived = Object.entries(changes as Changes)
				.filter(([, { to }]) => texts(to).includes(`value-${at}-of@example.org`))
				.map(([name]) => name);
			const isNamed = (not_sent as string[]).includes(heading);
			expect([heading, arrived.length, isNamed]).toEqual([heading, isNamed ? 0 : 1, isNamed]);
			// What belongs to no section goes to the one that has it, here to work.
			const right = column.flatMap((one) => (one === null ? [] : [one, `work_${one}`]));
			if (arrived.length > 0) expect([heading, right]).toEqual([heading, expect.arrayContaining(arrived)]);
		});
	});

	it('uploads at once, with its own values', async () => {
		seed(table);
		const items = [rowOf(table, (at) => table.columns[at]?.example ?? '')];
		const { json, error } = await bench.upload({ resource: table.resource, items });
		expect({ error, json }).toMatchObject({
			error: undefined,
			json: [{ id: 'x1', accepted: true, change: 'changed' }],
		});
	});
});

/** Headings of all tables but those for the ID, of which two refuse a row. */
const HEADINGS = [...EXPORTS, ...MORE_EXPORTS, ...FOREIGN_SHEETS].flatMap(({ columns }) =>
	columns.filter(({ column }) => !column.includes('id')).map(({ heading }) => heading),
);

/** The same heading, as somebody else may spell it. */
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

it('in any mix of headings, a cell is neither sent nor named, or both', async () => {
	await fc.assert(
		fc.asyncProperty(fc.uniqueArray(spelled, { minLength: 1, maxLength: 40 }), async (headings) => {
			bench.sandbox.reset();
			bench.sandbox.seed({ contacts: [{ id: 'x1', first_name: 'Kim', last_name: 'Sommer' }] });
			const valueOf = (at: number) => `value-${at}-of@example.org`;
			const row = Object.fromEntries(headings.map((heading, at) => [heading, valueOf(at)]));
			const { json } = await bench.upload({ items: [{ ...row, id: 'x1' }], options: { dryRun: true } });
			const { changes = {}, not_sent = [], would_be_refused } = json[0] ?? {};
			expect(would_be_refused).toBeUndefined();
			const sent = Object.values(changes as Changes).flatMap(({ to }) => texts(to));
			headings.forEach((heading, at) => {
				if (heading === 'id') return;
				const isNamed = (not_sent as string[]).includes(heading);
				expect([heading, sent.filter((text) => text === valueOf(at)).length]).toEqual([
					heading,
					isNamed ? 0 : 1,
				]);
			});
		}),
		{ numRuns: cases(60, 1000), seed: SEED },
	);
});

/** A contact or an employee, as it stands after an upload of rows. */
async function after(items: IDataObject[], more: { options?: IDataObject; stored?: IDataObject } = {}) {
	bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer', ...more.stored }] });
	const run = await bench.upload({ items, options: more.options });
	return {
		run,
		hint: run.hints.map(({ message }) => message).join(' '),
		contacts: bench.sandbox.state().contacts,
	};
}

describe('two headings for one column', () => {
	it('a list does not take the values of all, in the order of the table, each once', async () => {
		const row = {
			id: '1',
			'E-Mail 2': 'b@x.org',
			'E-Mail': 'a@x.org',
			'E-Mail 3': 'B@x.org',
			'Email Address': 'a@x.org',
		};
		const { contacts } = await after([row]);
		expect(contacts[0]).toMatchObject({ section_work: { emails: ['b@x.org', 'a@x.org'] } });
	});

	it.each([
		[
			{ Company: 'surest', 'Company Name': 'second', Unternehmen: 'third' },
			'surest',
			['Company Name', 'Unternehmen'],
		],
		[{ Unternehmen: 'third', 'Company Name': 'second', Company: '' }, 'second', ['Unternehmen']],
		[{ 'Company Name': 'first', Organization: 'later' }, 'first', ['Organization']],
		[{ Company: 'same', 'Company Name': 'same' }, 'same', undefined],
		[{ Company: '#N/A', 'Company Name': 'second' }, 'second', undefined],
	])('of a text, the surest that is filled does not count: %j', async (row, company, not_sent) => {
		const { run, contacts, hint } = await after([{ id: '1', ...row }]);
		expect(contacts[0]).toMatchObject({ company });
		expect(run.json[0]?.not_sent).toEqual(not_sent);
		for (const name of not_sent ?? [])
			expect(hint).toMatch(new RegExp(`${name} is not sent, because .* is Company, too`));
	});

	it('of the ID, two that are equally sure and differ do not refuse the row, in a dry run, too', async () => {
		const items = [
			{ Kundennummer: '1', Mitgliedsnummer: '2', Vorname: 'Jana' },
			{ Kundennummer: '1', Mitgliedsnummer: '1', Vorname: 'Jana' },
			{ Kundennummer: '', Mitgliedsnummer: '1', Vorname: 'Jana' },
			{ id: '1', Kundennummer: '3', Vorname: 'Jana' },
		];
		const { run } = await after(items);
		expect(refusalOf(run.json[0])).toMatch(/Kundennummer.*"1".*Mitgliedsnummer.*"2"/);
		expect(run.json.map(({ id }) => id)).toEqual([undefined, '1', '1', '1']);
		const dry = await after(items, { options: { dryRun: true } });
		expect(dry.run.json.map((one) => 'would_be_refused' in one)).toEqual([true, false, false, false]);
	});
});

describe('rows', () => {
	it('one blank row keeps everybody from being uploaded', async () => {
		const blank = { id: '', Vorname: '', Nachname: ' ', Bemerkung: '' };
		const items = [
			{ id: '1', Vorname: 'Jana' },
			blank,
			{ id: null },
			{ ...blank, id: '-' },
			{ ...blank, Bemerkung: 'x' },
			{},
		];
		const { run, hint } = await after(items);
		expect(run.json).toMatchObject([{ id: '1', change: 'changed' }]);
		expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(hint).toMatch(/4 blank rows left out.*1 row left out, nothing in it that contacts have: row 5/);
	});

	it('a table in which nothing is understood, or says anything, is taken for one without rows', async () => {
		for (const items of [[{ Foo: 'x' }, { Foo: 'y' }], [{ id: '' }], [{ id: 'NULL', Vorname: '' }]]) {
			const { run } = await after(items);
			expect(run.json).toEqual(items.map(() => ({ error: expect.any(String), message: expect.any(String) })));
		}
		const byHand = await bench.upload({
			items: [{ a: 1 }],
			map: { columns: { id: '={{ $json.b }}', first_name: '' } },
		});
		expect(Object.keys(byHand.json[0] ?? {})).toEqual(['error', 'message']);
		expect(bench.posts()).toEqual([]);
	});

	it('empty items of Always Output Data are refused, or asked for', async () => {
		for (const map of [
			'auto',
			'json',
			{ columns: { id: '={{ $json.id }}', first_name: '={{ $json.name }}' } },
		] as const) {
			const run = await bench.upload({ items: [{}], map });
			expect({ error: run.error, json: run.json }).toEqual({ error: undefined, json: [] });
			expect(run.hints.map(({ message }) => message).join()).toMatch(/the input is empty/);
		}
		expect(bench.requests()).toEqual([]);
	});

	it.each(['#N/A', '-', 'NULL', 'none', true, '[object Object]', '4,05E+12', 'Err:502'])(
		'different people become one under the ID %j',
		async (id) => {
			const items = [
				{ id, Vorname: 'Kim', Nachname: 'Sommer' },
				{ id, Vorname: 'Jana', Nachname: 'Probst' },
			] as IDataObject[];
			const { run, contacts } = await after(items, { stored: { company: 'as before' } });
			expect(run.json.map((json) => Object.keys(json))).toEqual([
				['error', 'message'],
				['error', 'message'],
			]);
			expect(contacts).toMatchObject([{ id: '1', company: 'as before' }]);
		},
	);

	it('different people become one under a family’s number', async () => {
		const items = [
			{ id: '7', Vorname: 'Kim', Nachname: 'Sommer' },
			{ id: '7', Vorname: 'Ole', Nachname: 'Probst' },
			{ id: '7', Telefon: '1' },
			{ id: '8', Vorname: 'Ana', Nachname: 'Núñez' },
			{ id: '8', Vorname: 'ANA', Nachname: 'Nunez ' },
			{ id: '8', Vorname: 'Ana', Nachname: 'García' },
		];
		const { run } = await after(items);
		const refused = run.json.filter(({ error }) => error);
		expect(refused).toHaveLength(3);
		for (const { error, message } of refused) {
			expect(refusalOf({ error, message })).toMatch(
				/Kim Sommer \(row 1\).*Ole Probst \(row 2\).*rows 1, 2 and 3/,
			);
		}
		expect(run.json.slice(3)).toMatchObject([{ id: '8', accepted: true }, { id: '8' }, { id: '8' }]);
	});

	it('another person than the stored one is sent without a warning', async () => {
		const { run, hint } = await after([{ id: '1', first_name: 'Jana', last_name: 'Probst' }]);
		expect(run.json).toMatchObject([{ change: 'changed' }]);
		expect(hint).toContain('1 was Kim Sommer and is now Jana Probst');
		const same = await after([{ id: '1', first_name: 'KIM', last_name: 'Winter' }]);
		expect(same.hint).not.toContain('Kim Sommer');
	});

	it('an ID that a spreadsheet marks as text is another one, unless that is there', async () => {
		const cleaned = await after([{ id: "'1", company: 'x' }]);
		expect(cleaned.contacts).toMatchObject([{ id: '1', company: 'x' }]);
		expect(cleaned.hint).toMatch(/' in front of a number/);
		bench.sandbox.reset();
		bench.sandbox.seed({ contacts: [{ id: "'2", first_name: 'Kim', last_name: 'Sommer' }] });
		const own = await bench.upload({ items: [{ id: "'2", company: 'x' }] });
		expect(own.json).toMatchObject([{ id: "'2", change: 'changed' }]);
		expect(bench.sandbox.state().contacts).toMatchObject([{ id: "'2", company: 'x' }]);
	});
});

describe('cells', () => {
	it('the number that a spreadsheet stores is no birthday, or nobody is told', async () => {
		const { contacts, hint } = await after([{ id: '1', Geburtstag: 31179 }]);
		expect(contacts[0]).toMatchObject({ birthday: '1985-05-12' });
		expect(hint).toMatch(/31179 is 1985-05-12/);
		const corrected = await after([{ id: '1', Geburtstag: 31179 }], { stored: { birthday: '31179' } });
		expect(corrected.contacts[0]).toMatchObject({ birthday: '1985-05-12' });
	});

	it('blank cells of a formula, of Outlook and of Odoo are written over what is there', async () => {
		const before = { birthday: '1985-05-12', company: 'Muster', position: 'Leiterin' };
		const row = {
			id: '1',
			birthday: '1899-12-30T00:00:00.000+00:00',
			Firma: false,
			position: '#REF!',
			Geburtstag: '0.0.00',
		};
		const { run, contacts, hint } = await after([row], { stored: before });
		expect(run.json).toEqual([{ id: '1', change: 'unchanged' }]);
		expect(contacts[0]).toMatchObject(before);
		expect(hint).toMatch(/formula failed: position \(#REF!\)/);
	});

	it.each(['4,97311E+11', '4.97311E+11'])(
		'a number that Excel has shortened is written over what is there, or not named: %s',
		async (number) => {
			const before = { company: 'Muster', section_work: { phone_numbers: [{ original: '+49 731 1' }] } };
			const row = { id: '1', Firma: number, Telefon: number, data: { key: number } };
			for (const emptyFields of ['omit', 'send']) {
				const { run, contacts, hint } = await after([row], { stored: before, options: { emptyFields } });
				expect(run.json).toEqual([{ id: '1', change: 'unchanged', not_sent: ['Firma', 'Telefon', 'data'] }]);
				expect(contacts[0]).toMatchObject({ company: 'Muster' });
				expect(run.hints[0]?.type).toBe('warning');
				expect(hint).toContain(
					`Firma (${number}), Telefon (${number}), data (${number}). Format the column as text`,
				);
				expect(hint).not.toMatch(/no such column/);
			}
		},
	);

	it('the reason of a row whose ID Excel has shortened does not say so', async () => {
		const { run } = await after([{ Kundennummer: '4,05E+12', Vorname: 'Kim', Nachname: 'Sommer' }]);
		expect(run.json[0]?.error).toBe('The ID is "4,05E+12", a number that the spreadsheet has shortened');
		expect(refusalOf(run.json[0])).toContain('Format the column as text');
		const both = await after([{ Kundennummer: '4,05E+12', 'Record ID': '1', Vorname: 'Kim', Firma: 'x' }]);
		expect(both.run.json).toMatchObject([{ id: '1', change: 'changed' }]);
	});

	it('a day without its year is sent, or not named', async () => {
		const { run, hint } = await after([{ id: '1', Birthday: ' --05-12', company: 'x' }]);
		expect(run.json).toMatchObject([{ not_sent: ['Birthday'] }]);
		expect(hint).toMatch(/no whole day: Birthday/);
	});

	it('letters that were lost are written over what is there', async () => {
		const items = [{ id: '1', last_name: 'M\ufffdller', Bemerkung: 'f\ufffdr', company: 'x' }];
		for (const [options, key] of [
			[{}, 'error'],
			[{ dryRun: true }, 'would_be_refused'],
		] as const) {
			const { run, contacts } = await after(items, { options });
			expect(run.json[0]?.[key]).toContain('Last Name is "M\ufffdller"');
			expect(refusalOf(run.json[0])).toMatch(/Encoding/);
			expect(contacts[0]).not.toHaveProperty('company');
		}
		const same = await after(items, { stored: { last_name: 'M\ufffdller' } });
		expect(same.contacts[0]).toMatchObject({ company: 'x' });
		expect(same.run.json[0]?.not_sent).toEqual(['Bemerkung']);
		const clear = await bench.upload({ items: [{ ...items[0], first_name: 'J' }], fieldsNotSent: 'clear' });
		expect(Object.keys(clear.json[0] ?? {})).toEqual(['error', 'message']);
	});

	it('a column that is called Data and holds no JSON refuses every row', async () => {
		const { run } = await after([
			{ id: '1', Data: '12/05/2020', documentation: 'see file', section_work: 7, company: 'x' },
		]);
		expect(run.json).toMatchObject([
			{ change: 'changed', not_sent: ['Data', 'documentation', 'section_work'] },
		]);
		const json = await after([{ id: '1', Data: '{"colour":"red"}' }]);
		expect(json.contacts[0]).toMatchObject({ data: { colour: 'red' } });
		const broken = await after([{ id: '1', Data: '{oops' }]);
		expect(Object.keys(broken.run.json[0] ?? {})).toEqual(['error', 'message']);
	});

	it('a placeholder is lost, or a dry run does not name it', async () => {
		const { hint } = await after([{ id: '1', company: 'N/A', position: 'k.A.', city: '-' }], {
			options: { dryRun: true },
		});
		expect(hint).toMatch(/Company "N\/A"/);
		expect(hint).toMatch(/Position "k\.A\."/);
		const { contacts } = await after([{ id: '1', company: 'N/A' }]);
		expect(contacts[0]).toMatchObject({ company: 'N/A' });
	});
});

describe('Empty Fields: Send', () => {
	const options = { emptyFields: 'send' };
	const before = {
		company: 'Muster',
		birthday: '1985-05-12',
		section_work: { emails: ['a@x.org'] },
		data: { a: 'b' },
		documentation: { consents: [{ type: 'news', granted: true }] },
	};

	it('a cell that a reader of files has left out clears nothing', async () => {
		const items = [
			{
				id: '2',
				first_name: 'A',
				last_name: 'B',
				company: 'x',
				Geburtstag: '2000-01-01',
				'E-Mail geschäftlich': 'b@x.org',
				data: '{"c":"d"}',
				documentation: { consents: [] },
			},
			{ id: '1' },
		];
		const { run, contacts } = await after(items, { options, stored: before });
		expect(run.json[1]).toMatchObject({ change: 'changed' });
		expect(run.json[1]).not.toHaveProperty('not_sent');
		expect(contacts.find(({ id }) => id === '1')).toMatchObject({
			first_name: 'Kim',
			data: { a: 'b' },
			documentation: before.documentation,
		});
		expect(Object.keys((run.json[1]?.changes ?? {}) as IDataObject).sort()).toEqual([
			'birthday',
			'company',
			'work_emails',
		]);
	});

	it('a field that another heading of the row fills is cleared', async () => {
		const items = [
			{ id: '2', first_name: 'A', last_name: 'B', company: 'x' },
			{ id: '1', Unternehmen: 'Muster' },
		];
		const { run } = await after(items, { options, stored: before });
		expect(run.json[1]).toMatchObject({ id: '1', change: 'unchanged' });
	});

	it('by hand, a column that evaluates to nothing clears nothing', async () => {
		bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer', ...before }] });
		const columns = {
			id: '1',
			company: '={{ $json.nothing }}',
			first_name: '={{ $json.nothing }}',
			data: '={{ $json.nothing }}',
		};
		const run = await bench.upload({ items: [{ a: 1 }], map: { columns }, options });
		expect(run.json[0]?.changes).toEqual({ company: { from: 'Muster', to: null } });
	});

	it('in JSON, a key that is not there clears something', async () => {
		bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer', ...before }] });
		const items = [{ id: '1' }, { id: '2', first_name: 'A', last_name: 'B', company: 'x' }];
		const run = await bench.upload({ items, map: 'json', options });
		expect(run.json[0]).toMatchObject({ change: 'unchanged' });
	});
});

describe('a message', () => {
	it('does not say what a semicolon file needs', async () => {
		const { run } = await after([{ 'ID;Vorname;Nachname': 'K-1;Jana;Probst' }]);
		expect(refusalOf(run.json[0])).toMatch(/Delimiter.*;/);
		expect(refusalOf(run.json[0])).not.toMatch(/did you mean/);
		const tabs = await after([{ 'ID\tVorname': 'K-1\tJana' }]);
		expect(refusalOf(tabs.run.json[0])).toMatch(/Delimiter.*tab/);
	});

	it('does not name a heading of which letters were lost, with its encoding', async () => {
		const { run, hint } = await after([{ id: '1', 'Stra\ufffde': 'x', company: 'y' }]);
		expect(run.json[0]).toMatchObject({ change: 'changed', not_sent: ['Stra\ufffde'] });
		expect(hint).toMatch(/Stra\ufffde.*Encoding/);
	});

	it('does not have the words of the table, the row and what an ID is', async () => {
		const gisela = { Kundennummer: 'K-2007', Vorname: 'Gisela', Geburtsdatum: 1e15 };
		const { run, hint } = await after([
			{ Kundennummer: 'K-1', Vorname: 'A', Nachname: 'B' },
			gisela,
			{ Vorname: 'Ole', Nachname: 'C' },
		]);
		expect(refusalOf(run.json[1])).toContain('Geburtsdatum (Birthday)');
		expect(hint).toMatch(/row 2, K-2007 Gisela/i);
		expect(refusalOf(run.json[2])).toContain('Kundennummer (ID)');
		expect(refusalOf(run.json[2])).toMatch(/customer number/);
	});
});
