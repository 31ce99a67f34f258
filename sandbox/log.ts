/** The requests that came in, for tests to assert on. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxOptions } from './options';

export interface LogEntry {
	id: number;
	/** Sandbox clock. */
	at: string;
	method: string;
	/** As sent, still encoded, without the query. */
	path: string;
	query: Record<string, unknown>;
	headers: IncomingHttpHeaders;
	bodyBytes: number;
	/** The parsed body (text, where it is not JSON), unless it is too large to keep. */
	body?: unknown;
	/** Elements of a body that is an array, and their ids. */
	elements?: number;
	ids?: string[];
	/** Undefined while the request is under way, null when the connection was cut without an answer. */
	status?: number | null;
	requestId: string;
	durationMs?: number;
	/** Id of the scripted fault that had a hand in it. */
	fault?: string;
}

export interface LogFilter {
	method?: string;
	/** The path with or without `/v1`, or a pattern for it. */
	path?: string | RegExp;
	status?: number;
}

export interface RequestLog {
	/** Entries in order of arrival; with a filter only those that fit. */
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

/** Text is the whole path, with or without `/v1`, where `*` stands for anything. */
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

/** What is kept of a body. */
export function describeBody(
	raw: Buffer | undefined,
	parsed: unknown,
	options: SandboxOptions,
): Pick<LogEntry, 'bodyBytes' | 'body' | 'elements' | 'ids'> {
	const keep = raw !== undefined && options.logBodies && raw.length <= options.logBodyBytes;
	return {
		bodyBytes: raw?.length ?? 0,
		...(keep && { body: parsed === undefined ? raw.toString() : parsed }),
		...(Array.isArray(parsed) && {
			elements: parsed.length,
			ids: parsed.map((element: { id?: string } | null) => String(element?.id ?? '')),
		}),
	};
}
