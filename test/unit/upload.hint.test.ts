/** The hint above the output: what it says about people, statuses, rows with one ID, and an input without data. */
import { hintOf } from '../../nodes/ContactConsent/upload/report/hint';
import { targetOf } from '../../nodes/ContactConsent/upload/targets';
import type {
	Acceptance,
	Difference,
	Outcome,
	Row,
	Run,
	State,
	Target,
} from '../../nodes/ContactConsent/upload/uploadTypes';
import { MAPPED, runOf } from '../support/upload-table';
import { sentence } from '../support/sentences';

const DRY = runOf({ setting: { ...MAPPED, dryRun: true } });
const CLEAR = runOf({ setting: { ...MAPPED, keepsOtherFields: false } });

/** The target of the rows, counted from 1. Its ID is that of the first one. */
function target(rows: number | number[], outcome?: Outcome, more: Partial<Target> = {}): Target {
	const id = `c${[rows].flat()[0]}`;
	const all = [rows].flat().map((row) => ({ item: row - 1, id, cells: [], notes: [] }) as unknown as Row);
	return Object.assign(targetOf(all), { outcome, ...more });
}

const acceptance = (operationId: string): Acceptance => ({ operationId, acceptedAt: 0, facts: {} });

const changed = (
	rows: number | number[],
	differences: Difference[] = [],
	more: Partial<Target> = {},
	by = acceptance('op'),
): Target => target(rows, { kind: 'accepted', acceptance: by, change: 'changed', differences }, more);

const unchanged = (row: number): Target => target(row, { kind: 'unchanged' });

/** The hint without the sentence that counts records. */
function told(targets: readonly Target[], run = runOf(), states?: ReadonlyMap<Acceptance, State>) {
	const [, ...sentences] = hintOf(run, targets, states);
	return {
		text: sentences.map(({ text }) => text).join(' '),
		isWarning: sentences.some(({ isWarning }) => isWarning),
	};
}

const SILENT = { text: '', isWarning: false };

describe('an input without data', () => {
	const EMPTY = runOf({ isInputEmpty: true });

	it('is named, with what to turn off, and is no warning', () => {
		expect(hintOf(EMPTY, [], undefined)).toEqual([
			{
				text: expect.stringMatching(new RegExp(`^${sentence('emptyInput')} .*Always Output Data`)) as string,
				isWarning: false,
			},
		]);
	});

	it('is not named if records were entered as JSON', () => {
		expect(hintOf(EMPTY, [unchanged(1)], undefined)).toEqual([
			{ text: '1 contact: 1 unchanged.', isWarning: false },
		]);
	});
});

it('a record that was not reached is only counted', () => {
	expect(hintOf(runOf(), [unchanged(1), target(2)], undefined)).toEqual([
		{ text: '2 contacts: 1 unchanged.', isWarning: false },
	]);
});

it('a refused record makes the count itself a warning', () => {
	const refused = target(1, { kind: 'refused', error: new Error('no'), who: '', name: '' });
	expect(hintOf(runOf(), [refused, unchanged(2)], undefined)[0]).toEqual({
		text: '2 contacts: 1 unchanged, 1 refused.',
		isWarning: true,
	});
});

it.each([
	['changed', true, [{ column: 'a', label: 'A', from: 1, to: 2 }]],
	['unchanged', true, []],
	['created', false, []],
])('a dry run counts what would be %s', (what, exists, differences) => {
	expect(hintOf(DRY, [target(1, { kind: 'dryRun', exists, differences })], undefined)[0]?.text).toBe(
		`${sentence('dryRunOf', { what: '1 contact' })}: 1 would be ${what}.`,
	);
});

it.each([
	[true, 'these are unchanged now'],
	[false, 'uploaded some of the rows already.'],
])('the hint says that an earlier try may have uploaded rows (keep: %s)', (keepsOtherFields, words) => {
	const { text, isWarning } = told(
		[unchanged(1)],
		runOf({ mayRepeat: true, setting: { ...MAPPED, keepsOtherFields } }),
	);
	expect(text).toContain('Retry On Fail');
	expect(text).toContain(words);
	expect(isWarning).toBe(false);
	expect(told([unchanged(1)])).toEqual(SILENT);
});

const difference = (column: string, from: unknown, to: unknown): Difference => ({
	column,
	label: column,
	from,
	to,
});
const name = (from: [unknown, unknown], to: [unknown, unknown]) =>
	['first_name', 'last_name'].map((column, at) => difference(column, from[at], to[at]));

describe('a record that becomes another person', () => {
	const OTHER = name(['Ada', 'Byron'], ['Alan', 'Turing']);

	it('is named, with both names, as a warning', () => {
		expect(told([changed(7, [difference('title', 'Dr.', 'Mr.'), ...OTHER]), unchanged(8)])).toEqual({
			text: `Another first and last name than before: c7 was Ada Byron and is now Alan Turing. ${sentence('samePeople')}`,
			isWarning: true,
		});
	});

	it('is named by first name and birthday, if the last name is the same', () => {
		const born = difference('birthday', '1980-06-01', '2016-03-04');
		const { text, isWarning } = told([
			changed(7, [...name(['Ada', 'Rao'], ['Lia', 'Rao']).slice(0, 1), born]),
		]);
		expect(text).toContain('c7 was Ada (born 1980-06-01) and is now Lia (born 2016-03-04).');
		expect(isWarning).toBe(true);
		expect(told([changed(7, [born])]).text).not.toContain('c7');
		expect(told([changed(7, [...OTHER, born])]).text).not.toContain('born');
	});

	it('is named in a dry run, too', () => {
		const { text } = told([target(7, { kind: 'dryRun', exists: true, differences: OTHER })], DRY);
		expect(text).toContain('c7 is Ada Byron and would be Alan Turing.');
	});

	it.each<[what: string, differences: Difference[]]>([
		['only the first name differs', OTHER.slice(0, 1)],
		['only the last name differs', OTHER.slice(1)],
		['the first name differs only in case and accents', name(['JOSÉ ', 'Byron'], ['Jose', 'Turing'])],
		['the last name differs only in blanks and signs', name(['Ada', 'Byron-King'], ['Alan', 'Byron King'])],
		['the record had no name', name([undefined, undefined], ['Alan', 'Turing'])],
		['the record had an empty first name', name(['', 'Byron'], ['Alan', 'Turing'])],
		['the names are erased', name(['Ada', 'Byron'], [null, ''])],
		['the first name is erased', name(['Ada', 'Byron'], [undefined, 'Turing'])],
	])('is not named if %s', (_what, differences) => {
		expect(told([changed(1, differences)])).toEqual(SILENT);
	});
});

it('in a dry run, values that look like placeholders are named as a warning', () => {
	const outcome = { kind: 'dryRun', exists: true, differences: [] } as const;
	const notes = [{ kind: 'placeholder', heading: 'Company "N/A"' }] as const;
	expect(told([target(1, outcome, { notes })], DRY)).toEqual({
		text: `${sentence('contentPlaceholder')}: Company "N/A".`,
		isWarning: true,
	});
});

it('a single removed entry is one entry', () => {
	expect(told([changed(1, [difference('tags', ['a', 'b'], ['a'])])]).text).toBe(
		'Removed: 1 entry of tags (1 contact).',
	);
});

describe('an ID of several rows', () => {
	/** A column of the first row is not sent, because only the last row is. */
	const losing = (rows: number[]): Target => {
		const one = changed(rows);
		Object.assign(one.rows[0] as Row, { notes: [{ kind: 'laterRow', heading: 'fax' }] });
		return one;
	};

	it.each<[what: string, run: Run, words: string]>([
		['of which the last one is sent', CLEAR, sentence('laterRowCounts')],
		['that are merged', runOf(), sentence('merged')],
	])('%s: the hint says that the later one counts', (_what, run, words) => {
		expect(told([changed([1, 3]), changed(2)], run)).toEqual({
			text: `ID c1 occurs in rows 1 and 3: ${words}.`,
			isWarning: false,
		});
	});

	it('is a warning if a column of an earlier row is not sent', () => {
		expect(told([losing([1, 3])], CLEAR)).toEqual({
			text: `ID c1 occurs in rows 1 and 3: ${sentence('laterRowCounts')}.`,
			isWarning: true,
		});
	});

	it.each([
		[3, false],
		[4, true],
	])(
		'is named for three IDs; if number %i loses a column, the others are a warning: %j',
		(number, isWarning) => {
			const all = [1, 2, 3, 4].map((row) => (row === number ? losing : changed)([row, row + 10]));
			expect(hintOf(CLEAR, all, undefined).slice(1)).toMatchObject([
				{ text: `ID c1 occurs in rows 1 and 11: ${sentence('laterRowCounts')}.`, isWarning: false },
				{ isWarning: false },
				{ isWarning: !isWarning },
				{ text: '1 other ID occurs more than once, too.', isWarning },
			]);
		},
	);
});

describe('the hint of an upload that was waited for', () => {
	const WAITING = runOf({
		setting: {
			...MAPPED,
			waiting: { timeout: 1, isPending: (body) => (body as { status?: string }).status === 'pending' },
		},
	});
	const state = (operation_status: unknown, more: Partial<State> = {}): State =>
		({
			json: { operation_status, timed_out: false },
			itemStatus: new Map(),
			timedOut: false,
			...more,
		}) as State;

	/** The hint if each state is that of an Operation with one record. */
	function ended(...states: State[]) {
		const operations = states.map((one, at) => [acceptance(`op${at + 1}`), one] as const);
		const targets = operations.map(([by], at) => changed(at + 1, [], {}, by));
		return told(targets, WAITING, new Map(operations));
	}

	const MAY_NOT = `${sentence('mayNotHaveDone')} Its status is: `;

	it.each<[what: string, states: State[], strange: string]>([
		['has no status', [state('unknown')], 'unknown'],
		['has an empty text as status', [state('')], 'unknown'],
		['has something else as status', [state({ code: 7 })], 'unknown'],
		['has a status of its own', [state('finished'), state('lost')], 'lost (row 2)'],
		['has no status, beside one that is done', [state('unknown'), state('finished')], 'unknown'],
	])('warns if an Operation %s', (_what, states, strange) => {
		const { text, isWarning } = ended(...states);
		expect(text).toContain(`${MAY_NOT}${strange}.`);
		expect(isWarning).toBe(true);
	});

	it.each<[what: string, states: State[], words: string]>([
		['could not be read', [state('unknown', { unread: 'no right' })], 'The status could not'],
		['is not finished', [state('unknown', { timedOut: true })], 'The time ran out'],
		[
			'could not be read, beside one that is done',
			[state('unknown', { unread: 'no' }), state('done')],
			'The status could not',
		],
		[
			'is not finished, beside one that is done',
			[state('unknown', { timedOut: true }), state('done')],
			'The time ran out',
		],
	])('does not call a status strange that %s', (_what, states, words) => {
		const { text } = ended(...states);
		expect(text).toContain(words);
		expect(text).not.toContain(MAY_NOT);
	});

	it('says nothing of records without a status if their own Operation is done', () => {
		const silent = state('done', { itemStatus: new Map([['c1', 'unknown']]) });
		const done = state('unknown', { itemStatus: new Map([['c2', 'done']]) });
		expect(ended(silent, done)).toEqual(SILENT);
	});

	it('does not call the status of a record unknown because another Operation has none', () => {
		const unread = state('unknown', { unread: 'no' });
		const done = state('unknown', { itemStatus: new Map([['c2', 'done']]) });
		expect(ended(unread, done).text).not.toContain(MAY_NOT);
		expect(ended(state('unknown', { timedOut: true }), done).text).not.toContain(MAY_NOT);
	});

	it('says that it is not finished if one of several Operations is not', () => {
		const { text, isWarning } = ended(state('done'), state('pending', { timedOut: true }));
		expect(text).toContain('may undo what was uploaded');
		expect(isWarning).toBe(true);
	});

	it('says nothing if all is done', () => {
		const twice = { itemStatus: new Map([['c1', 'ok']]) };
		expect(ended(state('done', twice), state('done'))).toEqual(SILENT);
	});

	it('names three reasons why a status could not be read, each once', () => {
		const unread = ['r1', 'r2', 'r2', 'r3', 'r4'].map((reason) => state('unknown', { unread: reason }));
		expect(ended(...unread).text.match(/could not be read: r\d/g)).toEqual(
			['r1', 'r2', 'r3'].map((reason) => `could not be read: ${reason}`),
		);
	});

	it('says nothing of a record whose request got no answer', () => {
		const [by, none] = [acceptance('op1'), acceptance('')];
		const targets = [changed(1, [], {}, by), changed(2, [], {}, none)];
		expect(told(targets, WAITING, new Map([[by, state('done')]]))).toEqual(SILENT);
	});
});
