/** The output items of an upload, the hint above them, and the sentence of a run that stops. */
import { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import { executionCancelled } from '../../nodes/ContactConsent/transport/errors';
import { hintOf } from '../../nodes/ContactConsent/upload/report/hint';
import type { Note } from '../../nodes/ContactConsent/upload/report/notes';
import { outcomesOf, stopped } from '../../nodes/ContactConsent/upload/report/outputItems';
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
import { failure } from '../support/service-failure';
import { MAPPED, runOf } from '../support/upload-table';
import { sentence } from '../support/sentences';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const DRY = runOf({ setting: { ...MAPPED, dryRun: true } });
const WAITING = runOf({
	setting: {
		...MAPPED,
		waiting: { timeout: 1, isPending: (body) => (body as { status?: string }).status === 'pending' },
	},
});

const acceptance = (operationId: string): Acceptance => ({
	operationId,
	acceptedAt: 0,
	facts: { operation_id: operationId, request_id: `r-${operationId}` },
});
const UPLOAD = acceptance('op1');

/** The target of some rows, counted from 1. */
function target(rows: number | number[], outcome?: Outcome, more: Partial<Row> = {}): Target {
	const all = [rows].flat().map((row) => {
		const id = `c${[rows].flat()[0]}`;
		return { item: row - 1, id, cells: [], notes: [], ...more } as unknown as Row;
	});
	return Object.assign(targetOf(all), { outcome });
}
const accepted = (
	rows: number | number[],
	more: Partial<Extract<Outcome, { kind: 'accepted' }>> = {},
	row: Partial<Row> = {},
) => target(rows, { kind: 'accepted', acceptance: UPLOAD, change: 'changed', differences: [], ...more }, row);
const refused = (rows: number | number[], error: unknown, row: Partial<Row> = {}) =>
	target(rows, { kind: 'refused', error, who: '', name: '' }, row);
const unchanged = (rows: number | number[]) => target(rows, { kind: 'unchanged' });

const unknown = (heading: string): Note => ({ kind: 'unknown', heading });

const difference = (column: string, from: unknown, to: unknown): Difference => ({
	column,
	label: column.toUpperCase(),
	from,
	to,
});

const told = (targets: Target[], run = runOf(), states?: Map<Acceptance, State>) => {
	const sentences = hintOf(run, targets, states);
	return {
		text: sentences.map(({ text }) => text).join(' '),
		isWarning: sentences.some(({ isWarning }) => isWarning),
	};
};

describe('the hint counts', () => {
	it.each<[what: string, targets: Target[], run: Run, text: string]>([
		[
			'what became of records',
			[accepted(1, { change: 'created' }), accepted(2), unchanged(3), unchanged(4)],
			runOf(),
			'4 contacts: 1 created, 1 changed, 2 unchanged.',
		],
		['what was accepted with Clear', [accepted(1, { change: undefined })], runOf(), '1 contact: 1 accepted.'],
		['nothing at all', [], runOf(), '0 contacts.'],
		[
			'what would become of them',
			[
				target(1, { kind: 'dryRun', exists: false, differences: [] }),
				target(2, { kind: 'dryRun', exists: true, differences: [difference('a', 1, 2)] }),
				target(3, { kind: 'dryRun', exists: true, differences: [] }),
			],
			DRY,
			`${sentence('dryRunOf', { what: '3 contacts' })}: 1 would be created, 1 would be changed, 1 would be unchanged.`,
		],
	])('%s, and is no warning', (_what, targets, run, text) => {
		expect(told(targets, run)).toEqual({ text, isWarning: false });
	});

	it('refused records as a warning, with their reasons', () => {
		expect(told([accepted(1), refused(3, new Error('no'))])).toEqual({
			text: '2 contacts: 1 changed, 1 refused. Row 3: no.',
			isWarning: true,
		});
	});
});

describe('the hint names', () => {
	it.each([
		[3, ''],
		[4, ' And 1 other reason.'],
		[5, ' And 2 other reasons.'],
	])('of %i reasons only three', (count, rest) => {
		const { text } = told(upTo(count).map((row) => refused(row, new Error(`r${row}`))));
		expect(text).toBe(`${count} contacts: ${count} refused. Row 1: r1. Row 2: r2. Row 3: r3.${rest}`);
	});

	it('who a reason is about, if it is about one record', () => {
		const about = (row: number, message: string, who: string) =>
			target(row, { kind: 'refused', error: new Error(message), who, name: '' });
		const { text } = told([
			about(1, 'no', 'c1 Ada'),
			about(2, 'x', 'c2 Bo'),
			about(3, 'x', 'c3 Cy'),
			about(4, 'y', ''),
		]);
		expect(text).toBe('4 contacts: 4 refused. Row 1, c1 Ada: no. Rows 2 and 3: x. Row 4: y.');
	});

	it('each reason once, with its rows in order, and how to go on', () => {
		const hinted = (message: string) => new InvalidInput(message, 'a', 'Read the manual.');
		const { text } = told([
			refused(4, hinted('no')),
			refused(1, hinted('no')),
			refused(5, hinted('no')),
			refused(2, new Error('x')),
		]);
		expect(text).toBe('4 contacts: 4 refused. Rows 1, 4 and 5: no. Row 2: x. Read the manual.');
	});

	it.each([
		[1, ''],
		[3, ''],
		[4, ' 1 other ID occurs more than once, too.'],
		[5, ' 2 other IDs occur more than once, too.'],
	])('of %i IDs with several rows only three', (count, rest) => {
		const { text } = told(upTo(count).map((row) => accepted([row, row + 10])));
		expect(text).toContain('ID c1 occurs in rows 1 and 11: ');
		expect([text.includes('ID c4'), text.endsWith(rest)]).toEqual([false, true]);
	});

	it('several records of one ID in one item', () => {
		expect(told([accepted([7, 7, 7])]).text).toContain('ID c7 occurs 3 times in row 7: ');
	});

	it('lists that become shorter, and no replaced values', () => {
		const differences = [difference('mails', ['a', 'b', 'c'], ['d']), difference('name', 'a', 'b')];
		const { text, isWarning } = told([
			accepted(1, { differences }),
			accepted(2, { differences: [difference('mails', ['a'], null), difference('tags', ['x'], ['y'])] }),
		]);
		expect([text, isWarning]).toEqual([
			'2 contacts: 2 changed. Removed: 3 entries of MAILS (2 contacts).',
			true,
		]);
		const dry = target(1, { kind: 'dryRun', exists: true, differences });
		expect(told([dry], DRY).text).toContain('Would be removed: 2 entries of MAILS (1 contact).');
	});

	it('in a dry run, values that would be erased and invalid e-mail addresses', () => {
		const differences = [difference('name', 'a', null)];
		const notes = [{ kind: 'noEmail', heading: 'Work Emails "x.org"' }] as const;
		const { text } = told([target(1, { kind: 'dryRun', exists: true, differences }, { notes })], DRY);
		expect(text).toContain('Something would be erased in 1 contact.');
		expect(text).toContain(`${sentence('notAnEmail')}: Work Emails "x.org".`);
		expect(told([accepted(1, { differences })]).text).not.toContain('erased');
	});

	it('fields that are not kept', () => {
		const notes = ['test', 'section_work.color'].map((heading) => ({ kind: 'notKept' as const, heading }));
		expect(told([accepted(1, {}, { notes }), accepted(2, {}, { notes })]).text).toContain(
			`${sentence('notKept')}: test, section_work.color. To send them back, set`,
		);
	});

	it.each([
		[20, /: c1, .*, c20\./],
		[21, /: c1, .*, c20 and 1 more\./],
	])('of %i columns at most 20', (count, words) => {
		const notes = upTo(count).map((at) => unknown(`c${at}`));
		expect(told([accepted(1, {}, { notes })]).text).toMatch(words);
	});

	it('nothing about rows with one ID, if the operation itself tells about its rows', () => {
		const one = accepted([1, 2]);
		one.told = new Map();
		expect(told([one, refused(3, new Error('no'))]).text).toBe(
			'2 contacts: 1 changed, 1 refused. Row 3: no.',
		);
	});
});

describe('the hint of an upload that was waited for', () => {
	const state = (operation_status: string, more: Partial<State> = {}): State => ({
		json: { operation_status, timed_out: false },
		itemStatus: new Map(),
		timedOut: false,
		...more,
	});
	const wait = (one: State, targets = [accepted(1), accepted(2)]) =>
		told(targets, WAITING, new Map([[UPLOAD, one]]));

	it.each<[what: string, one: State, text: string, isWarning: boolean]>([
		['done', state('Finished'), '2 contacts: 2 changed.', false],
		[
			'strange for a record',
			state('finished', { itemStatus: new Map([['c2', 'in review']]) }),
			`${sentence('mayNotHaveDone')} Its status is: in review (row 2).`,
			true,
		],
		[
			'failed, although its records are done',
			state('failed', {
				itemStatus: new Map([
					['c1', 'ok'],
					['c2', 'ok'],
				]),
			}),
			'Its status is: failed.',
			true,
		],
		[
			'done for records of an Operation with a strange status',
			state('partly', {
				itemStatus: new Map([
					['c1', 'ok'],
					['c2', 'ok'],
				]),
			}),
			'Its status is: partly.',
			true,
		],
		['not read', state('unknown', { unread: 'no right' }), `${sentence('statusNotRead')} no right.`, true],
		['late', state('pending', { timedOut: true }), 'may undo what was uploaded', true],
	])('says how it ended: %s', (_what, one, text, isWarning) => {
		const hint = wait(one);
		expect(hint.text).toContain(text);
		expect(hint.isWarning).toBe(isWarning);
	});

	it('says nothing about waiting if nothing was accepted', () => {
		expect(told([unchanged(1)], WAITING, undefined).text).toBe('1 contact: 1 unchanged.');
	});
});

/** The output items in the order of the rows. */
const itemsOf = (targets: Target[], run = runOf(), states?: Map<Acceptance, State>) => {
	const rows = targets.flatMap((one) => one.rows).sort((a, b) => a.item - b.item);
	return [...outcomesOf({ ...run, rows }, states)];
};

describe('an item', () => {
	const differences = [difference('title', 'Dr.', 'Prof.')];
	const notes = [unknown('note')];
	const STATE: State = {
		json: { operation_status: 'finished', timed_out: false },
		itemStatus: new Map([['c1', 'success']]),
		timedOut: false,
	};

	it('has its keys in the documented order', () => {
		const [one] = itemsOf([accepted(1, { differences }, { notes })], runOf(), new Map([[UPLOAD, STATE]]));
		expect(one).toEqual({
			from: 0,
			result: {
				json: {
					id: 'c1',
					accepted: true,
					change: 'changed',
					changes: { title: { from: 'Dr.', to: 'Prof.' } },
					item_status: 'success',
					operation_status: 'finished',
					timed_out: false,
					not_sent: ['note'],
					operation_id: 'op1',
					request_id: 'r-op1',
				},
			},
		});
		expect(Object.keys((one as { result: { json: object } }).result.json)).toEqual([
			...['id', 'accepted', 'change', 'changes', 'item_status', 'operation_status', 'timed_out'],
			...['not_sent', 'operation_id', 'request_id'],
		]);
	});

	it.each<[what: string, one: Target, run: Run, json: object]>([
		['unchanged', unchanged(1), runOf(), { id: 'c1', change: 'unchanged' }],
		[
			'created',
			accepted(1, { change: 'created', differences }),
			runOf(),
			{ id: 'c1', accepted: true, change: 'created', operation_id: 'op1', request_id: 'r-op1' },
		],
		[
			'accepted with Clear',
			accepted(1, { change: undefined }),
			runOf(),
			{ id: 'c1', accepted: true, operation_id: 'op1', request_id: 'r-op1' },
		],
		[
			'made by a dry run',
			target(1, { kind: 'dryRun', exists: true, differences }),
			DRY,
			{ id: 'c1', dry_run: true, exists: true, changes: { title: { from: 'Dr.', to: 'Prof.' } } },
		],
		[
			'made by a dry run of a new record',
			target(1, { kind: 'dryRun', exists: false, differences }),
			DRY,
			{ id: 'c1', dry_run: true, exists: false, changes: { title: { to: 'Prof.' } } },
		],
	])('is right if %s', (_what, one, run, json) => {
		expect(itemsOf([one], run)).toEqual([{ from: 0, result: { json } }]);
	});

	it('names the headings of which nothing or not all is sent', () => {
		const later: Note = { kind: 'laterRow', heading: 'fax' };
		const dayNumber: Note = { kind: 'dayNumber', heading: 'birthday', given: '31179' };
		const stays: Note = { kind: 'consentStays', heading: 'consents', name: 'news' };
		const newType: Note = { kind: 'newType', heading: 'title', name: 'post' };
		const one = accepted(1, {}, { notes: [...notes, dayNumber, later, stays, newType] });
		const [item] = itemsOf([one]);
		expect(item).toMatchObject({ result: { json: { not_sent: ['note', 'fax', 'consents'] } } });
	});

	it('of each row of an ID has the common result, and only the last one the changes', () => {
		const one = accepted([1, 3], { differences });
		Object.assign(one.rows[0] as Row, { notes });
		one.notes = [
			{ kind: 'otherHeading', heading: 'Anrede', words: 'salutation is Salutation, too' },
			...notes,
		];
		const jsons = itemsOf([one]).map((outcome) => ('result' in outcome ? outcome.result.json : {}));
		expect(jsons.map(({ not_sent, changes }) => [not_sent, changes !== undefined])).toEqual([
			[['note', 'Anrede'], false],
			[['note', 'Anrede'], true],
		]);
	});

	it('is made by the operation if it tells about its rows, and missing for a row that was left out', () => {
		const one = accepted([1, 2]);
		const [first, second] = one.rows as [Row, Row];
		one.told = new Map([
			[first, { fields: { type: 'news', was: null }, isSent: true }],
			[second, { fields: { type: 'post', was: true }, isSent: false }],
		]);
		const leftOut = { item: 5, target: undefined } as Row;
		const jsons = [...outcomesOf({ ...runOf(), rows: [...one.rows, leftOut] }, undefined)].map((outcome) =>
			'result' in outcome ? outcome.result.json : {},
		);
		expect(jsons).toEqual([
			{ id: 'c1', type: 'news', was: null, ...UPLOAD.facts },
			{ id: 'c1', type: 'post', was: true },
		]);
	});
});

describe('a refused row', () => {
	const invalid = new InvalidInput('Title is a list', 'Use a text.', 'Correct it.');

	it('has an item for each row of its target', () => {
		expect(itemsOf([refused([1, 2], invalid)])).toMatchObject(
			[0, 1].map((from) => ({ from, error: invalid, items: [0, 1] })),
		);
	});

	it('says who it is about', () => {
		const one = target(1, { kind: 'refused', error: invalid, who: 'c1 Ada Byron', name: 'Ada Byron' });
		expect(itemsOf([one])).toMatchObject([{ from: 0, error: invalid, who: 'c1 Ada Byron' }]);
	});

	it('keeps an unexpected error as it is, also if its item has several records', () => {
		const fault = new TypeError('odd');
		const [outcome] = itemsOf([refused(1, fault, { position: 2 })]);
		expect(outcome && 'error' in outcome && outcome.error).toBe(fault);
	});

	it('is named by ID or place if its item has several records', () => {
		const messageOf = (one: Target): unknown => {
			const [outcome] = itemsOf([one]);
			return outcome && 'error' in outcome && (outcome.error as Error).message;
		};
		expect(messageOf(refused(1, invalid, { position: 2 }))).toBe('Contact "c1": Title is a list');
		const anonymous = Object.assign(refused(1, invalid, { position: 2 }), { id: '' });
		expect(messageOf(anonymous)).toBe('The contact in place 2: Title is a list');
		const service = failure({ kind: 'status', status: 422 });
		expect(messageOf(refused(1, service, { position: 2 }))).toBe('Contact "c1": no');
		const key = failure({ kind: 'status', status: 401 });
		expect(messageOf(refused(1, key, { position: 2 }))).toBe('no');
	});

	it('of a dry run has an item', () => {
		const [one] = itemsOf([refused(3, invalid)], DRY);
		expect(one).toMatchObject({
			from: 2,
			result: {
				json: {
					id: 'c3',
					dry_run: true,
					would_be_refused: 'Title is a list',
					message: expect.stringContaining('row 3') as string,
				},
			},
		});
	});
});

describe('the message of a run that stops', () => {
	const done = (targets: Target[]) => stopped(runOf(), targets)[0]?.done;

	it('counts accepted, unchanged, refused, unsent and unknown rows', () => {
		const open = target(6);
		const lost = refused(5, failure({ kind: 'timeout' }));
		const never = refused(7, failure({ kind: 'unreachable', neverSent: true }));
		const targets = [accepted([2, 1]), unchanged(3), refused(4, failure({ kind: 'status', status: 422 }))];
		expect(done([...targets, lost, open, never])).toMatch(
			/^Accepted: 1 of 6 contacts \(rows 1 to 2; Operation-Id op1\)\. Unchanged: 1\. Refused: 1\. Not sent: 2\. Not known whether it was accepted: 1\. To upload the others anyway, /,
		);
	});

	it('says how the others are uploaded if there are others', () => {
		const [one, other] = [1, 2].map((at) => refused(at, new Error('no')));
		expect(done([one as Target, target(2)])).toMatch(/Not sent: 1\. To upload the others anyway/);
		const all = [one as Target, other as Target];
		expect(done(all)).toMatch(/Not sent: 0\.$/);
	});

	it.each([
		[20, /rows 1, 3, .*, 39;/],
		[21, /rows 1, 3, .*, 39 and 1 more;/],
	])('shows at most 20 of %i ranges', (count, words) => {
		const targets = upTo(count).map((at) => accepted(2 * at - 1));
		expect(done([refused(100, new Error('no')), ...targets])).toMatch(words);
	});

	it('shows all of 20 Operations, and none for an upload without one', () => {
		const targets = upTo(20).map((at) => accepted(at, { acceptance: acceptance(`op${at}`) }));
		const failed = refused(100, new Error('no'));
		expect(done([failed, ...targets])).toMatch(/Operation-Id op1, .*, op20\)/);
		const none = { operationId: undefined, acceptedAt: 0, facts: {} };
		expect(done([failed, accepted(1, { acceptance: none })])).toContain('2 contacts (row 1).');
		expect(done([failed, accepted(1, { acceptance: none }), accepted(2)])).toContain(
			'(rows 1 to 2; Operation-Id op1)',
		);
		expect(done([failed, unchanged(1), accepted(2)])).toContain('Unchanged: 1.');
		expect(done([failed, accepted(2)])).not.toContain('Unchanged');
	});

	it('says how the others are uploaded if it is not known whether they were accepted', () => {
		const lost = refused(2, failure({ kind: 'timeout' }));
		expect(done([refused(1, new Error('no')), lost])).toSay('othersAnyway');
	});

	it('shows at most 20 of 21 Operations', () => {
		const targets = upTo(21).map((at) => accepted(at, { acceptance: acceptance(`op${at}`) }));
		expect(done([refused(100, new Error('no')), ...targets])).toMatch(
			/Operation-Id op1, .*, op20 and 1 more\)/,
		);
	});

	it('has the failures of all refused rows, and says once what was done', () => {
		const targets = upTo(3).map((row) => refused(row, new InvalidInput(`r${row}`, '')));
		const failed = stopped(runOf(), [...targets, accepted(4)]);
		expect(failed).toMatchObject([
			{ from: [0], items: [0], id: 'c1', error: { message: 'r1' } },
			{ from: [1], items: [1], id: 'c2', error: { message: 'r2' } },
			{ from: [2], items: [2], id: 'c3', error: { message: 'r3' } },
		]);
		expect(failed.map((one) => one.done?.slice(0, 31))).toEqual([
			'Accepted: 1 of 4 contacts (row ',
			undefined,
			undefined,
		]);
	});

	it('does not advise to upload the others if the cause is about no record', () => {
		expect(done([refused(1, executionCancelled(true)), accepted(2)])).not.toSay('othersAnyway');
	});
});
