/** Answers of 50 MB. By themselves, because they need the nodes' own time limits, which the lab shortens. */
import { start, type Fault, type Sandbox } from '../../sandbox';
import { Engine } from '../support/engine';

const LARGE = 'x'.repeat(50_000_000);

let sandbox: Sandbox;
let engine: Engine;

beforeAll(async () => {
	sandbox = await start({ port: 0, docs: false });
	engine = await Engine.load();
});
afterAll(async () => await sandbox.close());

async function get(fault: Fault) {
	sandbox.reset();
	// Each time: a busy machine may break off an answer of that size, which is then asked for again.
	sandbox.faults.add({ ...fault, times: Infinity });
	const parameters = { resource: 'contact', operation: 'get', contactId: 'c1', simplify: false };
	const { baseUrl, apiKey } = sandbox;
	return await engine.run({ parameters, credentials: { baseUrl, apiKey } });
}

it('takes a large answer for what it is', async () => {
	const { json, error } = await get({ status: 200, body: { id: 'c1', first_name: LARGE } });
	expect(error).toBeUndefined();
	expect((json[0]?.first_name as string).length).toBe(LARGE.length);
});

it('does not make a large refusal the message', async () => {
	const { error } = await get({ status: 400, body: { message: LARGE } });
	expect(error?.message).toMatch(/could not read/);
	expect(JSON.stringify(error).length).toBeLessThan(20_000);
});
