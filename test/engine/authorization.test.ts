/**
 * The Authorization header. unit/transport.credentials and unit/transport.path test which values are refused and
 * where the key goes.
 */
import { actionBench, KEY } from '../support/action';

const bench = actionBench();
const get = { resource: 'contact', operation: 'get', contactId: 'c', options: { onNotFound: 'empty' } };

it.each([
	['none', '', KEY],
	['bearer', '', `Bearer ${KEY}`],
	['custom', ' ApiKey ', `ApiKey ${KEY}`],
])('with the scheme %s and the prefix %j, the header is right', async (authScheme, authPrefix, expected) => {
	bench.sandbox.configure({ authScheme: 'any' });
	const { baseUrl } = bench.sandbox;
	await bench.run(get, { credentials: { baseUrl, apiKey: ` ${KEY} `, authScheme, authPrefix } });
	expect(bench.sandbox.log.last()?.headers.authorization).toBe(expected);
});

it('the key is masked if the service repeats it in an answer or an expression puts it into a parameter', async () => {
	const body = { id: 'c', first_name: KEY, data: { [KEY]: `x${encodeURIComponent(KEY)}` } };
	bench.sandbox.faults.add({ path: '/contacts/c', status: 200, body });
	const { json } = await bench.run({ ...get, simplify: false });
	const refused = await bench.run({ ...get, simplify: KEY }, { onError: 'continueRegularOutput' });
	expect(refused.json[0]?.error).toBe(`The parameter 'Simplify' is neither true nor false, but "***"`);
	expect(json).toEqual([{ id: 'c', first_name: '***', data: { '***': 'x***' } }]);
});
