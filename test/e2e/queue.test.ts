/** n8n in queue mode, for real: a main and two workers, some of which are killed in mid-work. */
import type { Queue } from '../../playground/queue';
import { startQueue } from '../../playground/queue';
import { eventsThroughKills, uploadByWorker } from '../../playground/queue/scenario';
import { START_WITHIN_MS } from './playground';

const WITHIN_MS = 300_000;

let queue: Queue;

beforeAll(async () => {
	queue = await startQueue();
}, START_WITHIN_MS);
afterAll(async () => await queue?.stop(), 90_000);

test(
	'a worker uploads 50,000 contacts, each once',
	async () => {
		const { stored, repeated, statuses, uploads } = await uploadByWorker(queue, 50_000);
		expect({ stored, repeated, statuses, uploads }).toEqual({
			stored: 50_000,
			repeated: 0,
			statuses: ['success'],
			uploads: 50,
		});
	},
	WITHIN_MS,
);

test(
	'a worker that is killed in mid-upload leaves nothing behind that a second run does not mend',
	async () => {
		const { stored, statuses } = await uploadByWorker(queue, 50_000, 5);
		expect(stored).toBe(50_000);
		expect(statuses.at(-1)).toBe('success');
	},
	WITHIN_MS,
);

test(
	'every event reaches an execution with its PDF on a worker, although the main is killed in mid-poll',
	async () => {
		const results = await eventsThroughKills(queue, 30);
		for (const { events, reached, documents } of results) {
			expect({ reached, documents }).toEqual({ reached: events, documents: events });
		}
		expect(results).toHaveLength(2);
	},
	WITHIN_MS,
);
