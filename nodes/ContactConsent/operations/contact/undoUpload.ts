import type { IDataObject } from 'n8n-workflow';

import type { TakesBack } from '../../upload/change/undo';
import { undoOf } from '../../upload/undoOperation';
import { addConsents } from './addConsents';
import { CONSENT_PREFIX } from './consentDifferences';
import { clockIn, consentStates } from './consents';
import { contactModel } from './contactColumns';
import { contactEndpoint } from './requests';

/** Withdraws the consents that an upload granted, and grants none: nobody has agreed to that. */
const consents: TakesBack = {
	prefix: CONSENT_PREFIX,
	takeBack(upload, name, { from, to }, timeZone) {
		const type = name.slice(CONSENT_PREFIX.length);
		const clock = clockIn(timeZone);
		const states = consentStates(upload, clock);
		const now = Object.hasOwn(states, type) ? (states[type] ?? null) : null;
		if (now !== to) return { upload, now, became: 'changedSince' };
		if (to !== true || from === true) {
			return { upload, now, became: 'stays', note: { kind: 'notUndone', name: type } };
		}
		const withdrawal = { type, isGranted: false, at: undefined, proof: {} };
		const { documentation } = addConsents(upload.documentation, [withdrawal], clock);
		return {
			upload: { ...upload, documentation } as IDataObject,
			now: false,
			became: 'undone',
			note: { kind: 'undoneByWithdrawal', name: type },
		};
	},
};

export const undoUpload = undoOf(contactModel, contactEndpoint, consents);
