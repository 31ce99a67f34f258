/** The single request of an item, and On Not Found. */
import type { NotFoundPlan, OnePlan } from '../../nodes/ContactConsent/common/plan';
import { resultsWithout, runOne } from '../../nodes/ContactConsent/run/runOne';
import type { Send, ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { failure } from '../support/service-failure';

const ABSENT = failure({ kind: 'status', status: 404 });
const ITEM = { id: 'a', found: false };
const notFound = (onNotFound: NotFoundPlan['onNotFound']): NotFoundPlan => ({ onNotFound, item: ITEM });

async function run(answer: ServiceResponse | Error, plan: Partial<OnePlan> = {}) {
	const request: OnePlan['request'] = { method: 'GET', path: ['a'], expect: 'object', repeatable: 'safe' };
	const send = (async (of: unknown) => {
		expect(of).toBe(request);
		return await (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
	}) as unknown as Send;
	return await runOne({ request, shape: ({ body }) => body as [], ...plan }, send);
}

it('an answer becomes the items that the plan makes of it', async () => {
	const answer = { status: 200, headers: {}, body: [{ n: 1 }, { n: 2 }] };
	expect(await run(answer)).toEqual({ results: [{ json: { n: 1 } }, { json: { n: 2 } }], isDone: true });
	expect(await run({ ...answer, body: [] }, { notFound: notFound('empty') })).toEqual({
		results: [],
		isDone: true,
	});
});

describe('a record that does not exist', () => {
	it.each<[NotFoundPlan['onNotFound'], unknown]>([
		['empty', [{ json: ITEM }]],
		['skip', []],
	])('is no failure if On Not Found is "%s"', async (onNotFound, results) => {
		expect(await run(ABSENT, { notFound: notFound(onNotFound) })).toEqual({ results, isDone: false });
	});

	it('is a failure if On Not Found is "error"', async () => {
		await expect(run(ABSENT, { notFound: notFound('error') })).rejects.toBe(ABSENT);
	});

	it.each([
		['another status', failure({ kind: 'status', status: 410 })],
		['another server', failure({ kind: 'status', status: 404, wrongAddress: true })],
		['a mistake', new TypeError('no')],
	])('is not concluded from %s', async (_, error) => {
		await expect(run(error, { notFound: notFound('empty') })).rejects.toBe(error);
	});

	it("is recognised by the operation's own rule", () => {
		const gone = failure({ kind: 'status', status: 410 });
		expect(resultsWithout(gone, notFound('empty'), () => true)).toEqual([{ json: ITEM }]);
		expect(() => resultsWithout(ABSENT, notFound('empty'), (error) => error === gone)).toThrow(ABSENT);
	});
});
