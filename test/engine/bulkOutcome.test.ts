/** What a bulk upload puts out: On Error, One Item per Upload. */
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench();

const operationIds = () => bench.sandbox.state().operations.map(({ id }) => id);

describe('On Error', () => {
	const mixed = [contact('a'), badContact('b'), contact('c')];
	const incomplete = [contact('a'), { id: 'b', first_name: 'B' }, contact('c')];

	it('"stop" names the refusal and what was accepted', async () => {
		const { error, outputs } = await bench.upload({ items: mixed });
		expect(outputs).toEqual([]);
		expect(error?.message).toBe('The service refused the values');
		expect(error?.description).toMatch(/emails\[0\]\.email: invalid value \(v1c001\)/);
		expect(error?.description).toMatch(/Request-Id: /);
		expect(error?.description).toContain('First refused: the contact "b" from item 1.');
		expect(error?.description).toContain(
			`Accepted: 2 of 3 contacts (Operation-Id ${operationIds().join(', ')}).`,
		);
		expect(error?.description).toContain('Refused: 1. Not sent: 0.');
		expect(error).toMatchObject({ context: { itemIndex: 1 }, httpCode: '422' });
		expect(bench.stored()).toEqual(['a', 'c']);
	});

	it('"stop" begins no further batch after a refusal', async () => {
		const items = [...contacts(10), badContact('bad'), ...contacts(30, (n) => `later${n}`)];
		const options = { batchSize: 10, parallelUploads: 1 };
		const { error } = await bench.upload({ items, options });
		expect(error?.description).toContain('First refused: the contact "bad" from item 10.');
		expect(error?.description).toMatch(/Accepted: 19 of 41 contacts .*\n.*Refused: 1\. Not sent: 21\./);
		expect(bench.stored()).toHaveLength(19);
	});

	it('"stop" lets the batches under way settle', async () => {
		bench.sandbox.faults.add({ path: '/contacts', after: 1, delayMs: 150 });
		const items = [badContact('bad'), ...contacts(29)];
		const { error } = await bench.upload({
			items,
			options: { batchSize: 10, parallelUploads: 2, isolateInvalid: false },
		});
		expect(error?.description).toContain('Accepted: 10 of 30 contacts');
		expect(error?.description).toContain('Refused: 10. Not sent: 10.');
		expect(bench.stored()).toHaveLength(10);
	});

	it('"stop" shows a bearable number of Operation-Ids', async () => {
		const items = [...contacts(30), badContact('bad')];
		const { error } = await bench.upload({ items, options: { batchSize: 1, parallelUploads: 1 } });
		expect(error?.description).toMatch(
			/Accepted: 30 of 31 contacts \(Operation-Id (\S+, ){19}\S+ and 10 more\)/,
		);
	});

	it('"stop" sends nothing if an element cannot be sent', async () => {
		const { error } = await bench.upload({ items: incomplete });
		expect(error?.message).toBe('The contact "b" cannot be sent: last_name is missing');
		expect(error?.description).toContain('Accepted: 0 of 3 contacts.\nRefused: 1. Not sent: 2.');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it.each([
		['refused by the service', mixed],
		['refused before sending', incomplete],
	])('"continue" puts an element %s in its place', async (_what, items) => {
		const { outputs, error, hints } = await bench.upload({ items, onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(1);
		expect(outputs[0]).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ id: 'a' }) as object,
				pairedItem: { item: 0 },
			}),
			{
				json: { error: expect.any(String) as string, message: expect.any(String) as string },
				pairedItem: { item: 1 },
			},
			expect.objectContaining({
				json: expect.objectContaining({ id: 'c' }) as object,
				pairedItem: { item: 2 },
			}),
		]);
		expect(hints.map(({ message }) => message)).toEqual(['Refused: 1 of 3 contacts. Their items say why.']);
		expect(bench.stored()).toEqual(['a', 'c']);
	});

	it.each([
		['refused by the service', mixed],
		['refused before sending', incomplete],
	])('"error output" gets an element %s with the fields of its input', async (_what, items) => {
		const { outputs } = await bench.upload({ items, onError: 'continueErrorOutput' });
		expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['a', 'c']);
		expect(outputs[1]).toHaveLength(1);
		const [refused] = outputs[1] ?? [];
		expect(refused?.pairedItem).toMatchObject({ item: 1 });
		const { error, message, ...rest } = refused?.json ?? {};
		expect(error).toEqual(expect.any(String));
		expect(message).toEqual(expect.any(String));
		expect(rest).toEqual(items[1]);
	});

	it('settings that cannot be used are an error of each item, not a success', async () => {
		const run = { items: contacts(2), options: { batchSize: 0 } };
		const { outputs } = await bench.upload({ ...run, onError: 'continueErrorOutput' });
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual(
			[1, 2].map(() => expect.stringMatching(/Batch Size/) as string),
		);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'a success is not run again (%s)',
		async (onError) => {
			const { json } = await bench.upload({
				items: contacts(3),
				onError,
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			});
			expect(json.every((item) => !('error' in item))).toBe(true);
			expect(bench.uploads()).toHaveLength(1);
		},
	);
});

describe('output', () => {
	it('for each element says where it went', async () => {
		const { json } = await bench.upload({ items: contacts(2) });
		const [upload] = bench.uploads();
		const [operation] = operationIds();
		expect(json).toEqual(
			['c0', 'c1'].map((id) => ({
				id,
				accepted: true,
				operation_id: operation,
				operation_link: `${bench.sandbox.url}/operations/${operation}`,
				request_id: upload?.requestId,
			})),
		);
	});

	it('for each upload is paired to all of its items, refused ones have their own', async () => {
		const items = [contact('a'), badContact('b'), contact('c'), contact('d')];
		const { outputs } = await bench.upload({
			items,
			options: { output: 'perUpload', batchSize: 3, parallelUploads: 1 },
			onError: 'continueRegularOutput',
		});
		const upload = (count: number, ids: string[]) => ({
			operation_id: expect.any(String) as string,
			operation_link: expect.any(String) as string,
			request_id: expect.any(String) as string,
			count,
			ids,
		});
		expect(outputs[0]).toEqual([
			{ json: upload(2, ['a', 'c']), pairedItem: [{ item: 0 }, { item: 2 }] },
			{
				json: { error: expect.any(String) as string, message: expect.any(String) as string },
				pairedItem: { item: 1 },
			},
			{ json: upload(1, ['d']), pairedItem: [{ item: 3 }] },
		]);
	});

	it('for each upload names an item once that made several elements', async () => {
		const { outputs } = await bench.upload({
			json: '={{ $json.list }}',
			items: [{ list: contacts(2) }, { list: [contact('x')] }],
			options: { output: 'perUpload' },
		});
		expect(outputs[0]).toEqual([
			{
				json: expect.objectContaining({ count: 3, ids: ['c0', 'c1', 'x'] }) as object,
				pairedItem: [{ item: 0 }, { item: 1 }],
			},
		]);
	});
});
