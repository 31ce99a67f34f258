/** Time stays proportional to the input; `npm run reliability -- load` looks at memory. */
import { bulkBench, contacts } from '../support/bulk';

const bench = bulkBench({ logBodies: false, visible: 'onAccept' });

async function measure(count: number) {
	bench.sandbox.reset();
	// Accepts without storing, so that the time is the node's.
	bench.sandbox.faults.add({
		path: '/contacts',
		status: 202,
		body: {},
		headers: { 'operation-id': 'o' },
		times: null,
	});
	const items = contacts(count);
	const started = performance.now();
	const run = await bench.upload({ items });
	const seconds = (performance.now() - started) / 1000;
	expect(run.json).toHaveLength(count);
	expect(bench.uploads()).toHaveLength(count / 1000);
	return seconds;
}

it('50,000 items take about ten times as long as 5,000', async () => {
	await measure(5_000);
	const small = await measure(5_000);
	const large = await measure(50_000);
	expect(large).toBeLessThan(30 * small + 2);
}, 60_000);
