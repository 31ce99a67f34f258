import { bench, contact, employee, ids } from './support';

const b = bench();
const upload = async (elements: unknown[], path = '/contacts') =>
	String((await b.post(path, elements)).headers['operation-id']);
const read = async (id: string) => (await b.get(`/operations/${id}`)).data;

describe('an upload', () => {
	test('is pending, processing, then finished, and takes effect at the end', async () => {
		b.sandbox.configure({ operationDurationMs: 3000 });
		b.sandbox.clock.freeze(Date.parse('2026-03-01T10:00:00Z'));
		const id = await upload([contact('a')]);
		const seen = async () => {
			const { status, items } = await read(id);
			return [status, items[0].status, (await b.get('/contacts/a')).status];
		};
		expect(await seen()).toEqual(['pending', 'pending', 404]);
		b.sandbox.clock.advance(1500);
		expect(await seen()).toEqual(['processing', 'pending', 404]);
		b.sandbox.clock.advance(1500);
		expect(await seen()).toEqual(['finished', 'success', 200]);
		expect(await read(id)).toMatchObject({
			id,
			type: 'upsert',
			model: 'contact',
			items: [{ id: `${id}-1` }],
		});
	});

	test('with visible onAccept can be read at once', async () => {
		b.sandbox.configure({ operationDurationMs: Infinity, visible: 'onAccept' });
		const id = await upload([contact('a')]);
		expect((await b.get('/contacts/a')).status).toBe(200);
		expect((await read(id)).status).not.toBe('finished');
	});

	test('does not store items that fail', async () => {
		b.sandbox.failItems('a');
		const some = await read(await upload([contact('a'), contact('b')]));
		expect(some.status).toBe('finished');
		expect(some.items.map((item: { status: string }) => item.status)).toEqual(['failed', 'success']);
		expect([b.sandbox.contact('a'), b.sandbox.contact('b')?.id]).toEqual([undefined, 'b']);
		expect((await read(await upload([contact('a')]))).status).toBe('failed');
	});

	test('uses the words of operationStatuses and operationVocabulary', async () => {
		b.sandbox.configure({
			operationStatuses: { ...b.sandbox.options.operationStatuses, finished: 'DONE', itemSuccess: 'OK' },
			operationVocabulary: { type: 'import', contactModel: 'Person', employeeModel: 'User' },
		});
		expect(await read(await upload([contact('a')]))).toMatchObject({
			type: 'import',
			model: 'Person',
			status: 'DONE',
			items: [{ status: 'OK' }],
		});
		const employees = await read(await upload([employee('e')], '/employees'));
		expect(employees).toMatchObject({ model: 'User', items: [{ model_id: 'e' }] });
	});

	test.each([
		['modelId', [{ id: expect.stringMatching(/-1$/), model_id: 'a', status: 'success' }]],
		['idOnly', [{ id: 'a', status: 'success' }]],
		['same', [{ id: 'a', model_id: 'a', status: 'success' }]],
		['none', []],
	] as const)('with operationItems %s has items of that shape', async (operationItems, expected) => {
		b.sandbox.configure({ operationItems });
		expect((await read(await upload([contact('a')]))).items).toEqual(expected);
	});
});

describe('GET /operations', () => {
	test('lists the newest operation first, also within the same moment', async () => {
		b.sandbox.clock.freeze();
		const made = [await upload([contact('a')]), await upload([contact('b')]), await upload([contact('c')])];
		expect(ids(await b.get('/operations'), 'id')).toEqual(made.reverse());
	});

	test('refuses the cursor of another resource', async () => {
		b.sandbox.seed({ events: 2 });
		const cursor = (await b.get('/events?limit=1')).headers['next-cursor'];
		expect((await b.get('/operations', { params: { cursor } })).status).toBe(400);
	});
});
