/**
 * The Authorization header. unit/transport.credentials and unit/transport.path test which values are refused and
 * where the key goes.
 */
import { actionBench, KEY, wordsOf } from '../support/action';
import { ActiveTrigger } from '../support/poll';
import { sentence } from '../support/sentences';

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
	expect(refused.json[0]?.error).toBe(
		`The parameter 'Simplify' ${sentence('neitherTrueNorFalse')}, but "***"`,
	);
	expect(json).toEqual([{ id: 'c', first_name: '***', data: { '***': 'x***' } }]);
});

describe('a key that an expression gives', () => {
	it('as JSON is not quoted, nor its beginning', async () => {
		const upsert = { resource: 'contact', operation: 'upsert', inputMode: 'json', json: '={{ $json.text }}' };
		const run = await bench.run(upsert, { items: [{ text: KEY }] });
		expect(wordsOf(run)).toMatch(new RegExp(`${sentence('notJson')} \\(Unexpected token`));
		expect(wordsOf(run)).not.toContain(KEY.slice(0, 5));
	});

	it('as the name of a binary field is not put out', async () => {
		bench.sandbox.seed({
			contacts: [{ id: 'c', first_name: 'A', last_name: 'B' }],
			events: [{ event_id: 'd', type: 'documentation', contact_id: 'c' }],
		});
		const pdf = { resource: 'documentation', operation: 'download', contactId: 'c', binaryPropertyName: KEY };
		const list = {
			resource: 'event',
			operation: 'getMany',
			options: { downloadDocumentation: true, binaryPropertyName: KEY },
		};
		for (const parameters of [pdf, list]) {
			const { outputs } = await bench.run(parameters);
			expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['***']);
		}
	});

	it('as a setting of the trigger is not in its refusal', async () => {
		const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY };
		const parameters = { beginWith: KEY };
		const trigger = new ActiveTrigger({ engine: bench.engine, credentials, parameters });
		const error: unknown = await trigger.publish().catch((caught: unknown) => caught);
		expect((error as Error).message).toMatch(/^The parameter 'Begin With' has no choice "\*\*\*"/);
		expect(`${(error as Error).stack}`).not.toContain(KEY);
	});
});
