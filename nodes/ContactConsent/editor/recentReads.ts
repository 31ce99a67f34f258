/** What lists of the editor have read from the service within the last minute. */
import type { IDataObject } from 'n8n-workflow';

import { scalarText } from '../lib/json';
import { elapsed, MINUTE } from '../lib/time';
import type { Sender, ServiceRequest } from '../transport/types';
import { RECORD_LIMITS } from './listSearch';

/**
 * Each by account and request, with the time until which it is kept. A person types several letters in a minute, and each
 * of them asks for the list again.
 */
const recent = new Map<string, { value: Promise<unknown>; until: number }>();

/** For tests, in which records change between two lists. */
export const forgetReads = (): void => recent.clear();

/** What was read within the last minute, or is read now. @param key what it is, within the account */
async function readOnceAMinute<Value>(
	send: Sender,
	key: unknown,
	read: () => Promise<Value>,
): Promise<Value> {
	const now = elapsed();
	for (const [other, { until }] of recent) if (until <= now) recent.delete(other);
	const whole = JSON.stringify([send.account, key]);
	const known = recent.get(whole);
	if (known) return (await known.value) as Value;
	const value = read();
	recent.set(whole, { value, until: now + MINUTE });
	// A failure may pass.
	value.catch(() => recent.delete(whole));
	return await value;
}

/** The record or Operation with this ID; `undefined` if the service does not show it, or shows another one. */
export const readById = async (
	send: Sender,
	request: ServiceRequest,
	id: string,
): Promise<IDataObject | undefined> =>
	await readOnceAMinute(
		send,
		request.path,
		async () => (await send<IDataObject>(request, RECORD_LIMITS)).body,
	).then(
		(body) => (scalarText(body.id) === id ? body : undefined),
		() => undefined,
	);
