import { start, type Sandbox } from '../../sandbox';
import { Engine } from './engine';
import { forgetWaits } from './forget';
import { ActiveTrigger, type TriggerSetting } from './poll';
import { waitsTakeNoTime } from './virtual-time';

export const MINUTE = 60_000;

/** One engine and one sandbox for a test file, with one clock. */
export interface TriggerBench {
	sandbox: Sandbox;
	/** A trigger in its own workflow, by default with the sandbox's credentials. */
	active: (setting?: Partial<TriggerSetting>) => ActiveTrigger;
	/** Moves the clock of n8n and the service forward, so that no test has to sleep. */
	later: (milliseconds: number) => void;
	/** Paths of requests that reached the sandbox, such as `/events/latest`. */
	requests: () => string[];
	/** Adds events of a type and returns their IDs. */
	eventIds: (count: number, type?: 'update' | 'confirm' | 'documentation') => string[];
}

/**
 * Starts both before the tests of the file, resets the sandbox and the clock before each of them, and ends after
 * them.
 */
export function triggerBench(): TriggerBench {
	const bench = {} as TriggerBench;
	let engine: Engine;
	waitsTakeNoTime();
	beforeAll(async () => {
		bench.sandbox = await start({ port: 0, docs: false });
		engine = await Engine.load();
	});
	beforeEach(() => {
		bench.sandbox.reset();
		forgetWaits();
	});
	afterEach(() => jest.restoreAllMocks());
	afterAll(() => bench.sandbox.close());

	bench.active = (setting = {}) => {
		const { baseUrl, apiKey } = bench.sandbox;
		return new ActiveTrigger({ engine, credentials: { baseUrl, apiKey }, ...setting });
	};
	bench.later = (milliseconds) => void jest.advanceTimersByTime(milliseconds);
	bench.requests = () => bench.sandbox.log.all().map(({ path }) => path.replace('/v1', ''));
	bench.eventIds = (count, type = 'update') =>
		bench.sandbox.seed({ events: count, eventTypes: [type] }).eventIds;
	return bench;
}
