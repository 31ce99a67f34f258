/** The title and description of the error that ends an execution. */
import { executionErrorWords } from '../../nodes/ContactConsent/common/executionError';
import { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import type { Failure } from '../../nodes/ContactConsent/common/plan';
import { failure as service } from '../support/service-failure';
import { sentence } from '../support/sentences';

const missing = (row: number, more: Partial<Failure> = {}, what = 'Last Name is missing'): Failure => ({
	error: new InvalidInput(what, 'Fill it.'),
	items: [row - 1],
	id: `C-${row}`,
	who: `C-${row} Ada Byron`,
	name: 'Ada Byron',
	...more,
});
const words = (failures: Failure[], rows = 8) =>
	executionErrorWords(failures as [Failure, ...Failure[]], failures[0]?.items?.[0] ?? 0, rows);
const titleOf = (...failures: Failure[]) => words(failures).message;

describe('the title', () => {
	it('names the row and its ID', () => {
		expect(titleOf(missing(5))).toBe('Row 5 (C-5): Last Name is missing');
		expect(titleOf(missing(5, { items: [1, 4] }))).toBe('Rows 2 and 5 (C-5): Last Name is missing');
	});

	it('names an ID once', () => {
		expect(titleOf(missing(5, {}, sentence('noRecord', { record: 'contact', id: 'C-5' })))).toBe(
			`Row 5: ${sentence('noRecord', { record: 'contact', id: 'C-5' })}`,
		);
	});

	it('has no ID where none is known', () => {
		expect(titleOf(missing(5, { id: undefined, who: undefined }))).toBe('Row 5: Last Name is missing');
		expect(titleOf(missing(5, { id: '', who: '' }))).toBe('Row 5: Last Name is missing');
	});

	it('names the only row of the input if that says its ID', () => {
		expect(words([missing(1)], 1).message).toBe('Row 1 (C-1): Last Name is missing');
		expect(words([missing(1, { id: undefined })], 1).message).toBe('Last Name is missing');
		expect(words([missing(1, {}, 'There is no "C-1"')], 1).message).toBe('There is no "C-1"');
	});

	it('counts several rows, and lists them', () => {
		expect(titleOf(missing(3), missing(5), missing(6))).toBe(
			`${sentence('rowsNeedYou', { count: 3, all: 8 })} 3, 5, 6`,
		);
		expect(titleOf(missing(1), missing(2), missing(3), missing(7))).toBe(
			`${sentence('rowsNeedYou', { count: 4, all: 8 })} 1 to 3, 7`,
		);
		const odd = Array.from({ length: 25 }, (_, at) => missing(2 * at + 1));
		expect(words(odd, 50).message).toMatch(
			new RegExp(`^${sentence('rowsNeedYou', { count: 25, all: 50 })} 1, 3, .*, 39 and 5 more$`),
		);
	});

	it('names the records of one row by their IDs', () => {
		const several = ['a', 'b', 'c@d.example'].map((id) => missing(2, { id, items: [1] }));
		expect(titleOf(...several)).toBe(`Row 2: ${sentence('recordsNeedYou', { count: 3 })}: a, b and 1 more`);
	});

	it('counts an ID that stands in several rows once', () => {
		const items = [1, 4];
		const error = new InvalidInput('no', '');
		const same = { error, items, id: 'a' };
		expect(titleOf(same, same)).toBe('Rows 2 and 5 (a): no');
	});

	it('names no row if the failure is about none', () => {
		expect(titleOf(missing(5, { items: undefined }))).toBe('Last Name is missing');
		const refusedKey = service({ kind: 'status', status: 401 });
		expect(titleOf({ error: refusedKey, items: [0], id: 'a' }, missing(2))).toBe(refusedKey.message);
	});

	it('names a record that fails alone, and not each of those that fail together with the service', () => {
		const down = service({ kind: 'status', status: 500 });
		const at = (row: number): Failure => ({ error: down, items: [row - 1], id: `C-${row}` });
		expect(titleOf(at(4))).toBe(`Row 4 (C-4): ${down.message}`);
		expect(titleOf(at(4), at(5))).toBe(down.message);
		expect(titleOf(at(4), missing(5))).toBe(`${sentence('rowsNeedYou', { count: 2, all: 8 })} 4, 5`);
		expect(titleOf({ error: down, items: [0] })).toBe(down.message);
	});

	it.each([
		[
			`${sentence('noRecord', { record: 'contact', id: 'ada@b.example' })}, or …`,
			`${sentence('noRecord', { record: 'contact', id: '…' })}, or …`,
		],
		['Work Emails "ada@b": is not valid', 'Work Emails "…": is not valid'],
		['Work Emails are <ada@b.example>, twice', 'Work Emails are … twice'],
		['Last Name "Byron": is too long', 'Last Name "…": is too long'],
		['Ada Byron has gone', '… has gone'],
		['Type "newsletter" is new', 'Type "newsletter" is new'],
	])('names no person, whom the description names: %s', (what, shown) => {
		const failed = missing(5, { id: 'ada@b.example', who: 'ada@b.example Ada Byron' }, what);
		const { message, description } = words([failed]);
		expect(message).toBe(`Row 5: ${shown}`);
		expect(description).toContain('That is ada@b.example Ada Byron.');
		if (shown !== what) expect(description).toContain(what.replace('<', '‹').replace('>', '›'));
	});

	it('names the record in the description unless the message says its ID as a word of its own', () => {
		const about = (what: string) =>
			words([missing(5, { id: '5', who: undefined, name: undefined }, what)]).description;
		expect(about('At most 55 letters')).toContain('That is 5.');
		expect(about('There is no 5')).not.toContain('That is');
	});

	it('leaves out a name although the record is stored under another spelling of its ID', () => {
		const failed = missing(5, { id: 'c-5' }, 'Last Name "C-5" of "Byron"');
		expect(words([failed]).message).toBe('Row 5 (c-5): Last Name "C-5" of "…"');
	});

	it('leaves an ID that is an e-mail address to the description', () => {
		const failed = missing(5, { id: 'ada@b.example', who: undefined });
		expect(words([failed])).toEqual({
			message: 'Row 5: Last Name is missing',
			description: `Fill it. ${sentence('cameFrom', { rows: 'row 5' })} That is ada@b.example.`,
		});
	});
});

describe('the description of several failures', () => {
	const at = (...rows: number[]) => rows.map((row) => missing(row, {}, `r${row}`));

	it.each([
		[2, 'Row 1, C-1 Ada Byron: r1. Row 2, C-2 Ada Byron: r2. '],
		[3, 'Row 1, C-1 Ada Byron: r1. Row 2, C-2 Ada Byron: r2. Row 3, C-3 Ada Byron: r3. '],
		[4, 'Row 1, C-1 Ada Byron: r1. Row 2, C-2 Ada Byron: r2. Row 3, C-3 Ada Byron: r3. And 1 other reason. '],
	])('has three of %i reasons, then what the first one says, then what was done', (count, reasons) => {
		const [first, ...others] = at(1, 2, 3, 4).slice(0, count);
		const { description } = words([{ ...first, done: 'Accepted: 4 of 8.' } as Failure, ...others]);
		expect(description).toBe(`${reasons}Fill it. Accepted: 4 of 8.`);
	});

	it('says a reason once', () => {
		expect(words([missing(3), missing(5), missing(6)]).description).toBe(
			'Rows 3, 5 and 6: Last Name is missing. Fill it.',
		);
	});
});
