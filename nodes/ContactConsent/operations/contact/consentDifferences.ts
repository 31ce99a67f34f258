/** How people see that consents differ: by type, as granted (true), withdrawn (false) or never asked (null). */
import type { IDataObject } from 'n8n-workflow';

import { isSame } from '../../upload/table/cells';
import type { NamedDifference } from '../../upload/table/recordModel';
import { grouped, isRecord, LEAVE_OUT, mapValues, records, withoutEmpty } from '../../lib/json';
import { clockIn, decidingConsents, isGranted, typeOf } from './consents';

/** The name of the difference of a type begins like this. */
export const CONSENT_PREFIX = 'consents.';
/** The name of the difference of all that is no consent of a type. */
export const DOCUMENTATION = 'documentation';

/** The consents of a documentation that are objects. */
export const consentsIn = (documentation: unknown): IDataObject[] =>
	isRecord(documentation) ? records(documentation.consents) : [];

/** The fields of a documentation beside its consents. */
export const fieldsIn = (documentation: unknown): IDataObject =>
	isRecord(documentation)
		? mapValues(documentation, (value, key) => (key === 'consents' ? LEAVE_OUT : value))
		: {};

/** Its fields, and its consents without a type: all that `consentDifferences` does not show by type. */
export const othersIn = (documentation: unknown): unknown => {
	if (!isRecord(documentation)) return documentation;
	const { consents } = documentation;
	const typeless = Array.isArray(consents)
		? (consents as unknown[]).filter((one) => !isRecord(one) || typeOf(one) === undefined)
		: [consents];
	return { ...fieldsIn(documentation), consents: typeless };
};

/** The differences of two documentations. `granted_at` is the time of the consent that counts afterwards. */
export function consentDifferences(from: unknown, to: unknown, timeZone: string): NamedDifference[] {
	const clock = clockIn(timeZone);
	const [before, after] = [consentsIn(from), consentsIn(to)];
	const [decidedBefore, decidedAfter] = [decidingConsents(before, clock), decidingConsents(after, clock)];
	const [typesBefore, typesAfter] = [grouped(before, typeOf), grouped(after, typeOf)];
	const types = [...new Set([...typesAfter.keys(), ...typesBefore.keys()])].filter(
		(type) => type !== undefined,
	);
	const byType = types
		.filter((type) => !isSame(typesBefore.get(type), typesAfter.get(type)))
		.map((type): NamedDifference => {
			const [was, is] = [decidedBefore.get(type), decidedAfter.get(type)];
			return {
				name: CONSENT_PREFIX + type,
				label: `Consent ${type}`,
				from: was ? isGranted(was) : null,
				to: is ? isGranted(is) : null,
				more: withoutEmpty({ granted_at: is?.granted_at }),
			};
		});
	const [others, othersAfter] = [othersIn(from), othersIn(to)];
	if (isSame(others, othersAfter)) return byType;
	const whole = { name: DOCUMENTATION, label: 'Documentation', from: others, to: othersAfter };
	return [...byType, whole];
}
