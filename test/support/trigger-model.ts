import type { IDataObject } from 'n8n-workflow';

import { begin, nextSlice } from '../../nodes/ContactConsent/trigger/checkpoint';
import { forgetAll, reconcile } from '../../nodes/ContactConsent/trigger/memory';
import { pollOnce } from '../../nodes/ContactConsent/trigger/poll';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { readState, type TriggerState } from '../../nodes/ContactConsent/trigger/state';
import type { ModelFault, ServiceModel } from './service-model';

export type Persistence = 'memory' | 'scheduled' | 'durable';

const BUDGET = 36_000;

export const SETTINGS: Settings = {
	series: [undefined],
	download: true,
	binaryPropertyName: 'data',
	attachmentStorage: 'execution',
	maxAttachmentBytes: 20e6,
	simplify: false,
	catchUp: true,
	startFrom: undefined,
	lookback: 600_000,
	maxEvents: 1000,
	pageSize: 1000,
	documentationWait: 3_600_000,
};

/**
 * A trigger as n8n runs it, over a model of the service: what n8n keeps, drops, repeats and forgets.
 * Keeps the books on what reached an execution, and checks what must hold at every step.
 */
export class TriggerModel {
	/** What n8n's database holds. */
	stored = '{}';
	/** What an n8n that polls in memory holds beside it. */
	private live: IDataObject | undefined;
	readonly delivered = new Map<string, number>();
	readonly executions: IDataObject[][] = [];
	/** Events that may be missing: taken from `/events/latest` by a process that died, and older than the look-back. */
	readonly excused = new Set<string>();
	crashes = 0;
	largestState = 0;
	longestPoll = 0;
	lastRequests = 0;
	polls = 0;

	constructor(
		readonly service: ServiceModel,
		readonly persistence: Persistence,
		public settings: Settings = SETTINGS,
	) {
		forgetAll();
	}

	/** Where the next poll begins to read the history; without a history, nowhere. */
	private historyFrom(state: TriggerState | undefined): number {
		return nextSlice(begin(state, this.settings), this.settings)?.from ?? Infinity;
	}

	/** An event that the history does not reach cannot come back. */
	private excuseBefore(from: number, id: string): void {
		const event = this.service.events.find((candidate) => candidate.id === id);
		if (event && event.time <= from + 1000 && !this.delivered.has(id)) this.excused.add(id);
	}

	private load(): IDataObject {
		if (this.persistence !== 'memory') return JSON.parse(this.stored) as IDataObject;
		this.live ??= JSON.parse(this.stored) as IDataObject;
		return this.live;
	}

	private execute(result: Array<Array<{ json: IDataObject }>> | null): void {
		if (!result) return;
		const items = result.flat().map(({ json }) => json);
		if (items.length === 0) throw new Error('An execution without items was started');
		this.executions.push(items);
		const times = items.map(({ event_time }) => Date.parse(event_time as string));
		if (times.some((time, index) => index > 0 && time < (times[index - 1] as number))) {
			throw new Error('The items of an execution are not in order of event_time');
		}
		for (const { event_id } of items) {
			this.delivered.set(event_id as string, (this.delivered.get(event_id as string) ?? 0) + 1);
		}
	}

	private async call(staticData: IDataObject) {
		const { service } = this;
		const start = service.now;
		this.polls++;
		const from = this.historyFrom(reconcile('trigger', readState(staticData.state), Infinity)?.state);
		const result = await pollOnce(
			{
				trigger: 'trigger',
				staticData,
				logger: { debug: () => undefined, warn: () => undefined },
			},
			this.settings,
			{
				send: service.send,
				helpers: { prepareBinaryData: () => Promise.reject(new Error('not in this model')) },
				clock: {
					now: () => service.now,
					lists: start + BUDGET / 2,
					end: start + BUDGET - 5000,
				},
			},
		).catch((error: unknown) => {
			if (!(error instanceof Error) || error.name !== 'ServiceError') throw error;
			return null;
		});
		for (const id of service.lostAnswers) this.excuseBefore(from, id);
		service.lostAnswers.clear();
		this.longestPoll = Math.max(this.longestPoll, service.now - start);
		this.lastRequests = service.requests.length;
		return result;
	}

	private commit(staticData: IDataObject, hasItems: boolean): void {
		const text = JSON.stringify(staticData);
		this.largestState = Math.max(this.largestState, text.length);
		if (hasItems || this.persistence === 'durable') this.stored = text;
	}

	/**
	 * @param fate `discard`: n8n throws the result away. `die`: n8n is killed before it can do anything with it.
	 * `dieBetween`: killed when the execution is there but, in the engines that write twice, the state is not.
	 */
	async poll(
		fate: 'keep' | 'discard' | 'die' | 'dieBetween' = 'keep',
		faults: ModelFault[] = [],
	): Promise<boolean> {
		this.service.beginPoll(faults);
		const staticData = this.load();
		const result = await this.call(staticData);
		if (fate === 'keep') {
			this.execute(result);
			this.commit(staticData, result !== null);
		} else if (fate === 'discard') {
			// Polling in memory, n8n drops the static data with the workflow that was replaced.
			if (this.persistence === 'memory') this.live = undefined;
		} else {
			const committed = fate === 'dieBetween';
			if (committed) this.execute(result);
			if (committed && this.persistence === 'durable') this.commit(staticData, result !== null);
			this.die();
		}
		return result !== null;
	}

	/** The first poll, at the activation: beside a null, only the durable cursor is not written then. */
	async publish(): Promise<void> {
		this.service.beginPoll();
		const staticData = this.load();
		const result = await this.call(staticData);
		this.execute(result);
		if (this.persistence !== 'durable') this.stored = JSON.stringify(staticData);
		else this.commit(staticData, false);
		if (this.persistence === 'durable' && !result) this.stored = '{}';
	}

	/** A second poll is started at the request with this number of the first one, as nothing in n8n prevents. */
	async overlap(at: number): Promise<void> {
		this.service.beginPoll();
		const first = this.load();
		let second: IDataObject | undefined;
		let skipped: unknown = null;
		let untouched = true;
		this.service.onRequest = async (number) => {
			if (number !== at || second !== undefined) return;
			second = this.load();
			const before = JSON.stringify(second);
			skipped = await this.call(second);
			untouched = JSON.stringify(second) === before;
		};
		const result = await this.call(first);
		this.service.onRequest = undefined;
		if (skipped !== null || !untouched) throw new Error('A poll beside another one did something');
		this.execute(result);
		this.commit(first, result !== null);
	}

	/** The workflow is replaced by itself: polling in memory, what was not written is gone. */
	republish(): void {
		this.live = undefined;
	}

	/** n8n stops in an orderly way and starts again. */
	restart(): void {
		this.forget();
	}

	die(): void {
		this.crashes++;
		this.forget();
	}

	/** What only this process knew is gone with it. */
	private forget(): void {
		this.live = undefined;
		forgetAll();
		const state = readState((JSON.parse(this.stored) as IDataObject).state);
		const from = this.historyFrom(state);
		const kept = new Set((state?.awaiting ?? []).map(({ event }) => event.event_id));
		for (const { id, received } of this.service.events) {
			// Without a state, a new beginning asks for what nobody has received yet.
			const isGone = from === Infinity ? received : this.service.latestHandedOut.has(id);
			if (!kept.has(id) && isGone) this.excuseBefore(from, id);
		}
	}

	/** Another reader takes events away; those that the history of this trigger does not reach are not its own. */
	otherReader(): void {
		const state = reconcile('trigger', readState(this.load().state), Infinity)?.state;
		const from = this.historyFrom(state);
		for (const { id } of this.service.takeElsewhere()) this.excuseBefore(from, id);
	}

	/** Lets things calm down: no failures, all documents there or given up, until nothing more comes. */
	async settle(): Promise<void> {
		for (const event of this.service.events) if (event.document === 'later') event.document = 'ready';
		let quiet = 0;
		for (let polls = 0; quiet < (this.service.options.latency < 1000 ? 16 : 50); polls++) {
			if (polls > 2000) throw new Error('The trigger never comes to rest');
			this.service.now += 300_000;
			quiet = (await this.poll()) ? 0 : quiet + 1;
		}
	}

	/** All that must hold once nothing more happens. */
	problems(): string[] {
		const found: string[] = [];
		const lost = this.service.events.filter(({ id }) => !this.delivered.has(id) && !this.excused.has(id));
		if (lost.length > 0) found.push(`lost: ${lost.map(({ id }) => id).join(', ')}`);
		const repeated = [...this.delivered].filter(([, times]) => times > 1).map(([id]) => id);
		const mayRepeat = this.persistence !== 'durable' && this.crashes > 0;
		if (repeated.length > 0 && !mayRepeat) found.push(`repeated: ${repeated.join(', ')}`);
		if (this.largestState > 256 * 1024) found.push(`the state has grown to ${this.largestState} bytes`);
		if (this.longestPoll > BUDGET) found.push(`a poll took ${this.longestPoll} ms`);
		return found;
	}
}
