import { createRate } from './rate';

/** A request under way. */
export interface Ticket {
	/** Epoch milliseconds. */
	beganAt: number;
	/** Requests of one kind are expected to take about equally long. */
	kind: string;
}

/**
 * How a request ended.
 * - `taken`: the service answered it.
 * - `refused`: 429, the service asks for fewer requests; `asked` is the wait it names, in milliseconds.
 * - `unavailable`: 503; with `asked`, nobody sends until then.
 * - `timeout`: no answer in time.
 * - `failed`: anything else, which says nothing about the pace.
 */
export type Ending =
	{ as: 'taken' | 'timeout' | 'failed' } | { as: 'refused' | 'unavailable'; asked?: number | undefined };

/**
 * Decides when requests may begin: how many at once, when again after a refusal, and how many in a time.
 * Pure: the caller brings the time, in epoch milliseconds.
 */
export interface Pace {
	/** Milliseconds until a request may begin; `Infinity`: not before another one has ended. */
	wait(now: number): number;
	begin(now: number, kind: string): Ticket;
	end(ticket: Ticket, ending: Ending, now: number): void;
	/** Until when nobody may send because the service asked for it; 0 if it never did. */
	closedUntil(): number;
	/** How many requests may be under way at once. */
	width(): number;
}

/** n8n's helper opens a connection for each request; more than this at once strains n8n and the service. */
const WIDEST = 32;
const FIRST_WIDTH = 8;
/** Answers are getting slower where they take longer than twice the fastest and a little more. */
const SLOWER = 2;
const SLACK = 5;
/** Waits after a 429 that names none: doubled each time, and at random between half and the whole of it. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

interface Width {
	now(): number;
	/** @param isFull whether as many requests were under way as there may be */
	answered(kind: string, latency: number, isFull: boolean): void;
	halve(used: number): void;
}

/** How many requests may be under way at once. */
function createWidth(widest: number): Width {
	let width = Math.min(FIRST_WIDTH, widest);
	const fastest = new Map<string, number>();
	/** Until the first trouble, the width grows with each answer; later with each full round. */
	let isStarting = true;
	let answers = 0;
	let slowAnswers = 0;
	let wasFull = false;
	const beginRound = () => {
		answers = 0;
		slowAnswers = 0;
		wasFull = false;
	};
	return {
		now: () => width,
		answered(kind, latency, isFull) {
			const best = Math.min(latency, fastest.get(kind) ?? Infinity);
			fastest.set(kind, best);
			const isSlow = latency > SLOWER * best + SLACK;
			answers++;
			if (isSlow) slowAnswers++;
			wasFull ||= isFull;
			if (isStarting && isFull && !isSlow) width = Math.min(widest, width + 1);
			if (answers < width) return;
			const isSlower = slowAnswers > answers / 2;
			if (!isStarting && wasFull && !isSlower) width = Math.min(widest, width + 1);
			isStarting &&= !isSlower;
			beginRound();
		},
		halve(used) {
			isStarting = false;
			width = Math.max(1, Math.floor(Math.min(width, used) / 2));
			beginRound();
		},
	};
}

interface Door {
	closedUntil(): number;
	isProbing(): boolean;
	/** The service takes requests again. */
	open(): void;
	/** @param asked the wait that the service named, if it did; `now` alone is the start of it */
	close(now: number, asked: number | undefined): void;
	/** A request that began before the last closing was refused, too. */
	stayClosed(until: number): void;
}

/** Until when nobody may send, because the service asked to wait. */
function createDoor(random: () => number): Door {
	let closedUntil = 0;
	let closingsInARow = 0;
	/** After a wait, one request finds out whether the service takes requests again. */
	let isProbing = false;
	return {
		closedUntil: () => closedUntil,
		isProbing: () => isProbing,
		open() {
			isProbing = false;
			closingsInARow = 0;
		},
		close(now, asked) {
			const growing = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** closingsInARow) * (0.5 + random() / 2);
			// A service that names a wait and refuses again after it has named one that is too short.
			const least = asked === undefined || closingsInARow > 0 ? growing : 0;
			closedUntil = Math.max(closedUntil, now + Math.max(asked ?? 0, least));
			closingsInARow++;
			isProbing = true;
		},
		stayClosed(until) {
			closedUntil = Math.max(closedUntil, until);
		},
	};
}

/** @param random a number in [0, 1) */
export function createPace(widest = WIDEST, random: () => number = Math.random): Pace {
	const width = createWidth(Math.min(WIDEST, Math.max(1, widest)));
	const rate = createRate();
	const door = createDoor(random);
	let underWay = 0;
	/** The most requests under way since the last trouble. */
	let peak = 0;
	let troubleAt = -Infinity;

	const onTrouble = (beganAt: number, ending: Ending, now: number) => {
		const asked = 'asked' in ending ? ending.asked : undefined;
		// Requests that were under way together run into the same limit together.
		if (beganAt < troubleAt) return door.stayClosed(now + (asked ?? 0));
		troubleAt = now;
		width.halve(peak);
		peak = underWay;
		// A service that is down says nothing about how much it takes when it is up.
		if (ending.as === 'refused') rate.refused(now, asked);
		if (ending.as === 'refused' || asked !== undefined) door.close(now, asked);
	};

	return {
		wait(now) {
			const wait = Math.max(door.closedUntil(), rate.due()) - now;
			if (wait > 0) return wait;
			return underWay >= (door.isProbing() ? 1 : width.now()) ? Infinity : 0;
		},
		begin(now, kind) {
			rate.began(now, underWay === 0);
			underWay++;
			peak = Math.max(peak, underWay);
			return { beganAt: now, kind };
		},
		end({ beganAt, kind }, ending, now) {
			const isFull = underWay >= width.now();
			underWay--;
			if (ending.as === 'failed') return;
			if (ending.as !== 'taken') return onTrouble(beganAt, ending, now);
			rate.taken(beganAt, now);
			if (beganAt < troubleAt) return;
			door.open();
			width.answered(kind, now - beganAt, isFull);
		},
		closedUntil: () => door.closedUntil(),
		width: () => width.now(),
	};
}
