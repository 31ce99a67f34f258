/** Every element ends exactly once: batches, requests that are too large, refused elements. */
import type { LogEntry, SandboxOptions } from '../../sandbox/index';
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench({ logBodies: false, logLimit: 100_000 });

const sizes = (uploads: LogEntry[]) => uploads.map(({ elements }) => elements);
const firstIds = (uploads: LogEntry[]) => uploads.map(({ ids }) => ids?.[0]);
const onError = 'continueRegularOutput' as const;

describe('batches', () => {
	it('are cut at 1000, in order, and each item gets the Operation of its own', async () => {
		const { json, outputs } = await bench.upload({
			items: contacts(2500),
			options: { parallelUploads: 1 },
		});
		expect(sizes(bench.uploads())).toEqual([1000, 1000, 500]);
		expect(firstIds(bench.uploads())).toEqual(['c0', 'c1000', 'c2000']);
		expect(json.map(({ id }) => id)).toEqual(contacts(2500).map(({ id }) => id));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(json.map((_, item) => ({ item })));
		expect(bench.stored()).toHaveLength(2500);

		const operations = new Map(
			bench.sandbox.state().operations.map((entry) => [entry.id, entry.items ?? []]),
		);
		for (const { id, operation_id } of json) {
			const [first] = operations.get(operation_id as string) ?? [];
			expect(first?.model_id).toBe(`c${Math.floor(Number((id as string).slice(1)) / 1000) * 1000}`);
		}
		for (const { request_id, operation_id, operation_link } of json) {
			expect(operation_link).toContain(operation_id);
			expect(bench.uploads().map(({ requestId }) => requestId)).toContain(request_id);
		}
	});

	it.each([
		[1, 3, [1, 1, 1]],
		[2, 5, [2, 2, 1]],
		[999, 1000, [999, 1]],
	])('of %i for %i items', async (batchSize, count, expected) => {
		await bench.upload({ items: contacts(count), options: { batchSize, parallelUploads: 1 } });
		expect(sizes(bench.uploads())).toEqual(expected);
	});

	it.each([0, 1001, 2.5, 'many'])('are never of %p', async (batchSize) => {
		const { error } = await bench.upload({ items: contacts(2), options: { batchSize } });
		const given = JSON.stringify(batchSize);
		expect(error?.message).toBe(
			`The parameter 'Batch Size' is not a whole number from 1 to 1000, but ${given}`,
		);
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it.each([
		[1, 1],
		[2, 2],
		[3, 3],
		[8, 8],
		[8, undefined],
	])('go out %i at once with Parallel Uploads %p', async (expected, parallelUploads) => {
		let most = 0;
		const look = () => {
			most = Math.max(most, bench.uploads().filter(({ status }) => status === undefined).length);
			return true;
		};
		bench.sandbox.faults.add({ path: '/contacts', match: look, delayMs: 110, times: null });
		const options = { batchSize: 1, ...(parallelUploads && { parallelUploads }) };
		// Four at first, and one more with each full round.
		await bench.upload({ items: contacts(45), options });
		expect(most).toBe(expected);
		expect(bench.uploads()).toHaveLength(45);
	});
});

describe('too large', () => {
	it.each<[what: string, limits: Partial<SandboxOptions>, count: number, most: number]>([
		['more than 400 elements', { maxContacts: 400 }, 1000, 7],
		['more than one element', { maxContacts: 1 }, 33, 65],
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

	it('is halved without Skip Refused Records as well', async () => {
		bench.sandbox.configure({ maxContacts: 2 });
		const { error } = await bench.upload({ items: contacts(4), options: { isolateInvalid: false } });
		expect(error).toBeUndefined();
		expect(sizes(bench.uploads({ status: 202 }))).toEqual([2, 2]);
	});

	it('for a single element is the refusal of that element', async () => {
		bench.sandbox.configure({ bodyLimitBytes: 1000 });
		const items = [...contacts(8), contact('big', { title: 'x'.repeat(1000) }), contact('last')];
		const { json } = await bench.upload({ items, onError });
		expect(json.map(({ id, error }) => id ?? error)).toEqual([
			...contacts(8).map(({ id }) => id),
			'The request was too large for the service',
			'last',
		]);
		expect(bench.stored()).not.toContain('big');
	});
});

describe('refused by the service', () => {
	/** What the keys are, whom they name, and with which status. */
	const combinations = (['index', 'index1', 'id', 'field', 'opaque'] as const).flatMap((validationKeys) =>
		(['all', 'first'] as const).map((validationScope, at): [string, Partial<SandboxOptions>] => [
			`${validationKeys} ${validationScope}`,
			{ validationKeys, validationScope, validationStatus: at === 0 ? 422 : 400 },
		]),
	);
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

	/** One kind of IDs in turn for each way to name them, and all for those that are guessed at. */
	const cases = combinations.flatMap(([how, options], index) =>
		ids
			.filter((_, kind) => /^(index|id) all/.test(how) || kind === index % ids.length)
			.map(([what, idOf]): [string, string, Partial<SandboxOptions>, (index: number) => string] => [
				how,
				what,
				options,
				idOf,
			]),
	);

	it.each(cases)('with validation errors as %s, ids %s', async (_how, _what, options, idOf) => {
		bench.sandbox.reset(options);
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
	});

	it.each([
		['index', 'all', 20],
		['id', 'all', 20],
		['index', 'first', 21],
		['id', 'first', 21],
	] as const)('takes few requests where the keys say who it is (%s, %s)', async (keys, scope, most) => {
		bench.sandbox.configure({ validationKeys: keys, validationScope: scope });
		const items = contacts(1000).map((item, n) => (n % 100 === 50 ? badContact(item.id as string) : item));
		await bench.upload({ items, onError });
		expect(bench.stored()).toHaveLength(990);
		expect(bench.uploads().length).toBeLessThanOrEqual(most + 1);
	});

	it('even if it is all of them', async () => {
		const items = contacts(64).map(({ id }) => badContact(id as string));
		const { json } = await bench.upload({ items, onError });
		const refusal = 'Work Emails "not-an-address": is not a valid email';
		expect(new Set(json.map(({ error }) => error))).toEqual(new Set([refusal]));
		expect(bench.uploads().length).toBeLessThanOrEqual(127);
	});

	it('as a whole, with Skip Refused Records off', async () => {
		const items = [...contacts(3), badContact('bad'), ...contacts(2, (n) => `d${n}`)];
		const { json } = await bench.upload({ items, onError, options: { batchSize: 4, isolateInvalid: false } });
		expect(json.map(({ id, error }) => id ?? error)).toEqual([
			...Array.from({ length: 4 }, () => 'The service refused the values'),
			'd0',
			'd1',
		]);
		for (const [at, { message }] of json.slice(0, 4).entries()) {
			expect(message).toContain('3 › section_work.emails[0].email: invalid value (v1c001)');
			expect(message).toContain(`It came from row ${at + 1} of the input.`);
		}
		expect(bench.uploads()).toHaveLength(2);
	});
});
