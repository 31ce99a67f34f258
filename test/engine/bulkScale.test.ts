/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Time and memory stay proportional to the input. */
import { bulkBench, contacts } from '../support/bulk';

const bench = bulkBench({ logBodies: false, visible: 'onAccept' });

/** Megabytes in use; exact where Node was started with --expose-gc. */
function heap(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed / 1e6;
}

async function measure(count: number) {
	bench.sandbox.reset();
	// Accepts without storing, so that the heap is the node's.
	bench.sandbox.faults.add({
		path: '/contacts',
		status: 202,
		body: {},
		headers: { 'operation-id': 'o' },
		times: null,
	});
	const items = contacts(count);
	const before = heap();
	const started = performance.now();
	const run = await bench.upload({ items });
	const seconds = (performance.now() - started) / 1000;
	const growth = heap() - before;
	expect(run.json).toHaveLength(count);
	expect(bench.uploads()).toHaveLength(count / 1000);
	return { seconds, growth };
}

it('50,000 items take about ten times as long as 5,000, and a bounded amount of memory', async () => {
	await measure(5_000);
	const small = await measure(5_000);
	const large = await measure(50_000);
	expect(large.seconds).toBeLessThan(30 * small.seconds + 2);
	// An output item of about 10 keys and its pairing, as n8n keeps it: under 2 kB for each.
	if (globalThis.gc) expect(large.growth).toBeLessThan(100);
}, 60_000);
