/** The items of an upload: one for each element, or one for each request. */
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench();

const operationIds = () => bench.sandbox.state().operations.map(({ id }) => id);

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

	it('for each element has its keys in this order', async () => {
		const options = { waitUntilFinished: true };
		const { json } = await bench.upload({ items: [contact('a', { note: 1, tags: ['x'] })], options });
		expect(Object.keys(json[0] ?? {})).toEqual([
			...['id', 'accepted', 'item_status', 'operation_status', 'timed_out', 'not_sent'],
			...['operation_id', 'operation_link', 'request_id'],
		]);
		expect(json[0]?.not_sent).toEqual(['note', 'tags']);
	});

	it('for each upload names all columns that any of its elements handed over in vain', async () => {
		const items = [contact('a', { note: 1 }), contact('b'), contact('c', { hat: 2, note: 3 })];
		const { json } = await bench.upload({ items, options: { output: 'perUpload' } });
		expect(json).toMatchObject([{ count: 3, not_sent: ['note', 'hat'] }]);
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
