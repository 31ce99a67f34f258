import type { IDataObject } from 'n8n-workflow';

import { epochOf } from '../../dates';
import type { OutputShape } from '../../operation';
import { records, textOf, withoutEmpty } from '../../values';

/** The consents of a contact, in the order of the service. */
function consentsOf(contact: IDataObject): IDataObject[] {
	const [documentation] = records([contact.documentation]);
	return records(documentation?.consents);
}

/** Milliseconds with what is behind them: two changes may lie within one. */
function exactTime(value: unknown): number | undefined {
	const epoch = epochOf(value);
	const [, more = ''] = /[.,]\d{3}(\d+)/.exec(String(value)) ?? [];
	return epoch === undefined ? undefined : epoch + Number(`0.${more}0`);
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
		const time = exactTime(granted_at) ?? -Infinity;
		if (time >= (newest.get(name)?.time ?? -Infinity)) newest.set(name, { time, granted: granted === true });
	}
	// Unlike an assignment, this makes `__proto__` a key like any other.
	return Object.fromEntries([...newest].map(([type, { granted }]) => [type, granted]));
}

/** One consent of a contact as an output item. */
export const CONSENT_OUTPUT = {
	contact_id: 'string',
	id: 'string',
	type: 'string',
	granted: 'boolean',
	granted_at: 'string',
	granted_ip: 'string',
	granted_agent: 'string',
} as const satisfies OutputShape;

/** The states of a consent to choose from. */
export const consentChoices = [
	{ name: 'Any', value: 'any', description: 'Granted or withdrawn' },
	{ name: 'Granted', value: 'granted', description: 'Consents that are granted' },
	{ name: 'Withdrawn', value: 'withdrawn', description: 'Consents that are withdrawn' },
] as const;

type ConsentState = (typeof consentChoices)[number]['value'];

/** Whether a contact has a consent of this type (empty: of any) that is in this state now. */
export const hasConsent = (contact: IDataObject, type: string, state: ConsentState): boolean =>
	Object.entries(consentStates(contact)).some(
		([name, granted]) =>
			(type === '' || name === type) && (state === 'any' || granted === (state === 'granted')),
	);

/** The consents of a contact that pass the filters; `granted: true` alone is granted. */
export function consentItems(
	contact: IDataObject,
	contactId: string,
	filters: { type: string; granted: ConsentState },
): IDataObject[] {
	return consentsOf(contact)
		.filter(({ type }) => filters.type === '' || type === filters.type)
		.filter(
			({ granted }) => filters.granted === 'any' || (granted === true) === (filters.granted === 'granted'),
		)
		.map(({ id, type, granted, granted_at, granted_ip, granted_agent }) =>
			withoutEmpty({ contact_id: contactId, id, type, granted, granted_at, granted_ip, granted_agent }),
		);
}
