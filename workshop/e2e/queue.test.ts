/** A real n8n in queue mode: a main and two workers, some of which are killed at work. */
import { type Queue, type QueueOptions, startQueue } from '../queue';
import { eventsThroughKills, uploadByWorker } from '../queue/scenario';
import { DURABLE_POLLERS } from '../playground/trigger-workflow';
import { START_WITHIN_MS } from './playground';

const WITHIN_MS = 300_000;

function useQueue(options: QueueOptions = {}): () => Queue {
	let queue: Queue | undefined;
	beforeAll(async () => {
		queue = await startQueue(options);
	}, START_WITHIN_MS);
	afterAll(async () => await queue?.stop(), 90_000);
	return () => {
		if (!queue) throw new Error('The queue did not start');
		return queue;
	};
}

describe('with triggers that poll from memory', () => {
	const queue = useQueue();

	test(
		'a worker uploads 50,000 contacts, each once',
		async () => {
			const { stored, repeated, statuses, uploads } = await uploadByWorker(queue(), 50_000);
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
		'after a worker was killed during an upload, a second run completes it',
		async () => {
			const { stored, statuses } = await uploadByWorker(queue(), 50_000, 5);
			expect(stored).toBe(50_000);
			expect(statuses).toEqual([expect.not.stringMatching(/^success$/), 'success']);
		},
		WITHIN_MS,
	);

	test(
		'every event and its PDF reach a worker, although the main is killed during a poll',
		async () => {
			const results = await eventsThroughKills(queue(), 30);
			for (const { events, reached, documents } of results) {
				expect({ reached, documents }).toEqual({ reached: events, documents: events });
			}
			expect(results).toHaveLength(2);
		},
		WITHIN_MS,
	);
});

describe('with durable polling', () => {
	const queue = useQueue({ env: DURABLE_POLLERS });

	test(
		'every event and its PDF reach a worker once, although the main is killed during a poll',
		async () => {
			const results = await eventsThroughKills(queue(), 30);
			const once = { events: 90, reached: 90, documents: 90, repeated: 0 };
			expect(results).toEqual([expect.objectContaining(once), expect.objectContaining(once)]);
		},
		WITHIN_MS,
	);
});
