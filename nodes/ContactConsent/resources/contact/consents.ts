import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../../dates';
import { records, textOf } from '../../values';

/** The consents of a contact, in the order of the service. */
export function consentsOf(contact: IDataObject): IDataObject[] {
	const [documentation] = records([contact.documentation]);
	return records(documentation?.consents);
}

/**
 * What a contact consents to now: from consent type to `true` (granted) or `false` (withdrawn).
 *
 * Of several consents of one type the newest `granted_at` counts, a dated one before an undated one, then the last.
 */
export function consentStates(contact: IDataObject): Record<string, boolean> {
	const newest = new Map<string, { time: number; granted: boolean }>();
	for (const { type, granted, granted_at } of consentsOf(contact)) {
		const name = textOf(type);
		if (name === undefined) continue;
		const time = epochOf(granted_at) ?? -Infinity;
		if (time >= (newest.get(name)?.time ?? -Infinity)) newest.set(name, { time, granted: granted === true });
	}
	// Unlike an assignment, this makes `__proto__` a key like any other.
	return Object.fromEntries([...newest].map(([type, { granted }]) => [type, granted]));
}
