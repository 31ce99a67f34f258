import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../../parameters/field';
import { type OutputShape } from '../../common/operation';
import type { Note } from '../../upload/report/notes';
import { uploadOperation } from '../../upload/uploadOperation';
import type { Change, Row, Run, Target, Told } from '../../upload/uploadTypes';
import { settingOf } from '../../upload/uploadOptions';
import { LEAVE_OUT, mapValues, scalarText, withoutEmpty } from '../../lib/json';
import { composed, trimmed } from '../../lib/text';
import { addConsents, type AddedConsent, type WantedConsent } from './addConsents';
import { clockIn } from './consents';
import { contactModel } from './contactColumns';
import { contactEndpoint } from './requests';
import { itemFields, setConsentFields, settingFields } from './setConsentFields';

function wantedConsent({ consentType, consentState, options }: Values<typeof itemFields>): WantedConsent {
	const { consentId, grantedAt, grantedIp, grantedAgent } = options;
	return {
		type: composed(trimmed(consentType)),
		isGranted: consentState === 'granted',
		at: grantedAt,
		proof: mapValues({ id: consentId, granted_ip: grantedIp, granted_agent: grantedAgent }, (text) =>
			text === '' ? LEAVE_OUT : text,
		),
	};
}

/** Names a type that is new to a contact, and a consent that does not change the state. */
function notesOn({ type, entry, isOutdated, others }: AddedConsent, isGranted: boolean): Note[] {
	const notes: Note[] = [];
	if (entry && others) {
		const beside = others.length > 0 ? `beside ${others.join(', ')}` : 'the first one';
		const name = `"${type}", ${beside}`;
		notes.push({ kind: 'newType', heading: '', name, ...(!isGranted && { isWarning: true }) });
	}
	if (isOutdated) {
		notes.push({ kind: entry ? 'writtenAsOlder' : 'storedAsOlder', heading: '', name: type });
	}
	return notes;
}

/** The output of a row. `was` is null for a contact who was never asked. */
const itemOf = (
	{ first_name, last_name }: IDataObject,
	{ type, was, at, entry }: AddedConsent,
	granted: boolean,
): IDataObject => ({
	...withoutEmpty({ first_name, last_name, type }),
	was,
	...withoutEmpty({ granted, granted_at: at, changed: entry !== undefined }),
});

/** Adds the consents that rows ask for. All else stays as it is stored. */
const change: Change<WantedConsent> = (stored, rows, { setting, begunAt }) => {
	const wanted = rows.map(({ instruction }) => instruction as WantedConsent);
	const clock = clockIn(setting.timeZone);
	const { documentation, each } = addConsents(stored.documentation, wanted, clock, begunAt);
	const refused = new Map<Row, unknown>();
	const told = new Map<Row, Told>();
	const notes = rows.flatMap((row, at) => {
		const { isGranted = false } = row.instruction ?? {};
		const result = each[at] as AddedConsent | { error: unknown };
		if ('error' in result) {
			refused.set(row, result.error);
			return [];
		}
		const changed = result.entry !== undefined;
		told.set(row, { fields: itemOf(stored, result, isGranted), isSent: changed });
		return notesOn(result, isGranted);
	});
	const upload = documentation === stored.documentation ? stored : { ...stored, documentation };
	return { upload: upload as IDataObject, refused, told, notes };
};

const stateInWords = (granted: unknown): string => (granted === true ? 'granted' : 'withdrawn');

/** What one row did: *newsletter: withdrawn (was granted)*; `undefined` if there are several, or it is not that easy. */
function summary(
	targets: readonly Target[],
	{ setting: { dryRun } }: Pick<Run, 'setting'>,
): string | undefined {
	const [told, ...others] = targets.flatMap((target) => [...(target.told?.values() ?? [])]);
	const isOlder = ({ kind }: Note): boolean => kind === 'writtenAsOlder' || kind === 'storedAsOlder';
	const isPlain = targets.every(({ outcome, notes }) => outcome?.kind !== 'refused' && !notes.some(isOlder));
	if (told === undefined || others.length > 0 || !isPlain) return undefined;
	const { type, was, granted, changed } = told.fields;
	const would = dryRun ? 'would be ' : '';
	const before = was === null ? 'never asked before' : `${dryRun ? 'is' : 'was'} ${stateInWords(was)}`;
	const added = changed === true ? `, and this entry ${dryRun ? 'would be' : 'was'} added` : '';
	const what =
		was === granted
			? `${stateInWords(granted)} already${added}`
			: `${would}${stateInWords(granted)} (${before})`;
	return `${dryRun ? 'Dry run, nothing was changed: ' : ''}${scalarText(type)}: ${what}.`;
}

/** The output item of each row. */
const SET_CONSENT_OUTPUT = {
	id: 'string',
	first_name: 'string',
	last_name: 'string',
	type: 'string',
	was: 'boolean',
	granted: 'boolean',
	granted_at: 'string',
	changed: 'boolean',
	item_status: 'string',
	operation_status: 'string',
	timed_out: 'boolean',
	operation_id: 'string',
	operation_link: 'string',
	request_id: 'string',
} as const satisfies OutputShape;

export const setConsent = uploadOperation({
	value: 'setConsent',
	name: 'Set Consent',
	action: 'Set consent of contact',
	description:
		'Record that a contact granted or withdrew a consent elsewhere, e.g. by phone. It is added to the others.',
	output: SET_CONSENT_OUTPUT,
	model: contactModel,
	endpoint: contactEndpoint,
	fields: setConsentFields,
	settingFields,
	itemFields,
	settingOf: ({ options }) => ({
		...settingOf(options),
		emptyFields: 'omit',
		listValues: 'replace',
		isTable: true,
		keepsOtherFields: true,
		mustExist: true,
	}),
	recordsOf: (values) => [{ record: { id: values.contactId }, instruction: wantedConsent(values) }],
	change,
	summary,
});
