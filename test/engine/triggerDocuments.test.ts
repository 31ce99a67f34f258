import { bytesOf } from '../support/action';
import { MINUTE, triggerBench } from '../support/trigger';

const bench = triggerBench();
const { active, later, eventIds } = bench;

describe('documents', () => {
	it('share the room of a poll', async () => {
		bench.sandbox.configure({ pdfBytes: 400_000 });
		const trigger = active({ parameters: { options: { maxAttachmentSize: 1 } } });
		await trigger.publish();
		const ids = eventIds(7, 'documentation');
		const sizes: number[] = [];
		for (let polls = 0; polls < 8; polls++) {
			later(MINUTE);
			const [items = []] = (await trigger.tick()) ?? [];
			sizes.push(items.length);
		}
		expect(sizes.filter(Boolean)).toEqual([2, 2, 2, 1]);
		// Which of two that share the line goes first is decided by the line.
		expect([...trigger.ids].sort()).toEqual(ids);
	});

	it('that are not made yet are waited for an hour, if nothing else is chosen', async () => {
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

	it('can be read by any node, inside the data of the execution', async () => {
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
