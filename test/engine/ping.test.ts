import { actionBench, factsOf } from '../support/action';

const bench = actionBench();

describe('health: ping', () => {
	const ping = { resource: 'health', operation: 'ping' };

	it('says that the service is up, without sending the key', async () => {
		expect((await bench.run(ping)).json).toEqual([{ ok: true, status: 200 }]);
		expect(bench.sandbox.log.last()?.headers.authorization).toBeUndefined();
	});

	it.each([null, '', 'pong', { message: 'up' }, []])('does not mind the body %j', async (pingBody) => {
		bench.sandbox.configure({ pingBody });
		expect((await bench.run(ping)).json).toEqual([{ ok: true, status: 200 }]);
	});

	it('fails for a service that is down', async () => {
		bench.sandbox.faults.add({
			path: '/ping',
			status: 500,
			headers: { 'retry-after': '0' },
			times: Infinity,
		});
		expect(factsOf(await bench.run(ping))).toMatchObject({ httpCode: '500' });
	});
});
