/* eslint-disable */
/** The log of requests, for the assertions of tests. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxOptions } from '../options/options';

export interface LogEntry {
	id: number;
	/** Time of the sandbox clock. */
	at: string;
	method: string;
	/** Encoded, in its plain spelling (target.ts), without the query. */
	path: string;
	query: Record<string, unknown>;
	headers: IncomingHttpHeaders;
	bodyBytes: number;
	/** The parsed body, or its text if it cannot be parsed. Left out if it is too large. */
	body?: unknown;
	/** The number of elements of an array, and their ids. */
	elements?: number;
	ids?: string[];
	/** Undefined while the request runs; null if the connection was cut without an answer. */
	status?: number | null;
	requestId: string;
	durationMs?: number;
	/** Id of the fault that applied to it. */
	fault?: string;
}

export interface LogFilter {
	method?: string;
	/** The path with or without `/v1`, or a RegExp. */
	path?: string | RegExp;
	status?: number;
}

export interface RequestLog {
	/** Entries in order of arrival; with a filter, only those that fit. */
	all(filter?: LogFilter): LogEntry[];
	count(filter?: LogFilter): number;
	last(filter?: LogFilter): LogEntry | undefined;
	clear(): void;
	add(entry: Omit<LogEntry, 'id'>, limit: number): LogEntry;
}

const fits =
	({ method, path, status }: LogFilter) =>
	(entry: LogEntry): boolean =>
		(method === undefined || entry.method === method.toUpperCase()) &&
		(status === undefined || entry.status === status) &&
		(path === undefined || pathFits(path, entry.path));

/** A text must be the whole path, with or without `/v1`; `*` stands for any text. */
export function pathFits(wanted: string | RegExp, path: string): boolean {
	if (wanted instanceof RegExp)
		return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(path);
	const pattern = wanted
		.split('*')
		.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
		.join('.*');
	return new RegExp(`^(/v1)?${pattern}$`).test(path);
}

export function createLog(): RequestLog {
	let entries: LogEntry[] = [];
	let next = 1;
	const all = (filter?: LogFilter) => (filter ? entries.filter(fits(filter)) : [...entries]);
	return {
		all,
		count: (filter) => all(filter).length,
		last: (filter) => all(filter).at(-1),
		clear: () => {
			entries = [];
		},
		add(entry, limit) {
			const kept = { id: next++, ...entry };
			entries.push(kept);
			if (entries.length > limit) entries = entries.slice(entries.length - Math.ceil(limit * 0.9));
			return kept;
		},
	};
}

/** The fields of a log entry that describe the body of the request. */
export function describeBody(
	/** The body as it arrived: bytes, or the object that a form was parsed to. */
	body: unknown,
	bodyBytes: number,
	parsed: unknown,
	options: SandboxOptions,
): Pick<LogEntry, 'bodyBytes' | 'body' | 'elements' | 'ids'> {
	const keep = body !== undefined && options.logBodies && bodyBytes <= options.logBodyBytes;
	return {
		bodyBytes,
		...(keep && { body: parsed === undefined ? (body as Buffer).toString() : parsed }),
		...(Array.isArray(parsed) && {
			elements: parsed.length,
			ids: parsed.map((element: { id?: string } | null) => String(element?.id ?? '')),
		}),
	};
}
