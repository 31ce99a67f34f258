/* eslint-disable */
import { Logger } from '@n8n/backend-common';

/** The keys of the tests. None of them may appear in any output. */
const keys = new Set<string>();
const leaks: string[] = [];

export function registerKey(key: unknown): void {
	if (typeof key === 'string' && key.trim() !== '') keys.add(key.trim());
}

/** For a run of many test files in one process: a key of one file may be an ordinary word of the next. */
export const forgetKeys = (): void => keys.clear();

const inspectText = (text: string): void => {
	for (const key of keys) if (text.includes(key)) leaks.push(text);
};

/** Returns the leaks that were found so far, and forgets them. */
export const takeLeaks = (): string[] => leaks.splice(0);

const asText = (value: unknown): string => {
	if (value instanceof Error) return `${value.stack} ${asText({ ...value })} ${asText(value.cause)}`;
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		return '';
	}
};

/** Watches n8n's logger at every level, although it is silent in tests, and the console. */
function watch(): void {
	const logger = Logger.prototype as unknown as { log: (...parts: unknown[]) => void };
	const log = logger.log;
	logger.log = function (this: unknown, ...parts) {
		inspectText(parts.map(asText).join(' '));
		log.apply(this, parts);
	};
	for (const name of ['debug', 'info', 'log', 'warn', 'error'] as const) {
		const write = console[name].bind(console);
		console[name] = (...parts: unknown[]) => {
			inspectText(parts.map(asText).join(' '));
			write(...parts);
		};
	}
}

/** To be called once in a test file. The project's set-up does that. */
export function forbidKeysInLogs(): void {
	beforeAll(watch);
	afterAll(() => {
		expect(takeLeaks()).toEqual([]);
	});
}
