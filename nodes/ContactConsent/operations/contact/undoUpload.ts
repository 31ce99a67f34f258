import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../lib/json';
import type { TakesBack } from '../../upload/change/undo';
import { isSame } from '../../upload/table/cells';
import { undoOf } from '../../upload/undoOperation';
import { addConsents } from './addConsents';
import { CONSENT_PREFIX, DOCUMENTATION, fieldsIn, othersIn } from './consentDifferences';
import {
	clockIn,
	consentsOf,
	consentStates,
	instantOf,
	isGranted,
	timeOf,
	typeOf,
	type Clock,
} from './consents';
import { contactModel } from './contactColumns';
import { contactEndpoint } from './requests';

/** True if the contact has withdrawn after the grant of the upload: a type that is granted now was granted once more. */
function isGrantedAnew(contact: IDataObject, type: string, uploadedAt: unknown, clock: Clock): boolean {
	const uploaded = instantOf(uploadedAt, false, clock);
	return (
		uploaded !== undefined &&
		consentsOf(contact).some(
			(one) => typeOf(one) === type && !isGranted(one) && (timeOf(one, clock) ?? -Infinity) > uploaded,
		)
	);
}

/** Withdraws the consents of a type that an upload granted, and grants none: nobody has agreed to that. */
const takeTypeBack: TakesBack['takeBack'] = (upload, name, { from, to, granted_at }, timeZone) => {
	const type = name.slice(CONSENT_PREFIX.length);
	const clock = clockIn(timeZone);
	const states = consentStates(upload, clock);
	const now = Object.hasOwn(states, type) ? (states[type] ?? null) : null;
	if (now !== to || isGrantedAnew(upload, type, granted_at, clock)) {
		return { upload, now, became: 'changedSince' };
	}
	if (to !== true || from === true) {
		return { upload, now, became: 'stays', note: { kind: 'notUndone', name: type } };
	}
	const withdrawal = { type, isGranted: false, at: undefined, proof: {} };
	const { documentation, each } = addConsents(upload.documentation, [withdrawal], clock);
	if (each.some((one) => 'error' in one)) {
		return { upload, now, became: 'stays', note: { kind: 'notUndone', name: type, isWarning: true } };
	}
	return {
		upload: { ...upload, documentation } as IDataObject,
		now: false,
		became: 'undone',
		note: { kind: 'undoneByWithdrawal', name: type },
	};
};

/** Puts the fields back that stand beside the consents. All consents stay, also those without a type. */
const putFieldsBack: TakesBack['takeBack'] = (upload, _name, { from, to }) => {
	const now = othersIn(upload.documentation) ?? null;
	if (!isSame(now, to)) return { upload, now, became: 'changedSince' };
	const [before, after] = [fieldsIn(from), fieldsIn(to)];
	const consentsOf = (shown: unknown) => (isRecord(shown) ? shown.consents : undefined);
	const addsConsents = !isSame(consentsOf(from), consentsOf(to));
	const note = { kind: 'notUndone', name: 'a consent without a type' } as const;
	if (isSame(before, after)) return { upload, now, became: 'stays', note };
	const consents = consentsOf(upload.documentation);
	const documentation = { ...before, ...(consents !== undefined && { consents }) };
	return {
		upload: { ...upload, documentation },
		now: othersIn(documentation),
		became: 'undone',
		...(addsConsents && { note }),
	};
};

/** Takes back what an upload changed in the documentation. */
export const takeConsentsBack: TakesBack = {
	isOf: (name) => name === DOCUMENTATION || name.startsWith(CONSENT_PREFIX),
	takeBack: (upload, name, ...others) =>
		(name === DOCUMENTATION ? putFieldsBack : takeTypeBack)(upload, name, ...others),
};

export const undoUpload = undoOf(contactModel, contactEndpoint, takeConsentsBack);
