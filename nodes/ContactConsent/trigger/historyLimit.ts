import { DAY, HOUR } from '../lib/time';
import type { HistoryLimit } from './state';

type MaybeLimit = HistoryLimit | undefined;

/**
 * From when on a look-back asks. It asks for less only if the history has refused more twice, an hour apart, and for
 * twice as much once a day.
 *
 * @param now n8n's clock
 * @param date the service's clock, or n8n's clock before the service has answered
 */
export function reachableFrom(limit: MaybeLimit, now: number, date: number): number {
	if (limit?.isSure !== true) return -Infinity;
	return date - (Math.abs(now - limit.at) < DAY ? limit.length : 2 * limit.length);
}

/** What is known after the history has refused all but `length` milliseconds of a look-back. */
export function limitAfterRefusal(before: MaybeLimit, length: number, now: number): HistoryLimit {
	if (before?.isSure) return { length, at: now, isSure: true };
	const age = before === undefined ? Infinity : Math.abs(now - before.at);
	if (before === undefined || age >= DAY) return { length, at: now, isSure: false };
	return age < HOUR ? { length, at: before.at, isSure: false } : { length, at: now, isSure: true };
}

/** What is known after the history has accepted a look-back that asked for as much as it may. */
export function limitAfterSuccess(before: MaybeLimit, now: number, farLength: number): MaybeLimit {
	if (before?.isSure !== true) return undefined;
	const { length, at } = before;
	if (Math.abs(now - at) < DAY) return before;
	return 2 * length >= farLength ? undefined : { length: 2 * length, at: now, isSure: true };
}
