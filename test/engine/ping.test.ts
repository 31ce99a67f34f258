import { actionBench, factsOf } from '../support/action';

const bench = actionBench();

describe('health: ping', () => {
	const ping = { resource: 'health', operation: 'ping' };

	it('says that the service is up, and sends no key', async () => {
		expect((await bench.run(ping)).json).toEqual([{ ok: true, status: 200 }]);
		expect(bench.sandbox.log.last()?.headers.authorization).toBeUndefined();
	});

	it.each(['pong', []])('accepts the body %j', async (pingBody) => {
		bench.sandbox.configure({ pingBody });
		expect((await bench.run(ping)).json).toEqual([{ ok: true, status: 200 }]);
	});

	it.each([401, 404])('a %d blames the address, not a key or an ID', async (status) => {
		bench.sandbox.faults.add({ path: '/ping', status, body: { message: 'no' } });
		const { message, description } = factsOf(await bench.run(ping)) as Record<string, string>;
		expect(message).toBe('The service does not answer the ping');
		expect(description).toContain("Check the 'Base URL'");
	});
});
