/** Faults on demand: which request they hit, and what they do to it. */
import { pathFits } from './log';

export interface FaultTarget {
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, unknown>;
	body: unknown;
}

export interface Fault {
	id?: string;

	/** Any method. */
	method?: string;
	/** The whole path, with or without `/v1`, `*` for anything; or a pattern. Without it any path under `/v1`. */
	path?: string | RegExp;
	/** Source of a pattern, for the control path. */
	pathPattern?: string;
	/** Anything else about the request; programmatic only. */
	match?: (request: FaultTarget) => boolean;
	/** Lets this many matching requests pass first. Default 0. */
	after?: number;
	/** How many requests it hits. Default 1; Infinity (null in JSON) for all. */
	times?: number | null;

	/** Answers with this status instead. */
	status?: number;
	/** Body of that answer: text and Buffer as they are, anything else as JSON. */
	body?: unknown;
	/** Default `application/json`, for text bodies `text/plain`. */
	contentType?: string;
	/** Laid over the headers of the answer; null takes one away. */
	headers?: Record<string, string | string[] | null>;
	/** Target of a redirect; the status is 302 unless given. */
	location?: string;
	/** With `status` or `body`: the effect takes place all the same, only the answer is replaced. Default false. */
	effect?: boolean;

	delayMs?: number;
	/** Before the effect (default), or between effect and answer. */
	delayAt?: 'before' | 'after';
	/** Cuts the connection without an answer, before or after the effect took place. */
	reset?: 'before' | 'after';
	/** Cuts the connection after this many bytes of the answer's body; the effect has taken place. */
	truncate?: number;
	/** Stops halfway through the body (or at `stallAt` bytes), for so long or for good. */
	stallMs?: number;
	stall?: boolean;
	stallAt?: number;
}

export interface ActiveFault extends Fault {
	id: string;
	/** Matching requests so far, and those it hit. */
	seen: number;
	used: number;
}

export interface Faults {
	/** Returns its id. The first fault that fits a request is the only one applied to it. */
	add(...faults: Fault[]): string[];
	/** One fault, or all. */
	clear(id?: string): void;
	list(): ActiveFault[];
	/** True when every fault was used up. */
	done(): boolean;
	take(target: FaultTarget): ActiveFault | undefined;
}

const timesOf = (fault: Fault): number => (fault.times === null ? Infinity : (fault.times ?? 1));

function fits(fault: Fault, target: FaultTarget): boolean {
	if (fault.method !== undefined && fault.method.toUpperCase() !== target.method) return false;
	if (fault.path !== undefined && !pathFits(fault.path, target.path)) return false;
	if (fault.pathPattern !== undefined && !new RegExp(fault.pathPattern).test(target.path)) return false;
	return fault.match?.(target) ?? true;
}

const NAMES: Record<keyof Fault, true> = {
	id: true,
	method: true,
	path: true,
	pathPattern: true,
	match: true,
	after: true,
	times: true,
	status: true,
	body: true,
	contentType: true,
	headers: true,
	location: true,
	effect: true,
	delayMs: true,
	delayAt: true,
	reset: true,
	truncate: true,
	stallMs: true,
	stall: true,
	stallAt: true,
};

/** A misspelled name would be a fault that never happens. */
function check(fault: Fault): void {
	const unknown = Object.keys(fault).find((name) => !Object.hasOwn(NAMES, name));
	if (unknown !== undefined) throw new TypeError(`A fault has no "${unknown}"`);
	if (fault.pathPattern !== undefined) new RegExp(fault.pathPattern);
}

export function createFaults(): Faults {
	let faults: ActiveFault[] = [];
	let next = 1;
	return {
		add: (...added) => {
			added.forEach(check);
			return added.map((fault) => {
				const id = fault.id ?? `fault-${next++}`;
				faults.push({ ...fault, id, seen: 0, used: 0 });
				return id;
			});
		},
		clear: (id) => {
			faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
		},
		list: () => faults.map((fault) => ({ ...fault })),
		done: () => faults.every((fault) => fault.used >= timesOf(fault)),
		take(target) {
			let taken: ActiveFault | undefined;
			for (const fault of faults) {
				if (!fits(fault, target)) continue;
				fault.seen += 1;
				if (taken || fault.used >= timesOf(fault) || fault.seen <= (fault.after ?? 0)) continue;
				fault.used += 1;
				taken = fault;
			}
			return taken;
		},
	};
}

/** The answer is replaced as a whole. */
export const replaces = (fault: Fault): boolean =>
	fault.status !== undefined || fault.body !== undefined || fault.location !== undefined;
