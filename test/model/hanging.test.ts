/** PDFs to whose requests the service never says anything. They hold up neither other PDFs nor their own events for long. */
import { WAYS } from './n8n';
import { delivered, HOUR, judge, MINUTE, minutes, running, tick } from './running';
import type { ModelRequest } from './service';
import { oneByDay } from '../support/cases';

const isDocument = ({ path }: ModelRequest) => path[0] === 'documentation';

describe.each(oneByDay(WAYS, 1))('with state "%s",', (way) => {
	it.each([
		['in the same process', false, 3],
		['although n8n restarts between all polls', true, 8],
	])('16 PDFs arrive although 12 that were there before hang: %s', async (_, isKilled, polls) => {
		const life = await running({ way });
		for (let index = 0; index < 28; index++)
			life.service.add(life.now + index, 'documentation', { document: index < 12 ? 'hanging' : 'ready' });
		for (let poll = 0; poll < polls; poll++) {
			await tick(life);
			if (isKilled) life.kill();
		}
		expect(delivered(life)).toHaveLength(16);
		await judge(life);
	});

	it('an event whose PDF hangs arrives after its wait if the service answers for others, and holds up none', async () => {
		const life = await running({ way });
		const { id } = life.service.add(life.now, 'documentation', { document: 'hanging' });
		let missed = 0;
		for (let minute = 0; minute < 66; minute++) {
			life.service.add(life.now, 'documentation');
			await tick(life);
			const { arrived } = life.oracle.world;
			missed += life.service.world.events.filter((event) => event.id !== id && !arrived[event.id]).length;
		}
		const item = delivered(life).find(({ event_id }) => event_id === id);
		expect(item?.documentation_status).toBe('unavailable');
		expect(missed).toBe(0);
		await judge(life);
	});

	it('new PDFs arrive by the second poll although eight hang', async () => {
		const life = await running({ way });
		for (let index = 0; index < 8; index++)
			life.service.add(life.now, 'documentation', { document: 'hanging' });
		for (let minute = 0; minute < 30; minute++) {
			await tick(life);
			const { id } = life.service.add(life.now, 'documentation');
			await tick(life);
			await tick(life);
			expect(life.oracle.world.arrived[id]).toBe(1);
		}
	});

	it('of two polls, one at most begins with a PDF that holds up the others', async () => {
		const life = await running({ way });
		for (let index = 0; index < 3; index++)
			life.service.add(life.now, 'documentation', { document: 'hanging' });
		const held: boolean[] = [];
		for (let minute = 0; minute < 30; minute++) {
			life.service.add(life.now, 'documentation', { document: 'never' });
			await tick(life);
			const [first, second] = life.service.askedAt;
			held.push(first !== undefined && second !== undefined && second > first);
		}
		expect(held.filter(Boolean).length).toBeGreaterThan(3);
		expect(held.some((isHeld, poll) => isHeld && held[poll + 1])).toBe(false);
	});
});

it('while the document service hangs, an event waits for a day, and nothing else does', async () => {
	const life = await running();
	life.service.add(life.now, 'documentation', { document: 'hanging' });
	for (let hour = 0; hour < 26; hour++) {
		life.service.add(life.now, 'update');
		life.now += HOUR - MINUTE;
		await tick(life);
		expect(delivered(life).filter(({ type }) => type === 'update')).toHaveLength(hour + 1);
	}
	expect(delivered(life).filter(({ type }) => type === 'documentation')).toHaveLength(1);
	life.service.hangs = isDocument;
	await minutes(life, 3);
	await judge(life);
});
