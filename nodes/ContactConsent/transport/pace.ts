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
 * - `unavailable`: 503; with `asked`, it asks for fewer requests, too.
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
	/** How many requests may be under way at once, now. */
	width(): number;
}

/** How many requests may be under way at once. */
export interface Widths {
	/** At first. */
	first?: number;
	/** At most. */
	widest?: number;
}

/** n8n's helper opens a connection for each request; more than this at once strains n8n and the service. */
export const WIDEST = 256;
/** Over a distance, each round of a slower start takes as long as all others. */
const FIRST_WIDTH = 40;
/** Answers are getting slower where they take longer than twice the fastest and a little more. */
const SLOWER = 2;
const SLACK = 5;
/** So near that a round is shorter, a few at once are fast, and more of them would only run into a limit. */
const SHORTEST_ROUND = 100;
/** How it grows at first; far away, where each round is dear, faster. */
const GROWTH = { near: 2, far: 4 };
/** Waits after a refusal that names none: a second, for which most limits are, doubled each time, and a little by chance. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
const CHANCE = 0.05;

interface Width {
	now(): number;
	/** @param isFull whether as many requests were under way as there may be */
	answered(ticket: Ticket, isFull: boolean, now: number): void;
	halve(used: number): void;
}

const newRound = () => ({ since: Infinity, answers: 0, slow: 0, wasFull: false });

function createWidth(first: number, widest: number): Width {
	let width = Math.min(first, widest);
	const fastest = new Map<string, number>();
	/** Until the first trouble the width is multiplied with each full round; later it grows by one. */
	let isStarting = true;
	let round = newRound();
	return {
		now: () => width,
		answered({ kind, beganAt }, isFull, now) {
			const best = Math.min(now - beganAt, fastest.get(kind) ?? Infinity);
			fastest.set(kind, best);
			round.since = Math.min(round.since, beganAt);
			round.answers++;
			round.wasFull ||= isFull;
			if (now - beganAt > SLOWER * best + SLACK) round.slow++;
			if (round.answers < width || now - round.since < SHORTEST_ROUND) return;
			const isSlower = round.slow > round.answers / 2;
			const growth = best < SHORTEST_ROUND ? GROWTH.near : GROWTH.far;
			if (round.wasFull && !isSlower) width = Math.min(widest, isStarting ? growth * width : width + 1);
			isStarting &&= !isSlower;
			round = newRound();
		},
		halve(used) {
			isStarting = false;
			width = Math.max(1, Math.floor(Math.min(width, used) / 2));
			round = newRound();
		},
	};
}

/** @param random a number in [0, 1) */
export function createPace(
	{ first = FIRST_WIDTH, widest = WIDEST }: Widths = {},
	random: () => number = Math.random,
): Pace {
	const width = createWidth(first, widest);
	const rate = createRate();
	let underWay = 0;
	/** The most requests under way since the last trouble. */
	let peak = 0;
	let troubleAt = -Infinity;
	let closedUntil = 0;
	/** How often it was closed since the service last took a request. After a wait, one request finds out whether it does. */
	let closings = 0;

	const close = (now: number, asked: number | undefined) => {
		const growing = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** closings) * (1 + CHANCE * random());
		// A service that names a wait and refuses again after it has named one that is too short.
		if (asked === undefined || closings > 0) closedUntil = Math.max(closedUntil, now + growing);
		closings++;
		rate.refused(now, closedUntil - now);
	};
	const onTrouble = (beganAt: number, ending: Ending, now: number) => {
		const asked = 'asked' in ending ? ending.asked : undefined;
		closedUntil = Math.max(closedUntil, now + (asked ?? 0));
		// Requests that were under way together run into the same limit together.
		if (beganAt <= troubleAt) return;
		troubleAt = now;
		width.halve(peak);
		peak = underWay;
		if (ending.as === 'refused' || asked !== undefined) close(now, asked);
	};

	return {
		wait(now) {
			const wait = Math.max(closedUntil, rate.due()) - now;
			if (wait > 0) return wait;
			return underWay >= (closings > 0 ? 1 : width.now()) ? Infinity : 0;
		},
		begin(now, kind) {
			rate.began(now, underWay === 0);
			underWay++;
			peak = Math.max(peak, underWay);
			return { beganAt: now, kind };
		},
		end(ticket, ending, now) {
			const isFull = underWay >= width.now();
			underWay--;
			if (ending.as === 'failed') return;
			if (ending.as !== 'taken') return onTrouble(ticket.beganAt, ending, now);
			rate.taken(ticket.beganAt, now);
			if (ticket.beganAt <= troubleAt) return;
			closings = 0;
			width.answered(ticket, isFull, now);
		},
		closedUntil: () => closedUntil,
		width: () => width.now(),
	};
}
