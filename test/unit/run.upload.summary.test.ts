/** The sentences above the output of an upload, and those of the error that ends one. */
import { InvalidInput } from '../../nodes/ContactConsent/operation';
import type { Acceptance, Sentence } from '../../nodes/ContactConsent/plan';
import type { Element, Row } from '../../nodes/ContactConsent/run/upload/elements';
import type { States } from '../../nodes/ContactConsent/run/upload/outcome';
import { doneIn, summaryOf } from '../../nodes/ContactConsent/run/upload/summary';
import { executionCancelled } from '../../nodes/ContactConsent/transport/errors';
import { NOT_FINISHED } from '../../nodes/ContactConsent/run/wait';
import { failure } from '../support/service-failure';

const NOUN = { one: 'contact', many: 'contacts' };
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const acceptance = (operationId?: string): Acceptance => ({ operationId, facts: {} });
const UPLOAD = acceptance('op1');

/** The element of some rows, counted from 1. */
const element = (rows: number | number[], more: Partial<Element>): Element => {
	const all = [rows].flat();
	const of = all.map((row) => ({ from: row - 1 }) as Row);
	return { id: `c${all[0]}`, rows: of, ...more } as Element;
};
const accepted = (row: number | number[], upload = UPLOAD, more: Partial<Element> = {}) =>
	element(row, { end: { acceptance: upload }, ...more });
const refused = (row: number | number[], error: unknown) => element(row, { end: { refusal: { error } } });

interface Given {
	dryRun?: boolean;
	repeatedId?: string;
	states?: States;
	sentences?: (notes: readonly unknown[]) => Sentence[];
}

const told = (elements: Element[], { states, dryRun = false, sentences = () => [], ...plan }: Given = {}) =>
	summaryOf(NOUN, elements, { dryRun, sentences, ...plan }, states);
const wordsOf = (...of: Parameters<typeof told>) =>
	told(...of)
		.map(({ text }) => text)
		.join(' ');
const isWarning = (...of: Parameters<typeof told>) => told(...of).some((sentence) => sentence.isWarning);

describe('where nothing is to be said', () => {
	it('there is no hint', () => {
		expect(told([accepted(1), accepted(2)])).toEqual([]);
	});

	it('an empty list, a dry run and waiting have one all the same', () => {
		expect(wordsOf([])).toBe('Accepted: 0 of 0 contacts.');
		expect(wordsOf([element(1, { change: 'changed', end: {} })], { dryRun: true })).toBe(
			'Dry run of 1 contact, nothing was changed. Would be created: 0. Would be changed: 1. Would stay as they are: 0.',
		);
		const states: States = new Map([[UPLOAD, { json: {}, itemStatus: new Map(), timedOut: false }]]);
		expect(wordsOf([accepted(1)], { states })).toBe(
			'Accepted: 1 of 1 contact. Status when waiting ended: 1 unknown.',
		);
		expect(isWarning([accepted(1)], { states })).toBe(false);
		expect(wordsOf([refused(1, 'no')], { states: new Map() })).not.toContain('Status');
	});
});

it('how many were accepted, refused, or need not be sent', () => {
	const elements = [
		accepted(1, UPLOAD, { change: 'changed' }),
		element(2, { change: 'unchanged', end: {} }),
		refused(3, new Error('no')),
	];
	expect(wordsOf(elements)).toBe(
		'Accepted: 1 of 3 contacts. Not sent, because nothing changes: 1. Refused: 1. Row 3: no.',
	);
	expect(isWarning(elements)).toBe(true);
	expect(isWarning(elements.slice(0, 2))).toBe(false);
});

it('what the plan tells of those that were not refused stands before the reasons', () => {
	const seen: unknown[] = [];
	const sentences = (notes: readonly unknown[]) => {
		seen.push(...notes);
		return [{ text: 'Not sent: hat.', isWarning: true }];
	};
	const notes = { notKept: ['color'] };
	const elements = [
		accepted(1, UPLOAD, { notes }),
		element(2, { notes: {}, end: { refusal: { error: new Error('no') } } }),
		accepted(3),
	];
	expect(wordsOf(elements, { sentences })).toBe(
		'Accepted: 2 of 3 contacts. Refused: 1. Not sent: hat. Row 2: no.',
	);
	expect(seen).toEqual([notes]);
});

describe('rows of one ID', () => {
	const repeatedId = 'the later row counts';

	it('are named where that may be a surprise', () => {
		const elements = [accepted([14, 15]), accepted(3), accepted([7, 7, 7])];
		expect(wordsOf(elements, { repeatedId })).toBe(
			'Accepted: 3 of 3 contacts. ID c14 occurs in rows 14 and 15: the later row counts. ID c7 occurs 3 times in row 7: the later row counts.',
		);
		expect(isWarning(elements, { repeatedId })).toBe(true);
		expect(told(elements)).toEqual([]);
	});

	it.each([
		[4, ' 1 other ID occurs more than once, too.'],
		[5, ' 2 other IDs occur more than once, too.'],
	])('of %i IDs three are named', (count, rest) => {
		const elements = upTo(count).map((row) => accepted([row, row + 10]));
		const words = wordsOf(elements, { repeatedId });
		expect(words).toContain(`ID c3 occurs in rows 3 and 13: the later row counts.${rest}`);
		expect(words).not.toContain('ID c4');
		expect(words.endsWith(rest)).toBe(true);
	});
});

describe('a reason stands with its rows', () => {
	it('in their order, each once', () => {
		const elements = [refused([4, 1], new Error('no')), refused(4, new Error('no')), refused(2, 'never')];
		expect(wordsOf(elements)).toBe('Accepted: 0 of 3 contacts. Refused: 3. Rows 1 and 4: no. Row 2: never.');
	});

	it.each([
		[4, ' And 1 other reason.'],
		[5, ' And 2 other reasons.'],
	])('of %i reasons three are given', (count, rest) => {
		const elements = upTo(count).map((row) => refused(row, new Error(`r${row}`)));
		expect(wordsOf(elements)).toBe(
			`Accepted: 0 of ${count} contacts. Refused: ${count}. Row 1: r1. Row 2: r2. Row 3: r3.${rest}`,
		);
	});

	it('and with hints on how to go on, each once', () => {
		const invalid = (message: string, hint?: string) => new InvalidInput(message, 'advice', hint);
		const elements = [
			refused(1, invalid('one', 'Do this.')),
			refused(2, invalid('two')),
			refused(3, Object.assign(new Error('one'), { hint: 'Do nothing.' })),
			refused(4, invalid('two', 'Do this.')),
			refused(5, invalid('two', 'Do that.')),
		];
		expect(wordsOf(elements)).toMatch(/Rows 1 and 3: one\. Rows 2, 4 and 5: two\. Do this\. Do that\.$/);
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
		const elements = [accepted(1), accepted(2), accepted(3), accepted(4, other), accepted(5, acceptance())];
		const states: States = new Map([
			[UPLOAD, stateOf({ operation_status: 'success' }, { c2: 'failed' })],
			[other, stateOf({ operation_status: 'success' })],
		]);
		expect(wordsOf(elements, { states })).toBe(
			'Accepted: 5 of 5 contacts. Status when waiting ended: 3 success, 1 failed, 1 unknown.',
		);
	});

	it('is a warning with its reason where it could not be read', () => {
		const states: States = new Map([[UPLOAD, { ...stateOf({}), unread: 'The key may not' }]]);
		expect(wordsOf([accepted(1)], { states })).toBe(
			'Accepted: 1 of 1 contact. Status when waiting ended: 1 unknown. The status could not be read: The key may not.',
		);
		expect(isWarning([accepted(1)], { states })).toBe(true);
	});

	it('is a warning where the time ran out, with what to do', () => {
		const other = acceptance();
		const states: States = new Map([
			[UPLOAD, stateOf({ operation_status: 'pending' }, {}, true)],
			[other, stateOf({ operation_status: 'success' })],
		]);
		const elements = [accepted(1), accepted(2, other)];
		expect(told(elements, { states }).at(-1)).toBe(NOT_FINISHED);
		expect(isWarning(elements, { states })).toBe(true);
	});
});

describe('the error that ends an upload', () => {
	const ANYWAY =
		"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).";
	const refusal = failure({ kind: 'status', status: 422 });
	const rest = [refused(7, refusal), element(8, {})];
	const words = (others: Element[], error: unknown = refusal) => doneIn(NOUN, [...others, ...rest], error);

	it('says which rows were accepted, with the Operation-Ids, and what was not', () => {
		const others = [accepted(2), accepted([1, 3]), accepted(5, acceptance('op2')), accepted(6, acceptance())];
		expect(words(others)).toBe(
			`Accepted: 4 of 6 contacts (rows 1 to 3, 5 to 6; Operation-Id op1, op2). Refused: 1. Not sent: 1. ${ANYWAY}`,
		);
	});

	it('counts what is unchanged, which is neither', () => {
		expect(words([element(1, { change: 'unchanged', end: {} })])).toBe(
			`Accepted: 0 of 3 contacts. Unchanged: 1. Refused: 1. Not sent: 1. ${ANYWAY}`,
		);
	});

	it('counts what a cancelled execution has not sent, and what may have been accepted', () => {
		const cancelled = (row: number, neverSent: boolean) => refused(row, executionCancelled(neverSent));
		const lost = refused(4, failure({ kind: 'status', status: 502 }));
		expect(
			words([cancelled(1, true), cancelled(2, true), cancelled(3, false), lost], executionCancelled(true)),
		).toBe('Accepted: 0 of 6 contacts. Refused: 1. Not sent: 3. Not known whether it was accepted: 2.');
	});

	it.each([
		[20, /Operation-Id (op\d+, ){19}op20\)\./],
		[21, /Operation-Id (op\d+, ){19}op20 and 1 more\)\./],
	])('of %i Operation-Ids names twenty', (count, pattern) => {
		expect(words(upTo(count).map((row) => accepted(row, acceptance(`op${row}`))))).toMatch(pattern);
	});

	it('does not advise to upload the others where they would end in the same way', () => {
		expect(words([], failure({ kind: 'status', status: 401 }))).toBe(
			'Accepted: 0 of 2 contacts. Refused: 1. Not sent: 1.',
		);
	});
});
