import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';

/** A sender whose key is `secret`. */
export const senderOf = (send: unknown): Poll['send'] =>
	Object.assign(send as Poll['send'], {
		withoutKey: <T>(value: T) => JSON.parse(JSON.stringify(value).replaceAll('secret', '***')) as T,
	});
