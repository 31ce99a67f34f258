import { bytesOf } from '../support/action';
import { MINUTE, triggerBench } from '../support/trigger';

const bench = triggerBench();
const { active, later, eventIds } = bench;

describe('documents', () => {
	it('share the room of one poll', async () => {
		bench.sandbox.configure({ pdfBytes: 8_000_000, logBodies: false });
		const trigger = active();
		await trigger.publish();
		const ids = eventIds(5, 'documentation');
		const sizes: number[] = [];
		for (let polls = 0; polls < 6; polls++) {
			later(MINUTE);
			const [items = []] = (await trigger.tick()) ?? [];
			sizes.push(items.length);
		}
		expect(sizes.filter(Boolean)).toEqual([2, 2, 1]);
		expect([...trigger.ids].sort()).toEqual(ids);
	});

	it.each([
		[
			'do not wait for one whose request is asked to wait for an hour',
			{ status: 503, headers: { 'retry-after': '3600' } },
			9,
		],
		['all come with their PDF although one request was answered with 429', { status: 429 }, 10],
	])('%s', async (_, fault, arrived) => {
		const trigger = active();
		await trigger.publish();
		const ids = eventIds(10, 'documentation');
		const [first = ''] = ids;
		bench.sandbox.faults.add({ path: `/documentation/*/${first}`, ...fault });
		later(MINUTE);
		await trigger.tick();
		later(MINUTE);
		await trigger.tick();
		const items = trigger.executions.flat();
		expect(items).toHaveLength(arrived);
		expect(new Set(items.map(({ json }) => json.documentation_status))).toEqual(new Set(['downloaded']));
	});

	it('of 20 KB, 500 of them, arrive with one poll although the service needs 400 ms for each', async () => {
		bench.sandbox.configure({ pdfBytes: 20_000, logBodies: false });
		bench.sandbox.faults.add({ path: '/documentation/*/*', delayMs: 400, times: null });
		const trigger = active({
			way: 'durable',
			parameters: { beginWith: 'date', startFrom: '2020-01-01T00:00:00Z' },
		});
		await trigger.publish();
		const ids = eventIds(500, 'documentation');
		later(MINUTE);
		await trigger.tick();
		expect([...trigger.ids].sort()).toEqual([...ids].sort());
		const items = trigger.executions.flat();
		expect(new Set(items.map(({ json }) => json.documentation_status))).toEqual(new Set(['downloaded']));
	}, 60_000);

	it('that are not ready arrive without their PDF after an hour by default', async () => {
		bench.sandbox.configure({ documentationDelayMs: Infinity });
		const trigger = active();
		await trigger.publish();
		const [id] = eventIds(1, 'documentation');
		later(59 * MINUTE);
		expect(await trigger.tick()).toBeNull();
		later(2 * MINUTE);
		const [[item] = []] = (await trigger.tick()) ?? [];
		expect(item?.json).toMatchObject({ event_id: id, documentation_status: 'not_generated' });
	});

	it('can be read by any node, because the PDF is in the data of the execution', async () => {
		const trigger = active({ parameters: { binaryPropertyName: 'pdf' } });
		eventIds(1, 'documentation');
		const [items = []] = (await trigger.publish()) ?? [];
		const binary = items[0]?.binary?.pdf;
		expect(binary).toMatchObject({ mimeType: 'application/pdf', fileType: 'pdf', fileExtension: 'pdf' });
		expect(Object.hasOwn(binary ?? {}, 'id')).toBe(false);
		const buffer = await bytesOf(binary);
		expect(buffer.subarray(0, 5).toString()).toBe('%PDF-');
		expect(binary?.bytes ?? buffer.length).toBe(buffer.length);
	});
});
