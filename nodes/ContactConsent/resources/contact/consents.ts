import type { IDataObject } from 'n8n-workflow';

import { exactTime } from '../../dates';
import { records, textOf } from '../../values';

/** The consent that counts for its type, with its time in milliseconds; `-Infinity` without a date. */
export interface Newest {
	time: number;
	consent: IDataObject;
}

/** The consents of a contact, in the order of the service. */
export function consentsOf(contact: IDataObject): IDataObject[] {
	const [documentation] = records([contact.documentation]);
	return records(documentation?.consents);
}

/**
 * The consent that counts for each type: the one with the newest `granted_at`. If several have the same time, the last
 * of them counts. A consent without a date is the oldest. Consents without a type are left out.
 */
export function newestConsents(contact: IDataObject): Map<string, IDataObject> {
	const newest = new Map<string, Newest>();
	for (const consent of consentsOf(contact)) {
		const type = textOf(consent.type);
		if (type === undefined) continue;
		const time = exactTime(consent.granted_at) ?? -Infinity;
		if (time >= (newest.get(type)?.time ?? -Infinity)) newest.set(type, { time, consent });
	}
	return new Map([...newest].map(([type, { consent }]) => [type, consent]));
}

/** True only for `granted: true`: any other value counts as withdrawn. */
export const isGranted = ({ granted }: IDataObject): boolean => granted === true;

/** What a contact consents to now: from consent type to `true` (granted) or `false` (withdrawn). */
export const consentStates = (contact: IDataObject): Record<string, boolean> =>
	// Unlike an assignment, this makes `__proto__` a key like any other.
	Object.fromEntries([...newestConsents(contact)].map(([type, consent]) => [type, isGranted(consent)]));

export const consentChoices = [
	{ name: 'Any', value: 'any', description: 'Granted or withdrawn' },
	{ name: 'Granted', value: 'granted', description: 'Consents that are granted' },
	{ name: 'Withdrawn', value: 'withdrawn', description: 'Consents that are withdrawn' },
] as const;

export type ConsentState = (typeof consentChoices)[number]['value'];

/** True if a contact has a consent in this state now. @param type of the consent; empty: any type */
export const hasConsent = (contact: IDataObject, type: string, state: ConsentState): boolean =>
	Object.entries(consentStates(contact)).some(
		([name, granted]) =>
			(type === '' || name === type) && (state === 'any' || granted === (state === 'granted')),
	);
