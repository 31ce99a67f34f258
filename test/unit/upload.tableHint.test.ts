/** What the hint above the output says about the table: rows left out, columns not sent, and what cells were read as. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import type { Note } from '../../nodes/ContactConsent/upload/report/notes';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { hintOf } from '../../nodes/ContactConsent/upload/report/hint';
import { makeTargets } from '../../nodes/ContactConsent/upload/groupById';
import type { Run, Target } from '../../nodes/ContactConsent/upload/uploadTypes';
import { MAPPED, readTable } from '../support/upload-table';
import { sentence } from '../support/sentences';

/** The sentences about a table of which all records were unchanged, without the one that counts them. */
function told(
	records: readonly IDataObject[],
	options: Partial<Setting> = {},
	ofTargets: ReadonlyArray<Partial<Target>> = [],
) {
	const setting = { ...MAPPED, ...options };
	const table = readTable(records, options);
	const targets = makeTargets({ model: contactModel, setting, ...table, anyRefused: false });
	targets.forEach((target, at) => Object.assign(target, { outcome: { kind: 'unchanged' } }, ofTargets[at]));
	return hintOf({ model: contactModel, setting, ...table } as unknown as Run, targets, undefined).slice(1);
}

const warning = (text: string) => ({ text, isWarning: true });
const info = (text: string) => ({ text, isWarning: false });
const spoken = (...of: Parameters<typeof told>) =>
	told(...of)
		.map(({ text }) => text)
		.join(' ');

it('a table of which everything is understood and sent needs no words', () => {
	expect(told([{ id: 'x', Vorname: 'Ada', 'E-Mail': 'ada@x.org' }])).toEqual([]);
});

describe('rows that are left out', () => {
	it.each([
		[1, '1 blank row left out.'],
		[2, '2 blank rows left out.'],
	])('are counted if they are blank, and are no warning: %i', (count, text) => {
		expect(told([{ id: 'x' }, ...Array.from({ length: count }, () => ({ id: ' ' }))])).toEqual([info(text)]);
	});

	it.each([
		[1, `${sentence('rowLeftOut', { row: 2 })}: ${sentence('noneFilled', { records: 'contacts' })}.`],
		[2, 'Rows 2 and 3 were left out: none of their filled columns is a field of contacts.'],
	])('are named with a warning if they say something else: %i', (count, text) => {
		const others = Array.from({ length: count }, () => ({ Gender: 'f' }));
		expect(told([{ id: 'x' }, ...others])).toEqual([warning(text)]);
	});
});

describe('a row of sums', () => {
	it('is named with its word, and is no warning', () => {
		expect(told([{ id: 'x' }, { id: 'Summe', Umsatz: 12 }])).toContainEqual(
			info(`${sentence('rowLeftOut', { row: 2 })}: ${sentence('looksLikeTotal', { cell: 'Summe' })}.`),
		);
	});

	it('is named together with others like it', () => {
		const sums = ['Subtotal', 'Subtotal', 'Total'].map((id) => ({ id, Umsatz: 12 }));
		expect(told([{ id: 'x' }, ...sums])).toContainEqual(
			info('Rows 2, 3 and 4 were left out: they look like totals (Subtotal and Total).'),
		);
	});
});

describe('the row of the headings', () => {
	const title = { Mitglieder: 'Stand: 1. Mai', __EMPTY: '', __EMPTY_1: '' };
	const headings = { Mitglieder: 'Nr', __EMPTY: 'Vorname', __EMPTY_1: 'Nachname', __EMPTY_2: 'ID' };
	const person = { Mitglieder: '1', __EMPTY: 'Ada', __EMPTY_1: 'Byron', __EMPTY_2: 'x' };

	it.each<[string, IDataObject[], string]>([
		['behind a title', [headings, person], sentence('headingsFound', { row: 1 })],
		[
			'behind a title and a date',
			[title, headings, person],
			`${sentence('headingsFound', { row: 2 })} Left out before it: 1 row.`,
		],
		[
			'behind several rows',
			[title, {}, title, headings, person],
			`${sentence('headingsFound', { row: 4 })} Left out before it: 3 rows.`,
		],
	])('is named if it stands %s', (_, rows, text) => {
		expect(told(rows)).toContainEqual(info(text));
	});

	it('is left out and counted if it stands inside the table', () => {
		const other = { Nr: '1', Vorname: 'Ada', ID: 'x' };
		const repeated = { Nr: 'Nr', Vorname: 'First Name', ID: ' id ' };
		const text = spoken([other, repeated, other, repeated]);
		expect(text).toContain('Rows 2 and 4 were left out, because they repeat the headings.');
		expect(spoken([other, repeated])).toContain(
			`${sentence('rowLeftOut', { row: 2 })}, ${sentence('repeatsHeadings')}.`,
		);
	});
});

describe('a column that contacts do not have', () => {
	it('is named once for all rows, with the way to choose the columns', () => {
		const [only, ...rest] = told([
			{ id: 'x', Gender: 'f', Size: 7 },
			{ id: 'y', Gender: 'm' },
		]);
		expect(rest).toEqual([]);
		expect(only?.isWarning).toBe(true);
		expect(only?.text).toMatch(
			new RegExp(` contacts ${sentence('noSuchColumn')}: Gender, Size\\. .*'Map Each Column Manually'`),
		);
	});

	it('is advised to be mapped if it comes from JSON', () => {
		expect(spoken([{ id: 'x', Gender: 'f' }], { isTable: false })).toMatch(
			/no such column: Gender\. .*'Input Mode' to 'Map Columns'/,
		);
	});

	it.each([['letters were lost', { 'Stra\ufffde': 'Markt' }, /'Encoding'/]])(
		'is explained by the file if %s',
		(_what, row, advice) => {
			const text = spoken([{ id: 'x', ...row }]);
			expect(text).toMatch(advice);
			expect(text).not.toContain('Map Each Column Manually');
		},
	);

	it('is called so if it has no heading', () => {
		expect(spoken([{ id: 'x', __EMPTY: 'Markt', __EMPTY_1: '7', col_3: 'x', '': 'y' }])).toMatch(
			new RegExp(`${sentence('noSuchColumn')}: ${sentence('noHeading')}\\. .*'Map Each Column Manually'`),
		);
	});

	it.each([
		['documentation', 'signed'],
		['section_work', 7],
		['data', 'none'],
	])('may have the name of a nested one: %s with the cell %j', (name, value) => {
		expect(spoken([{ id: 'x', [name]: value }])).toContain(`contacts ${sentence('noSuchColumn')}: ${name}.`);
	});
});

it('read-only columns are named as such, without advice', () => {
	expect(told([{ id: 'x', tags: 'vip', Consents: 'post' }])).toEqual([
		warning('Not sent, because these columns are read-only: tags, Consents.'),
	]);
});

describe('a second heading for a column', () => {
	it('is named with the one that counts, as a warning', () => {
		const row = { id: 'x', Unternehmen: 'Bolt', company: 'Acme', Nachname: 'King', 'Last Name': 'Byron' };
		expect(told([row])).toEqual([
			warning(
				`Unternehmen ${sentence('isNotSent')} company is Company, too. Nachname ${sentence('isNotSent')} Last Name is Last Name, too.`,
			),
		]);
	});

	it('is named with the surest one of several', () => {
		expect(spoken([{ id: 'x', Vorname: 'A', 'Given Name': 'B', first_name: 'C' }])).toBe(
			`Vorname ${sentence('isNotSent')} first_name is First Name, too. Given Name ${sentence('isNotSent')} first_name is First Name, too.`,
		);
	});

	it('is never named with itself, even if rows have them in another order', () => {
		const rows = [
			{ id: 'x', 'Given Name': 'Ada' },
			{ id: 'y', Forename: 'Alan', 'Given Name': 'Al' },
		];
		expect(spoken(rows)).toBe(`Given Name ${sentence('isNotSent')} Forename is First Name, too.`);
	});

	it('may be one without a section that lost against one with a section', () => {
		const notes = [{ kind: 'otherHeading', heading: 'city', words: 'work_city is City, too' }] as const;
		expect(told([{ id: 'x', work_city: 'Bonn', city: 'Rome' }], {}, [{ notes }])).toEqual([
			warning(`city ${sentence('isNotSent')} work_city is City, too.`),
		]);
	});

	it('is named for the first 20 of many', () => {
		const row: IDataObject = { id: 'x' };
		for (let at = 0; at <= 21; at++) row[`${' '.repeat(at)}company`] = `Acme ${at}`;
		const text = spoken([row]);
		expect(text.match(/is Company, too/g)).toHaveLength(20);
	});
});

describe('a cell that is not sent', () => {
	const NOT_WHOLE = sentence('notSentNotWhole');

	it.each([
		[
			'an incomplete day',
			{ Geburtsdatum: '05/12', birthday: '1990-01-31' },
			`${NOT_WHOLE}: Geburtsdatum (05/12).`,
		],
		['a shortened number', { Unternehmen: '4,91511E+12', company: 'Acme' }, 'Unternehmen (4,91511E+12).'],
	])('because it has %s is named once, and not as a second column', (_what, row, words) => {
		const sentences = told([{ id: 'x', ...row }]);
		expect(sentences).toHaveLength(1);
		expect(sentences[0]?.isWarning).toBe(true);
		expect(sentences[0]?.text).toContain(words);
	});

	it('because another column counts is named as such, also if it was read as a day', () => {
		expect(told([{ id: 'x', Geburtsdatum: 31179, birthday: '1990-01-31' }])).toEqual([
			warning(`Geburtsdatum ${sentence('isNotSent')} birthday is Birthday, too.`),
			info(`${sentence('readAsDay')}: Geburtsdatum (31179 is 1985-05-12).`),
		]);
	});
});

describe('what cells were read as', () => {
	it.each<[what: string, row: IDataObject, sentence: object]>([
		[
			'a failed formula',
			{ Firma: 'Acme', company: '#REF!' },
			warning(`${sentence('notSentFormula')}: company (#REF!).`),
		],
		[
			'a day as a number',
			{ birthday: '31179' },
			info(`${sentence('readAsDay')}: birthday (31179 is 1985-05-12).`),
		],
		[
			'the mark of a text',
			{ company: "'0731" },
			info(`${sentence('quoteTakenOff')}: company ('0731 is 0731).`),
		],
		[
			'an incomplete day',
			{ birthday: '1990-05-00' },
			warning(`${sentence('notSentNotWhole')}: birthday (1990-05-00).`),
		],
	])('is said for %s', (_what, row, sentence) => {
		expect(told([{ id: 'x', Vorname: 'Ada', ...row }])).toContainEqual(sentence);
	});

	it('is said for a shortened number with the way to keep all digits', () => {
		const [only] = told([{ id: 'x', company: '4.91E+12' }]);
		expect(only?.text).toMatch(/last digits are lost: company \(4\.91E\+12\)\. .* export it again\.$/);
		expect(only?.isWarning).toBe(true);
	});

	it('names each heading with its first cell and the number of cells', () => {
		const rows = ['#REF!', '#NAME?', 'Acme', '#N/A'].map((company, at) => ({ id: `x${at}`, company }));
		const title = { id: 'y', title: '#NV' };
		expect(spoken([...rows, title])).toBe(
			`${sentence('notSentFormula')}: company (#REF!, in 3 cells), title (#NV).`,
		);
	});

	it('cuts long headings and cells', () => {
		const heading = `Company${' '.repeat(40)}`;
		const cell = `'${'0'.repeat(50)}`;
		expect(spoken([{ id: 'x', [heading]: cell }])).toContain(
			`: ${heading.slice(0, 39)}… (${cell.slice(0, 39)}… is ${'0'.repeat(50)}).`,
		);
	});
});

describe('notes about merged consents', () => {
	const note = (kind: Note['kind'], name: string): Note => ({ kind, name, heading: 'documentation' });
	const ROWS = [{ id: 'c-1' }, { id: 'c-2' }];

	it('of one kind are one sentence, which names the contact of each', () => {
		const targets = ['newsletter', 'post'].map((name) => ({ notes: [note('undoneByWithdrawal', name)] }));
		expect(told(ROWS, {}, targets)).toEqual([
			info(
				'Withdrawn, because the upload had granted it: newsletter (contact c-1), post (contact c-2). A Yes in a later upload counts only with a date after this. Set Consent grants it at once.',
			),
		]);
	});

	it('that are the same for several contacts are named once, with their contacts', () => {
		const same = { notes: [note('newType', 'sms')] };
		expect(told(ROWS, {}, [same, same])).toEqual([info(`${sentence('newTypes')}: sms (contacts c-1, c-2).`)]);
	});

	it('of several kinds are several sentences, of which some have nothing to add', () => {
		const targets = [{ notes: [note('newType', 'sms'), note('newerCounts', 'post')] }];
		expect(told(ROWS, {}, targets)).toEqual([
			info(`${sentence('newTypes')}: sms (contact c-1).`),
			warning(`${sentence('newerStands')}: post (contact c-1).`),
		]);
	});

	it('that name nothing but their records list these', () => {
		const targets = [{ notes: [{ kind: 'notDeleted', heading: '' } as const] }];
		expect(told(ROWS, {}, targets)).toEqual([
			warning(
				'Not deleted, although the upload created them: contact c-1. To delete them, give the output of the upload to a Filter (change is equal to created), and then to Delete.',
			),
		]);
	});

	it('are a warning if one of them is', () => {
		const worse: Note = { ...note('newType', 'post'), isWarning: true };
		const targets = [{ notes: [note('newType', 'sms')] }, { notes: [worse] }];
		expect(told(ROWS, {}, targets)).toEqual([
			warning(`${sentence('newTypes')}: sms (contact c-1), post (contact c-2).`),
		]);
	});
});
