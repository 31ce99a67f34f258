/** The sentences above the output of an upload. */
import { InvalidInput } from '../../nodes/ContactConsent/operation';
import type { Acceptance } from '../../nodes/ContactConsent/plan';
import type { Element } from '../../nodes/ContactConsent/run/elements';
import { summaryOf, waitedInWords } from '../../nodes/ContactConsent/run/summary';
import type { States } from '../../nodes/ContactConsent/run/uploads';

const NOUN = { one: 'contact', many: 'contacts' };

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const acceptance = (operationId?: string): Acceptance => ({ operationId, facts: {} });
const UPLOAD = acceptance('op1');

/** The element of a row, counted from 1. */
const row = (number: number, more: Partial<Element>) =>
	({ from: number - 1, id: `c${number}`, ...more }) as Element;

const accepted = (count: number): Element[] => upTo(count).map((number) => row(number, { accepted: UPLOAD }));
const refused = (rows: number[], error: unknown): Element[] => rows.map((number) => row(number, { error }));

interface Given {
	dryRun?: boolean;
	keeps?: boolean;
	states?: States;
	waited?: string;
}

const hintOf = (
	elements: Element[],
	{ dryRun = false, keeps = false, states, waited = '' }: Given = {},
): unknown => summaryOf(NOUN, elements, { dryRun, keeps }, states, waited);

const messageOf = (...of: Parameters<typeof hintOf>) => (hintOf(...of) as { message: string }).message;

describe('where nothing is to be said', () => {
	it('there is no hint', () => {
		expect(hintOf(accepted(3))).toBeUndefined();
	});

	it('an empty list has one all the same', () => {
		expect(messageOf([])).toBe('Accepted: 0 of 0 contacts.');
	});

	it('a dry run and an upload that was waited for have one all the same', () => {
		expect(hintOf([], { dryRun: true })).toEqual({
			message:
				'Dry run of 0 contacts, nothing was changed. Would be created: 0. Would be changed: 0. Would stay as they are: 0.',
			type: 'info',
		});
		expect(hintOf(accepted(3), { states: new Map() })).toEqual({
			message: 'Accepted: 3 of 3 contacts.',
			type: 'info',
		});
	});
});

describe('what was not sent', () => {
	const notSent = (unknown: string[], readOnly: string[], wayOn?: string) => ({
		accepted: UPLOAD,
		notSent: { unknown, readOnly, wayOn },
	});

	it('is named once, by the reason, with the way on', () => {
		const elements = [
			row(1, notSent(['shoe', 'hat'], ['tags'], 'Map them.')),
			row(2, { accepted: UPLOAD }),
			row(3, notSent(['hat', 'coat'], ['tags', 'source'], 'Map them.')),
			row(4, notSent([], [])),
		];
		expect(hintOf(elements)).toEqual({
			message:
				'Accepted: 4 of 4 contacts. Not sent, because contacts have no such column: shoe, hat, coat. Map them. Not sent, because these columns are read-only: tags, source.',
			type: 'warning',
		});
		const onlyOne = [row(1, notSent([], ['tags']))];
		expect(hintOf(onlyOne)).toEqual({
			message: 'Accepted: 1 of 1 contact. Not sent, because these columns are read-only: tags.',
			type: 'warning',
		});
	});

	it.each([
		[20, ''],
		[21, ' and 1 more'],
		[23, ' and 3 more'],
	])('of %i columns 20 are named', (count, rest) => {
		const columns = upTo(count).map((number) => `x${number}`);
		const twenty =
			'x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20';
		expect(messageOf([row(1, notSent(columns, []))])).toBe(
			`Accepted: 1 of 1 contact. Not sent, because contacts have no such column: ${twenty}${rest}.`,
		);
		expect(messageOf([row(1, notSent([], columns))])).toContain(`read-only: ${twenty}${rest}.`);
	});

	it('says how to go on once, where refused rows have the same way on', () => {
		const invalid = new InvalidInput('There is no ID', 'Add one.', 'Map them.');
		const elements = [row(1, notSent(['hat'], [], 'Map them.')), row(2, { error: invalid })];
		expect(messageOf(elements)).toBe(
			'Accepted: 1 of 2 contacts. Refused: 1. Not sent, because contacts have no such column: hat. Map them. Row 2: There is no ID.',
		);
	});
});

it('a dry run tells what would be created, changed and left as it is', () => {
	const change = { first_name: { from: 'Ada', to: 'Eva' } };
	const found = [
		{ exists: false, changes: change },
		{ exists: false, changes: {} },
		{ exists: true, changes: change },
		{ exists: true, changes: {} },
		{ exists: true, changes: {} },
		{ exists: true, changes: {} },
	].map((forecast, at) => row(at + 1, { found: forecast }));
	expect(hintOf([...found, row(7, { error: new Error('no') })], { dryRun: true })).toEqual({
		message:
			'Dry run of 7 contacts, nothing was changed. Would be created: 2. Would be changed: 1. Would stay as they are: 3. Refused: 1. Row 7: no.',
		type: 'warning',
	});
});

describe('a reason stands with its rows', () => {
	it.each<[rows: number[], words: string]>([
		[[2], 'Row 2'],
		[[1, 2], 'Rows 1 and 2'],
		[[2, 3, 4], 'Rows 2–4'],
		[[1, 2, 3, 4], 'Rows 1–4'],
		[[1, 3, 7], 'Rows 1, 3 and 7'],
		[[1, 2, 4, 5], 'Rows 1, 2, 4 and 5'],
		[[1, 3, 4, 5, 9], 'Rows 1, 3–5 and 9'],
		[[1, 3, 5, 7, 9], 'Rows 1, 3, 5, 7 and 9'],
		[[1, 3, 5, 7, 9, 11], 'Rows 1, 3, 5, 7, 9 and 1 more'],
		[[1, 3, 5, 7, 9, 10, 11, 12], 'Rows 1, 3, 5, 7 and 9–12'],
		[[1, 3, 4, 5, 7, 9, 11, 13, 14, 15], 'Rows 1, 3–5, 7, 9, 11 and 3 more'],
		[[4, 4, 4, 5], 'Rows 4 and 5'],
	])('%j as "%s"', (rows, words) => {
		const elements = [...accepted(1), ...refused(rows, new Error('no'))];
		expect(messageOf(elements)).toBe(
			`Accepted: 1 of ${elements.length} contacts. Refused: ${rows.length}. ${words}: no.`,
		);
	});

	it.each([
		[3, ''],
		[4, ' And 1 other reason.'],
		[5, ' And 2 other reasons.'],
	])('of %i reasons three are given', (count, rest) => {
		const elements = upTo(count).flatMap((number) => [
			...refused([number], new Error(`r${number}`)),
			...refused([number + 10], `r${number}`),
		]);
		expect(messageOf(elements)).toBe(
			`Accepted: 0 of ${count * 2} contacts. Refused: ${count * 2}. Rows 1 and 11: r1. Rows 2 and 12: r2. Rows 3 and 13: r3.${rest}`,
		);
	});

	it('which is a sentence, whatever its end and its lines', () => {
		expect(messageOf(refused([1], new Error('Is it\nthere?')))).toContain('Row 1: Is it there?');
		expect(messageOf(refused([1], new Error('no')))).toMatch(/Row 1: no\.$/);
	});

	it('and with the ways on, each once; only one of our own has one', () => {
		const invalid = (message: string, wayOn?: string) => new InvalidInput(message, 'advice', wayOn);
		const elements = [
			...refused([1], invalid('one', 'Do this.')),
			...refused([2], invalid('two')),
			...refused([3], Object.assign(new Error('three'), { wayOn: 'Do nothing.' })),
			...refused([4], invalid('one', 'Do this.')),
			...refused([5], invalid('one', 'Do that.')),
		];
		expect(messageOf(elements)).toBe(
			'Accepted: 0 of 5 contacts. Refused: 5. Rows 1, 4 and 5: one. Row 2: two. Row 3: three. Do this. Do that.',
		);
	});
});

describe('where an upload stood when waiting ended', () => {
	const stateOf = (json: object, itemStatus: object = {}, timedOut = false) => ({
		json: json as Record<string, string>,
		itemStatus: new Map(Object.entries(itemStatus)),
		timedOut,
	});

	it('is counted by the status of each element, else by that of its request', () => {
		const other = acceptance();
		const elements = [
			...accepted(3),
			row(4, { accepted: other }),
			row(5, { accepted: acceptance() }),
			row(6, { error: new Error('no') }),
		];
		const states: States = new Map([
			[UPLOAD, stateOf({ operation_status: 'success' }, { c2: 'failed' })],
			[other, stateOf({ operation_status: 'success' })],
		]);
		expect(messageOf(elements, { states })).toBe(
			'Accepted: 5 of 6 contacts. Refused: 1. Status when waiting ended: 3 success, 1 failed. Row 6: no.',
		);
	});

	it('is unknown where the service does not say', () => {
		const states: States = new Map([[UPLOAD, stateOf({})]]);
		expect(messageOf(accepted(1), { states })).toBe(
			'Accepted: 1 of 1 contact. Status when waiting ended: 1 unknown.',
		);
	});

	it('is a warning where the time ran out, with what to do', () => {
		const other = acceptance();
		const states: States = new Map([
			[UPLOAD, stateOf({ operation_status: 'pending' }, {}, true)],
			[other, stateOf({ operation_status: 'success' })],
		]);
		expect(hintOf([...accepted(1), row(2, { accepted: other })], { states })).toEqual({
			message:
				"Accepted: 2 of 2 contacts. Status when waiting ended: 1 pending, 1 success. The time ran out before the service finished: these items have timed_out: true. Increase 'Timeout (Seconds)', or use the operation Upload Operation → Wait Until Finished with their operation_id.",
			type: 'warning',
		});
	});
});

describe('what took the time', () => {
	it('is the reading before the upload, from 1,000 elements on', () => {
		expect(hintOf(accepted(999), { keeps: true })).toBeUndefined();
		expect(hintOf(accepted(1000))).toBeUndefined();
		expect(hintOf(accepted(1000), { keeps: true })).toEqual({
			message: 'Accepted: 1000 of 1000 contacts. Read 1000 contacts first, to keep what is not sent.',
			type: 'info',
		});
	});

	it('is a service that asked for fewer requests', () => {
		expect(hintOf(accepted(1), { waited: 'Waited 2 s.' })).toEqual({
			message: 'Accepted: 1 of 1 contact. Waited 2 s.',
			type: 'info',
		});
	});

	it.each([
		[0, ''],
		[499, ''],
		[500, 'Waited 1 s, because the service asked for fewer requests.'],
		[1499, 'Waited 1 s, because the service asked for fewer requests.'],
		[61_700, 'Waited 62 s, because the service asked for fewer requests.'],
	])('of %i ms it says %j', (milliseconds, words) => {
		expect(waitedInWords({ waited: () => milliseconds })).toBe(words);
	});
});
