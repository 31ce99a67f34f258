/**
 * The life of one trigger: service, n8n and oracle together, and whatever may happen to them. It knows the production
 * code as a function alone, which the driver hands in.
 */
import { KeptState, type Fate, type KeptWorld, type Way } from './n8n';
import { Oracle, type OracleWorld, type Promised, type Seen, type Verdict } from './oracle';
import {
	KINDS,
	ServiceModel,
	type Kind,
	type ModelEvent,
	type ModelFault,
	type ServiceOptions,
	type ServiceWorld,
} from './service';

/** The parameters of the trigger, in the units of the production code. */
export interface LifeSettings {
	kinds: Kind[];
	download: boolean;
	consentType: string;
	consentGranted: 'any' | 'granted' | 'withdrawn';
	beginWith: 'unreceived' | 'now' | 'date';
	startFrom: number | undefined;
	auditDays: number;
	maxEvents: number;
	pageSize: number;
	documentationWait: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The history cannot show what is so near to a record that it stumbles over: bounds have milliseconds. */
const INSTANT = 3;
const hourOf = (time: number): number => Math.floor(time / (60 * MINUTE));

export const SETTINGS: LifeSettings = {
	kinds: [...KINDS],
	download: true,
	consentType: '',
	consentGranted: 'any',
	beginWith: 'unreceived',
	startFrom: undefined,
	auditDays: 7,
	maxEvents: 1000,
	pageSize: 1000,
	documentationWait: 60 * MINUTE,
};

export interface Item {
	event_id: string;
	event_time: string;
	type: string;
	documentation_status?: string;
}

/** The input and the result of one poll. */
export interface PollCall {
	/** The process of n8n that polls. Each process has its own memory. */
	process: string;
	data: Record<string, unknown>;
	settings: LifeSettings;
	service: ServiceModel;
	/** The account of the credentials. */
	account: { address: string; key: string; credential: string };
	/** True if n8n polls because a person publishes the workflow. */
	isPublishing: boolean;
	/** Takes the lines that the poll writes to n8n's log. */
	log: string[];
	/** n8n's clock. */
	now: () => number;
	/** A monotonic clock that nobody can set. */
	elapsed: () => number;
	/** How many milliseconds n8n gives the poll. */
	budget: number;
}

export interface Production {
	poll(call: PollCall): Promise<Item[] | null>;
	/** The memory of a process as plain data, and how to restore it. */
	remembered(process: string): unknown;
	restore(process: string, memory: unknown): void;
}

export const BUDGET = 36_000;
/** A poll that takes longer does not get through all pages. So nothing is promised about when its events arrive. */
const LONG = 5000;

export interface LifeWorld {
	service: ServiceWorld;
	kept: KeptWorld;
	oracle: OracleWorld;
	/** How far n8n's clock is ahead of the service's clock. */
	clockAhead: number;
	/** Milliseconds by the monotonic clock. */
	elapsed: number;
	processes: string[];
	memories: unknown[];
	born: number;
}

export class Life {
	service: ServiceModel;
	kept: KeptState;
	oracle: Oracle;
	clockAhead = 0;
	account: PollCall['account'] = { address: 'https://service.example', key: 'key-1', credential: '1' };
	/** n8n's log. */
	readonly log: string[] = [];
	/** The processes of n8n that take turns. The first one is polling. */
	processes: string[];
	readonly executions: Item[][] = [];
	lastRequests = 0;
	/** How many milliseconds the last poll took, and its lists alone. */
	private lastTook = 0;
	private listsTook = 0;
	/** How many milliseconds of the present poll another poll took, because both share one clock. */
	private tookBeside = 0;
	polls = 0;
	largestState = 0;
	longestPoll = 0;
	/** How many milliseconds n8n gives each poll. */
	budget = BUDGET;
	/** n8n restarts after each poll. */
	isRestless = false;
	/** Off if the service is too slow for any promise about when events arrive. */
	judgesLateness = true;
	/** How far the monotonic clock is behind the service's clock. */
	private behind = 0;
	private born = 0;
	private static lives = 0;
	private readonly name = `life-${++Life.lives}`;

	constructor(
		readonly production: Production,
		options: ServiceOptions,
		readonly way: Way,
		public settings: LifeSettings,
		now: number,
	) {
		this.service = new ServiceModel(options, now);
		this.kept = new KeptState(way);
		this.oracle = new Oracle(promisedBy(settings, options));
		this.processes = [this.newProcess(), this.newProcess()];
	}

	get now(): number {
		return this.service.world.now;
	}

	set now(time: number) {
		this.service.world.now = time;
	}

	get elapsed(): number {
		return this.now - this.behind;
	}

	/** The service's clock is put back; n8n's clock is not. */
	putServiceBack(time: number): void {
		this.now -= time;
		this.clockAhead += time;
		this.behind -= time;
		// By the new clock the events appeared no later than now.
		for (const event of this.service.world.events) {
			event.addedAt = Math.min(event.addedAt ?? event.time, this.now);
		}
	}

	private newProcess(): string {
		const name = `${this.name}-${++this.born}`;
		// A restored world may give the same name again.
		this.production.restore(name, null);
		return name;
	}

	/** Everything that lasts, as plain data. */
	snapshot(): LifeWorld {
		const { service, kept, oracle, clockAhead, processes, born } = this;
		const memories = processes.map((process) => this.production.remembered(process) ?? null);
		return structuredClone({
			service: service.world,
			kept: kept.world,
			oracle: oracle.world,
			clockAhead,
			elapsed: this.elapsed,
			processes,
			memories,
			born,
		});
	}

	restore(world: LifeWorld): void {
		const copy = structuredClone(world);
		this.service.world = copy.service;
		this.kept.world = copy.kept;
		this.oracle.world = copy.oracle;
		this.clockAhead = copy.clockAhead;
		this.behind = this.now - copy.elapsed;
		this.processes = copy.processes;
		this.born = copy.born;
		copy.processes.forEach((process, index) => this.production.restore(process, copy.memories[index]));
	}

	private begin(faults?: readonly ModelFault[]) {
		this.service.beginPoll(faults);
		return { began: this.now + this.service.options.dateSkew, data: this.kept.load() };
	}

	private async call(data: Record<string, unknown>, isPublishing = false): Promise<Item[] | null> {
		const { service, settings } = this;
		const start = this.elapsed;
		this.polls++;
		const items = await this.production.poll({
			process: this.processes[0] as string,
			data,
			settings,
			service,
			account: this.account,
			isPublishing,
			log: this.log,
			now: () => this.now + this.clockAhead,
			elapsed: () => this.elapsed,
			budget: this.budget,
		});
		// An ID may be a number, and two events of different types may share one.
		const keyOf = (kind: string, id: string) => `${kind} ${id}`;
		const ids = new Map(
			(items ? service.world.events : []).map((event): [string, string] => [
				keyOf(event.kind, event.sharedId ?? event.id),
				event.id,
			]),
		);
		for (const item of items ?? []) {
			const id = /^\d+$/.test(String(item.event_id)) ? `e${item.event_id}` : item.event_id;
			item.event_id = ids.get(keyOf(item.type, id)) ?? id;
		}
		this.lastTook = this.elapsed - start - this.tookBeside;
		this.listsTook = Math.min(this.lastTook, (service.askedAt[0] ?? Infinity) - this.behind - start);
		this.tookBeside = 0;
		this.longestPoll = Math.max(this.longestPoll, this.lastTook);
		this.lastRequests = service.requests.length;
		return items;
	}

	private settleAccounts(
		data: Record<string, unknown>,
		items: Item[] | null,
		fate: Fate,
		began: number,
		{ isActivation = false, isUndisturbed = false } = {},
	): void {
		this.largestState = Math.max(this.largestState, JSON.stringify(data).length);
		this.oracle.asked(began, this.service.world.events);
		const { executed, written } = this.kept.take(data, items !== null, fate, isActivation);
		if (executed && items !== null) {
			this.executions.push(items);
			const isHistoryDown = this.service.world.history !== null;
			const ids = new Set(items.map(({ event_id }) => event_id));
			const events = this.seen(({ id }) => ids.has(id));
			this.oracle.executed(items, written, began, events, isHistoryDown);
		} else if (items !== null) this.oracle.forgotten(this.service.world.events);
		// Before the first answer the service's clock is unknown.
		const answered = began + this.service.options.latency;
		const isOfThisPoll = Object.keys(data).length > 0 && this.lastRequests > 0;
		if (written && isOfThisPoll) this.oracle.committed(answered);
		const { history } = this.service.world;
		const window = history && history.window >= 0 ? history.window : undefined;
		this.oracle.refusedBefore(this.service.world.events, this.now, window);
		if (this.service.wasHidden) this.oracle.hidden(this.service.world.events);
		if (!isUndisturbed || this.lastRequests === 0) return;
		// An event that has arrived makes no difference any more.
		const events = this.seen(({ id }) => this.oracle.world.arrived[id] === undefined);
		// Events that the history shows may wait there. A service that ignores the limit hands out more than fits.
		const handedOut = new Set(this.service.options.minLatest === 0 ? this.service.handedOut : []);
		this.oracle.handed(
			events.filter(({ id, isVisible }) => !isVisible && handedOut.has(id)),
			written,
		);
		// A document that hangs may hold up others, and so may one poll that is too short for all.
		const hadTime = this.lastTook < LONG;
		const documentsAnswered = hadTime ? this.service.answered : 0;
		this.oracle.polled(events, began, items?.length ?? 0, this.documentsAsked, documentsAnswered);
	}

	/** How many PDFs the last poll has asked for. */
	private get documentsAsked(): number {
		return this.service.requests.filter(({ path }) => path[0] === 'documentation').length;
	}

	/** @returns true if the poll brought an event */
	async poll(fate: Fate = 'keep', faults: readonly ModelFault[] = []): Promise<boolean> {
		const { began, data } = this.begin(faults);
		const items = await this.call(data);
		const isKilled = faults.some(({ status, at }) => status === 'kill' && at <= this.lastRequests);
		const ends: Fate = isKilled ? 'die' : fate;
		const hadTime = this.judgesLateness && this.listsTook < LONG;
		const isUndisturbed = hadTime && fate === 'keep' && faults.length === 0;
		this.settleAccounts(data, items, ends, began, { isUndisturbed });
		if (ends === 'die' || ends === 'dieBetween' || this.isRestless) this.kill();
		return items !== null;
	}

	/** The poll that n8n does when the workflow is published, at first or again. */
	async publish(fate: Fate = 'keep'): Promise<void> {
		this.kept.forget();
		const { began, data } = this.begin();
		const hadPosition = this.kept.world.stored !== '{}';
		const before = this.log.length;
		const items = await this.call(data, true);
		// n8n never polls again after a publication that throws.
		const isEnded = this.log.slice(before).some((line) => line.startsWith('thrown'));
		if (isEnded && hadPosition) throw new Error('A publication ended a trigger that had a position');
		this.settleAccounts(data, items, fate, began, { isActivation: true });
	}

	/** Starts a second poll at a certain request of the first one, because n8n does not prevent this. */
	async overlap(at: number): Promise<void> {
		const { began, data: first } = this.begin();
		let isBegun = false;
		let didSomething = false;
		this.service.onRequest = async (number) => {
			if (number !== at || isBegun) return;
			isBegun = true;
			const second = this.kept.load();
			const before = JSON.stringify(second);
			const items = await this.call(second);
			didSomething = items !== null || JSON.stringify(second) !== before;
		};
		const items = await this.call(first).finally(() => (this.service.onRequest = undefined));
		if (didSomething) throw new Error('A poll beside another one did something');
		this.settleAccounts(first, items, 'keep', began);
	}

	/** n8n is killed. The memory of its process is lost. */
	kill(): void {
		this.kept.forget();
		this.processes[0] = this.newProcess();
		this.oracle.forgotten(this.service.world.events);
	}

	/** Another process takes over, with its memory of its last turn. */
	failOver(): void {
		this.kept.forget();
		this.processes.reverse();
		this.oracle.forgotten(this.service.world.events);
	}

	/**
	 * Another main polls while a poll of this one is under way, and finishes first. If n8n polls in memory, only
	 * one main polls. If both deliver, n8n keeps only the state of the slower one, and what the other delivered may
	 * come again. An idle poll writes its state only if a new hour has begun since the last time, after
	 * a pause, or after the history has refused a period.
	 *
	 * @param at the request of the slower poll at which the other begins, after some action
	 */
	async besideOther(at: number, happens: () => void): Promise<void> {
		if (this.way === 'memory') return;
		const { began, data } = this.begin();
		const { writtenAt } = this.oracle.world;
		let faster: Item[] | null = null;
		let isBegun = false;
		this.service.onRequest = async (number) => {
			if (number !== at || isBegun) return;
			isBegun = true;
			happens();
			this.processes.reverse();
			const other = this.kept.load();
			const start = this.now + this.service.options.dateSkew;
			faster = await this.call(other);
			this.tookBeside = this.lastTook;
			this.settleAccounts(other, faster, 'keep', start);
			this.processes.reverse();
		};
		const items = await this.call(data).finally(() => (this.service.onRequest = undefined));
		this.settleAccounts(data, items, 'keep', began);
		// The checkpoint of a quiet account moves with each full hour of the service's clock.
		const isNextHour = hourOf(this.now + this.service.options.dateSkew) > hourOf(writtenAt);
		// After a pause, it also moves once the backlog is read.
		const isResuming = this.oracle.isResuming(began);
		const mayWrite = isNextHour || isResuming || this.service.world.history !== null;
		if (items !== null || mayWrite) this.oracle.overwritten(faster ?? []);
		this.oracle.forgotten(this.service.world.events);
	}

	/** The history cannot show this event. */
	poison(event: ModelEvent | undefined): void {
		if (event && event.poison === undefined) Object.assign(event, { poison: 500, poisonedAt: this.now });
	}

	/** The history can show all events again. What it could not show for a day is not promised. */
	takePoison(): void {
		const { events } = this.service.world;
		for (const bad of events.filter(({ poison }) => poison !== undefined)) {
			const isOld = this.now - (bad.poisonedAt ?? -Infinity) > DAY - HOUR;
			const beside = events.filter(({ time }) => Math.abs(time - bad.time) <= INSTANT);
			if (isOld) this.oracle.neverShown(beside.map(({ id }) => id));
			delete bad.poison;
		}
	}

	/** All documents become ready. */
	documentsGetReady(): void {
		for (const event of this.service.world.events) if (event.document === 'later') event.document = 'ready';
	}

	/** Calms down: nothing fails, everything is shown, until for a while no event has come and no PDF was asked for. */
	async settle(quietPolls: number, step: number): Promise<void> {
		this.documentsGetReady();
		this.service.show();
		this.service.world.history = null;
		this.service.world.passing.left = 0;
		this.takePoison();
		// Without durable polling, n8n forgets since when a PDF is waited for.
		this.isRestless = false;
		for (let polls = 0, quiet = 0; quiet < quietPolls; polls++) {
			if (polls > 3000) throw new Error('The trigger never comes to rest');
			this.now += step;
			const isBusy = (await this.poll()) || this.documentsAsked > 0;
			quiet = isBusy ? 0 : quiet + 1;
		}
	}

	/** Lateness is measured by the only clock that the service shows. */
	private seen(isMeant: (event: ModelEvent) => boolean): Seen[] {
		const { dateSkew } = this.service.options;
		return this.service.world.events.filter(isMeant).map((event) => ({
			...event,
			shownAt: event.shownAt === null ? null : event.shownAt + dateSkew,
			addedAt: (event.addedAt ?? event.time) + dateSkew,
			isVisible: this.service.isShown(event),
		}));
	}

	verdict(): Verdict {
		const { kinds, pageSize } = this.settings;
		const types = kinds.length === KINDS.length ? [undefined] : kinds;
		this.oracle.neverShown(this.service.tooDeep(types, pageSize));
		return this.oracle.verdict(this.seen(() => true));
	}
}

/** The consent filter, written from the interface's words. */
const filterOf =
	({ consentType, consentGranted }: LifeSettings) =>
	({ kind, consents = [] }: ModelEvent): boolean => {
		if (kind === 'documentation' || (consentType === '' && consentGranted === 'any')) return true;
		return consents.some(
			({ type, granted }) =>
				(consentType === '' || type === consentType) &&
				(consentGranted === 'any' || granted === (consentGranted === 'granted')),
		);
	};

export const promisedBy = (settings: LifeSettings, { secondsOnly }: ServiceOptions): Promised => ({
	instant: secondsOnly ? 1000 : 1,
	kinds: settings.kinds,
	beginWith: settings.beginWith,
	startFrom: settings.startFrom,
	auditDays: settings.auditDays,
	maxEvents: settings.maxEvents,
	documentationWait: settings.documentationWait,
	passes: filterOf(settings),
});
