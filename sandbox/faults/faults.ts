/** Scripted faults: the requests they apply to and their effects. */
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

	/** By default, any method. */
	method?: string;
	/** The whole path, with or without `/v1`; `*` stands for any text. Or a RegExp. By default, any path. */
	path?: string | RegExp;
	/** The source of a RegExp. The control path uses it, because JSON has no RegExp. */
	pathPattern?: string;
	/** Any other condition. The control path does not offer it. */
	match?: (request: FaultTarget) => boolean;
	/** Skips this many matching requests. The default is 0. */
	after?: number;
	/** Applies to this many requests. The default is 1; Infinity (null in JSON) means all. */
	times?: number | null;

	/** Replaces the answer by one with this status. */
	status?: number;
	/** Body of that answer: text and Buffer are sent as they are, other values as JSON. */
	body?: unknown;
	/** The default is `application/json`, for text bodies `text/plain`. */
	contentType?: string;
	/** Adds or replaces headers of the answer; null removes one. */
	headers?: Record<string, string | string[] | null>;
	/** Target of a redirect; the default status is 302. */
	location?: string;
	/** With `status` or `body`: the request has its effect, and only the answer is replaced. The default is false. */
	effect?: boolean;

	delayMs?: number;
	/** Before the effect (default), or between effect and answer. */
	delayAt?: 'before' | 'after';
	/** Cuts the connection without an answer, before or after the effect. */
	reset?: 'before' | 'after';
	/** Cuts the connection after this many bytes of the body; the request has its effect. */
	truncate?: number;
	/** Stops halfway through the body (or after `stallAt` bytes), for this time or for good. */
	stallMs?: number;
	stall?: boolean;
	stallAt?: number;
}

export interface ActiveFault extends Fault {
	id: string;
	/** How many requests have matched so far, and how many of them the fault was applied to. */
	seen: number;
	used: number;
}

export interface Faults {
	/** Adds faults and returns their ids. Only the first fault that matches a request applies to it. */
	add(...faults: Fault[]): string[];
	/** Removes one fault, or all. */
	clear(id?: string): void;
	list(): ActiveFault[];
	/** True if all faults are used up. */
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

/** `token` of RFC 9110. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Refuses unknown names, because such a fault would never apply, and answers that no server can give. */
function check(fault: Fault): void {
	const unknown = Object.keys(fault).find((name) => !Object.hasOwn(NAMES, name));
	if (unknown !== undefined) throw new TypeError(`A fault has no "${unknown}"`);
	if (fault.pathPattern !== undefined) new RegExp(fault.pathPattern);
	const { status = 200, headers = {} } = fault;
	if (!Number.isInteger(status) || status < 200 || status > 599)
		throw new TypeError(`A fault has no status ${status}`);
	const odd = Object.keys(headers).find((name) => !HEADER_NAME.test(name));
	if (odd !== undefined) throw new TypeError(`No header is named "${odd}"`);
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

/** True if the fault replaces the whole answer. */
export const replaces = (fault: Fault): boolean =>
	fault.status !== undefined || fault.body !== undefined || fault.location !== undefined;
