/** Every element ends exactly once: batches, requests that are too large, refused elements. */
import type { LogEntry, SandboxOptions } from '../../sandbox/index';
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench({ logBodies: false, logLimit: 100_000 });

const sizes = (uploads: LogEntry[]) => uploads.map(({ elements }) => elements);
const onError = 'continueRegularOutput' as const;

describe('batches', () => {
	it('are cut at 1000, in order, and each item gets the Operation of its own', async () => {
		const { json, outputs } = await bench.upload({
			items: contacts(2500),
			options: { parallelUploads: 1 },
		});
		expect(sizes(bench.uploads())).toEqual([1000, 1000, 500]);
		expect(json.map(({ id }) => id)).toEqual(contacts(2500).map(({ id }) => id));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(json.map((_, item) => ({ item })));
		expect(bench.stored()).toHaveLength(2500);
	});
});

describe('too large', () => {
	it.each<[what: string, limits: Partial<SandboxOptions>, count: number, most: number]>([
		['too many bytes', { bodyLimitBytes: 4000 }, 300, 31],
		['more than 400, answered with 422', { maxContacts: 400, tooManyStatus: 422 }, 1000, 7],
	])('is halved until it fits: %s', async (_what, limits, count, most) => {
		bench.sandbox.configure(limits);
		const { json, error } = await bench.upload({ items: contacts(count) });
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual(contacts(count).map(({ id }) => id));
		expect(bench.stored()).toHaveLength(count);
		expect(bench.uploads().length).toBeLessThanOrEqual(most);
	});
});

describe('refused by the service', () => {
	const COUNT = 80;
	const BATCH = 40;
	/** Ids that are easily mistaken for something else. */
	const ids: Array<[what: string, idOf: (index: number) => string]> = [
		['plain', (n) => `c${n}`],
		['like indexes', (n) => String(n)],
		['like the indexes of others', (n) => String((n + 7) % COUNT)],
		['like field names', (n) => ['email', 'id', 'section_work.emails[0].email'][n] ?? `c${n}`],
	];
	const isBad = (n: number) => n % 23 === 3 || n === 50 || n === 51 || n === COUNT - 1;

	const cases = (['index', 'index1', 'id', 'field', 'opaque'] as const).flatMap((validationKeys) =>
		(['all', 'first'] as const).flatMap((validationScope) =>
			ids.map(([what, idOf]) => ({ validationKeys, validationScope, what, idOf })),
		),
	);

	it.each(cases)(
		'named by $validationKeys, $validationScope, ids $what',
		async ({ idOf, validationKeys, validationScope }) => {
			const validationStatus = validationScope === 'all' ? 422 : 400;
			bench.sandbox.reset({ validationKeys, validationScope, validationStatus });
			const items = Array.from({ length: COUNT }, (_, n) =>
				isBad(n) ? badContact(idOf(n)) : contact(idOf(n)),
			);
			const bad = items.filter((_item, n) => isBad(n)).length;
			const run = await bench.upload({ items, onError, options: { batchSize: BATCH } });

			expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
			expect(run.json.map(({ accepted }) => accepted !== true)).toEqual(items.map((_, n) => isBad(n)));
			expect(bench.stored()).toEqual(
				items
					.filter((_, n) => !isBad(n))
					.map(({ id }) => id)
					.sort(),
			);
			const refusals = run.json.filter(({ error }) => error !== undefined);
			for (const refusal of refusals) {
				expect(Object.keys(refusal)).toEqual(['error', 'message']);
				expect(refusal.error).toBe('Work Emails "not-an-address": is not a valid email');
				expect(refusal.message).toMatch(/email.*invalid value \(v1c001\), .*email is not a valid email/);
				expect(refusal.message).toMatch(/ It came from row \d+ of the input\. .*Request-Id: \S+$/);
			}
			expect(new Set(refusals.map(({ message }) => /Request-Id: .*/.exec(message as string)?.[0])).size).toBe(
				bad,
			);
			const bound = 2 + 3 * bad * Math.ceil(Math.log2(BATCH));
			expect(bench.uploads().length).toBeLessThanOrEqual(bound);
		},
	);
});
