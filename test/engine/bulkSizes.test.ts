/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** A service with a limit for bytes, which the node learns: few bytes are sent for nothing, and requests are full. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench({ logBodies: false, logLimit: 100_000, bodyLimitBytes: 16e6, visible: 'onAccept' });
const onError = 'continueRegularOutput' as const;

const COUNT = 6000;
const made = (title: (index: number) => string): IDataObject[] =>
	Array.from({ length: COUNT }, (_, index) => contact(`c${index}`, { title: title(index) }));

const SHAPES: Record<string, IDataObject[]> = {
	'all alike': made(() => 'x'.repeat(50)),
	'a few large ones': made((index) => 'x'.repeat(index % 97 === 0 ? 4000 : 20)),
	growing: made((index) => 'x'.repeat(index / 10)),
	shrinking: made((index) => 'x'.repeat((COUNT - index) / 10)),
};

/** The bytes of all uploads that were accepted, with a limit that is never met. */
async function payloadOf(
	items: IDataObject[],
	batchSize: number,
): Promise<{ payload: number; batch: number }> {
	await bench.upload({ items, onError, options: { batchSize } });
	const bytes = bench.uploads({ status: 202 }).map(({ bodyBytes }) => bodyBytes);
	bench.sandbox.reset();
	return { payload: bytes.reduce((sum, one) => sum + one, 0), batch: Math.max(...bytes) };
}

it.each(Object.keys(SHAPES).flatMap((shape) => [0.52, 0.75, 0.95].map((part) => [shape, part] as const)))(
	'%s, a limit of %d of the largest batch',
	async (shape, part) => {
		const items = SHAPES[shape] ?? [];
		const { payload, batch } = await payloadOf(items, 200);
		const limit = Math.floor(batch * part);
		bench.sandbox.configure({ bodyLimitBytes: limit });
		const { json } = await bench.upload({ items, onError, options: { batchSize: 200 } });
		const posts = bench.uploads();
		bench.sandbox.configure({ bodyLimitBytes: 16e6 });
		const sent = posts.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
		const fewest = Math.max(Math.ceil(payload / limit), COUNT / 200);
		if (process.env.THOROUGH) {
			process.stdout.write(
				`${shape} ${part}: ${posts.length} requests of at least ${fewest}, ${(sent / payload).toFixed(2)} of the payload, ${((sent - payload) / batch).toFixed(1)} batches\n`,
			);
		}
		expect(json.filter(({ accepted }) => accepted)).toHaveLength(COUNT);
		expect(json.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
		expect(sent).toBeLessThanOrEqual(1.1 * payload + 2 * batch);
		expect(posts.length).toBeLessThanOrEqual(1.25 * fewest + 10);
	},
);

it('a contact that is too large by itself is refused, and no other', async () => {
	const items = Array.from({ length: 300 }, (_, index) =>
		contact(`c${index}`, { title: 'x'.repeat(index === 150 ? 100_000 : 50) }),
	);
	bench.sandbox.configure({ bodyLimitBytes: 20_000 });
	const { json } = await bench.upload({ items, onError });
	bench.sandbox.configure({ bodyLimitBytes: 16e6 });
	expect(json.map(({ accepted }) => accepted === true)).toEqual(items.map((_, index) => index !== 150));
});
