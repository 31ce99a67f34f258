/** What is sent in the header, and where to; unit/transport.credentials knows what is refused. */
import { actionBench, KEY, PRODUCTION_KEY, wordsOf } from '../support/action';

const bench = actionBench();
const get = { resource: 'contact', operation: 'get', contactId: 'c', options: { onNotFound: 'empty' } };

it.each([
	['none', '', KEY],
	['bearer', '', `Bearer ${KEY}`],
	['custom', ' ApiKey ', `ApiKey ${KEY}`],
])('the scheme %s with prefix %j', async (authScheme, authPrefix, expected) => {
	bench.sandbox.configure({ authScheme: 'any' });
	const { baseUrl } = bench.sandbox;
	await bench.run(get, { credentials: { baseUrl, apiKey: ` ${KEY} `, authScheme, authPrefix } });
	expect(bench.sandbox.log.last()?.headers.authorization).toBe(expected);
});

it('goes to the same place with /v1/ behind the Base URL', async () => {
	const credentials = { baseUrl: `${bench.sandbox.baseUrl}/v1/`, apiKey: PRODUCTION_KEY };
	await bench.run(get, { credentials });
	expect(bench.requests()).toEqual(['GET /contacts/c']);
});

it('a key that the service repeats in an answer is not put out', async () => {
	const body = { id: 'c', first_name: KEY, data: { [KEY]: `x${encodeURIComponent(KEY)}` } };
	bench.sandbox.faults.add({ path: '/contacts/c', status: 200, body });
	const { json } = await bench.run({ ...get, simplify: false });
	expect(json).toEqual([{ id: 'c', first_name: '***', data: { '***': 'x***' } }]);
});

it('a key that cannot be sent in a header is not sent', async () => {
	const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: 'k😀y' };
	expect(wordsOf(await bench.run(get, { credentials }))).toMatch(/cannot be sent in a header/);
	expect(bench.requests()).toEqual([]);
});
