/** Hostile parameters and answers: never a crash, never a request to another host, never the key elsewhere. */
import { SEED } from '../../support/seed';
import { fuzz } from './hostile';
import { KEY, openLab, type Lab } from './lab';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());
beforeEach(() => lab.sandbox.reset());

it('holds against made-up attacks on every operation', async () => {
	for await (const { operation, attacks, unsent, wrong } of fuzz(lab, 60, SEED)) {
		expect([operation, attacks - unsent > 5, wrong]).toEqual([operation, true, []]);
	}
}, 120_000);

it('would notice a request to another host, and a key that is put out', async () => {
	const get = { resource: 'contact', operation: 'get', contactId: 'c1', simplify: false };
	const strayed = await lab.run({ parameters: get, credentials: { baseUrl: `http://${lab.elsewhere}` } });
	expect(strayed.offences.join()).toMatch(/a connection to .*a request elsewhere/s);
	lab.sandbox.faults.add({ status: 200, body: { id: 'c1', first_name: `<${KEY}>` } });
	// With another key, the node does not know that this one is to be kept.
	const credentials = { baseUrl: lab.sandbox.baseUrl, apiKey: 'another-key' };
	const { offences } = await lab.run({ parameters: get, credentials });
	expect(offences).toContain('the key is in the outcome or the log');
});

it('never follows a link of the service', async () => {
	const { sandbox, elsewhere } = lab;
	sandbox.configure({ publicUrl: `http://${elsewhere}` });
	sandbox.seed({ events: 30, contacts: 1 });
	const seen = await lab.run({
		parameters: {
			resource: 'event',
			operation: 'getMany',
			returnAll: true,
			options: { pageSize: 10, downloadDocumentation: true },
		},
	});
	expect(seen.json).toHaveLength(30);
	expect(seen.json[2]?.documentation_status).toBe('downloaded');
	expect(seen.offences).toEqual([]);
});
