/** What is sent in the header; unit/transport.credentials and unit/transport.path know what is refused, and where it goes. */
import { actionBench, KEY } from '../support/action';

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

it('a key that the service repeats in an answer, or an expression in a value, is not put out', async () => {
	const body = { id: 'c', first_name: KEY, data: { [KEY]: `x${encodeURIComponent(KEY)}` } };
	bench.sandbox.faults.add({ path: '/contacts/c', status: 200, body });
	const { json } = await bench.run({ ...get, simplify: false });
	const refused = await bench.run({ ...get, simplify: KEY }, { onError: 'continueRegularOutput' });
	expect(refused.json[0]?.error).toBe(`The parameter 'Simplify' is neither true nor false, but "***"`);
	expect(json).toEqual([{ id: 'c', first_name: '***', data: { '***': 'x***' } }]);
});
