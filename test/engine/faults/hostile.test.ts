/** Hostile parameters and answers. The node must not crash, call another host, or reveal the key. */
import { SEED } from '../../support/seed';
import { fuzz } from './hostile';
import { KEY, openLab, type Lab } from './lab';
import { cases } from '../../support/cases';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());
beforeEach(() => lab.sandbox.reset());

it('made-up attacks on every operation do no harm', async () => {
	for await (const { operation, attacks, unsent, wrong } of fuzz(lab, cases(40, 60), SEED)) {
		expect([operation, attacks - unsent > 5, wrong]).toEqual([operation, true, []]);
	}
}, 120_000);

it('this check notices a request to another host and a key in the output', async () => {
	const get = { resource: 'contact', operation: 'get', contactId: 'c1', simplify: false };
	const strayed = await lab.run({ parameters: get, credentials: { baseUrl: `http://${lab.elsewhere}` } });
	expect(strayed.offences.join()).toMatch(/a connection to .*a request elsewhere/s);
	lab.sandbox.faults.add({ status: 200, body: { id: 'c1', first_name: `<${KEY}>` } });
	// With other credentials the node does not know that this text is a key.
	const credentials = { baseUrl: lab.sandbox.baseUrl, apiKey: 'another-key' };
	const { offences } = await lab.run({ parameters: get, credentials });
	expect(offences).toContain('the key is in the outcome or the log');
});

it('no link from the service is followed', async () => {
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
