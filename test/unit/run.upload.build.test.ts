/** Reading and building the elements of a batch, and refusing those for which that fails. */
import { buildAll, isOutdated, refuse, type Run } from '../../nodes/ContactConsent/run/upload/build';
import type { Element, Row } from '../../nodes/ContactConsent/run/upload/elements';
import type { BatchPlan } from '../../nodes/ContactConsent/plan';
import { failure } from '../support/service-failure';
import { stillTime, pass } from '../support/still-time';
import { thingPlan } from '../support/thing-upload';

const elementOf = (...raws: object[]) =>
	({
		id: (raws[0] as { id: string }).id,
		rows: raws.map((raw) => ({ raw, from: 0 }) as Row),
	}) as unknown as Element;

function runOf(
	given: { reads?: boolean; plan?: Partial<BatchPlan>; records?: Record<string, unknown> } = {},
) {
	const asked: string[] = [];
	const send = async ({ path: [, id = ''] }: { path: string[] }) => {
		asked.push(id);
		const record = given.records?.[id] ?? failure({ kind: 'status', status: 404 });
		return await (record instanceof Error ? Promise.reject(record) : Promise.resolve({ body: record }));
	};
	const noun = { one: 'thing', many: 'things' };
	const withoutKey = ({ id = '' }: { id?: string }) => ({ id: id.replace('s3cret', '***') });
	const sender = Object.assign(send, { withoutKey });
	return { run: { noun, plan: thingPlan(given), send: sender, anyRefused: false } as unknown as Run, asked };
}

describe('a batch', () => {
	it('is built of what is there and of all rows of each ID, in order', async () => {
		const { run, asked } = runOf({ reads: true, records: { a: { id: 'a', color: 'red', size: 1 } } });
		const elements = [elementOf({ id: 'a', size: 2 }, { id: 'a', size: 3 }), elementOf({ id: 'b' })];
		await buildAll(run, elements);
		expect(asked).toEqual(['a', 'b']);
		expect(elements.map(({ upload, change }) => [upload, change])).toEqual([
			[{ id: 'a', color: 'red', size: 3 }, 'changed'],
			[{ id: 'b' }, 'created'],
		]);
	});

	it('takes out rows that cannot be read over what is there: they are refused by themselves', async () => {
		const { build } = thingPlan({ reads: true });
		const plan: Partial<BatchPlan> = {
			build(rows, now, refuse) {
				refuse(1, new Error('odd'));
				return build(rows.slice(0, 1), now, refuse);
			},
		};
		const { run } = runOf({ reads: true, plan });
		const element = elementOf({ id: 'a', size: 2 }, { id: 'a', size: 3 });
		const [first, second] = element.rows;
		await buildAll(run, [element]);
		expect([element.rows, element.upload]).toEqual([[first], { id: 'a', size: 2 }]);
		const lacking = elementOf({ id: 'b', lacks: 'name' }, { id: 'b', size: 3 });
		await buildAll(run, [lacking]);
		expect(lacking.end?.refusal?.error).toMatchObject({ message: 'The name is missing' });
		expect(second?.element?.end?.refusal?.error).toMatchObject({ message: 'odd' });
		expect(second?.element?.rows).toEqual([second]);
		expect(run.anyRefused).toBe(true);
	});

	it('takes the last row of an ID alone, where only that one counts', async () => {
		const { run } = runOf();
		const element = elementOf({ id: 'a', color: 'red' }, { id: 'a', size: 3 });
		await buildAll(run, [element]);
		expect(element.upload).toEqual({ id: 'a', size: 3 });
	});

	it.each([
		['unchanged', {}, { a: { id: 'a' } }],
		['part of a dry run', { dryRun: true }, {}],
	])('ends an element that is %s, without an upload', async (_what, plan, records) => {
		const { run } = runOf({ reads: true, plan, records });
		const element = elementOf({ id: 'a' });
		await buildAll(run, [element]);
		expect([element.end, element.upload]).toEqual([{}, undefined]);
	});

	it('refuses those alone that cannot be read or built', async () => {
		const refused = failure({ kind: 'status', status: 403 });
		const { run } = runOf({ reads: true, records: { a: refused } });
		const elements = [elementOf({ id: 'a' }), elementOf({ id: 'b', lacks: 'name' }), elementOf({ id: 'c' })];
		await buildAll(run, elements);
		expect(elements.map((element) => (element.end?.refusal?.error as Error | undefined)?.message)).toEqual([
			'no',
			'The name is missing',
			undefined,
		]);
		expect(run.anyRefused).toBe(true);
	});
});

describe('a refusal', () => {
	const validation = [{ outerKey: '0', innerKey: 'x', code: 'c', message: 'm' }];
	const refusal = failure({ kind: 'status', status: 422, validation });

	it('of one element is told in the words of its columns, and of several it is not', () => {
		const { run } = runOf();
		const [one, ...two] = ['a', 'b', 'c'].map((id) => Object.assign(elementOf({ id }), { upload: { id } }));
		refuse(run, [one as Element], refusal);
		refuse(run, two, refusal);
		expect([one, ...two].map((element) => (element?.end?.refusal?.error as Error).message)).toEqual([
			'a is wrong',
			'no',
			'no',
		]);
	});

	it('quotes what was sent without the key', () => {
		const { run } = runOf();
		const element = Object.assign(elementOf({ id: 'a' }), { upload: { id: 'with s3cret' } });
		refuse(run, [element], refusal);
		expect(element.end?.refusal?.error).toMatchObject({ message: 'with *** is wrong' });
	});

	it('of none refuses nothing', () => {
		const { run } = runOf();
		refuse(run, [], refusal);
		expect(run.anyRefused).toBe(false);
	});

	it('that is about no record ends a dry run, and no other run', () => {
		const key = failure({ kind: 'status', status: 401 });
		expect(() => refuse(runOf({ plan: { dryRun: true } }).run, [elementOf({ id: 'a' })], key)).toThrow(key);
		expect(() => refuse(runOf().run, [elementOf({ id: 'a' })], key)).not.toThrow();
	});
});

describe('a record that was read', () => {
	stillTime();

	it.each([
		[60_000, false],
		[60_001, true],
	])('is out of date after more than a minute: %i ms, %s', async (milliseconds, expected) => {
		const { run } = runOf({ reads: true });
		const element = elementOf({ id: 'a' });
		await buildAll(run, [element]);
		await pass(milliseconds);
		expect(isOutdated(element)).toBe(expected);
		expect(isOutdated({ ...element, end: {} })).toBe(false);
		expect(isOutdated({ ...element, readAt: undefined })).toBe(false);
	});
});
