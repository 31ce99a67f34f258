import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../../field';
import { InvalidInput, type OutputShape } from '../../operation';
import type { Sentence } from '../../plan';
import { isNoId } from '../../upload/cells';
import { recordModel } from '../../upload/columns';
import { uploadOperation } from '../../upload/operation';
import { acceptedFields, outcomeOf } from '../../upload/report';
import { info, naming } from '../../upload/sentences';
import type { Row, State, Target, Upload } from '../../upload/types';
import { settingOf } from '../../upload/uploadOptions';
import { counted, grouped, scalarText, trimmed, withoutEmpty } from '../../values';
import { contactModel } from './columns';
import { NO_CHANGE, withConsent, type WantedConsent } from './consentList';
import { contactEndpoint } from './requests';
import { itemFields, setConsentFields, settingFields } from './setConsentFields';

/** The model of a contact whose documentation takes the consent that each row wants. */
const consentModel = recordModel(
	contactModel.noun,
	contactModel.columns.map((column) => {
		if (column.name !== 'documentation' || column.shape === undefined) return column;
		const over = (stored: unknown, wanted: unknown) => withConsent(stored, wanted as WantedConsent);
		return { ...column, shape: { ...column.shape, convert: (value: unknown) => value, over } };
	}),
);

function wantedConsent({ consentType, consentState, options }: Values<typeof itemFields>): WantedConsent {
	const { consentId, grantedAt, grantedIp, grantedAgent } = options;
	return {
		type: trimmed(consentType).normalize('NFC'),
		isGranted: consentState === 'granted',
		at: grantedAt,
		proof: { id: consentId, granted_ip: grantedIp, granted_agent: grantedAgent },
	};
}

/** @throws InvalidInput for a placeholder such as N/A. The message names the parameter, as there is no column here */
function idIn({ contactId }: Values<typeof itemFields>): string {
	if (!isNoId(contactId)) return contactId;
	throw new InvalidInput(
		`The parameter 'Contact ID' is "${contactId}", which is no ID`,
		'Check the value, or the expression that it comes from. Nothing was sent for this row.',
	);
}

/** The consent that a row asks for. */
const wantedIn = ({ cells }: Row): WantedConsent | undefined =>
	cells.find(({ heading }) => heading.name === 'documentation')?.value as WantedConsent | undefined;

function itemOf(row: Row, target: Target, state: State | undefined): IDataObject {
	const wanted = wantedIn(row);
	const { type, isWritten } = wanted?.found ?? {};
	const accepted = isWritten ? outcomeOf(target, 'accepted') : undefined;
	return withoutEmpty({
		id: target.id,
		dry_run: target.outcome?.kind === 'dryRun' ? true : undefined,
		type,
		granted: wanted?.isGranted,
		changed: isWritten,
		...(accepted && { ...acceptedFields(target, state), ...accepted.acceptance.facts }),
	});
}

/** Names types that are new to a contact, because they may be mistyped, and consents that are too old to count. */
function sentencesOf(rows: readonly Row[]): Sentence[] {
	const written = rows.flatMap((row) => {
		const wanted = wantedIn(row);
		return wanted?.found?.isWritten ? [{ ...wanted, ...wanted.found, id: row.id }] : [];
	});
	const added = written.filter(({ others }) => others !== undefined);
	const types = [...grouped(added, ({ type }) => type)].map(([type, same]) => {
		const others = new Set(same.flatMap((row) => row.others ?? []));
		const has = others.size > 0 ? `beside ${[...others].join(', ')}` : 'which had no consents';
		return `"${type}" (${counted(same.length, 'contact', 'contacts')}, ${has})`;
	});
	const older = written.flatMap(({ isOlder, type, id }) => (isOlder ? `${type} (contact ${id})` : []));
	const news = {
		text: `Consent types that are new to a contact: ${types.join('; ')}.`,
		// A withdrawal under a mistyped type has no effect, which may be the worst of mistakes.
		isWarning: added.some(({ isGranted }) => !isGranted),
	};
	return [...(types.length > 0 ? [news] : []), ...naming(NO_CHANGE, older, '', info)];
}

/** Keeps the result of a row, in case n8n runs the node again. */
const rowMemory: Upload['rowMemory'] = {
	of(row) {
		const { type, isWritten } = wantedIn(row)?.found ?? {};
		return { type, isWritten };
	},
	recall(row, { type, isWritten }) {
		const found = {
			type: scalarText(type) ?? '',
			isWritten: isWritten === true,
			isOlder: false,
			others: undefined,
		};
		Object.assign(wantedIn(row) ?? {}, { found });
	},
};

/** The output item of each row. */
const SET_CONSENT_OUTPUT = {
	id: 'string',
	type: 'string',
	granted: 'boolean',
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
		'Write down that a contact granted or withdrew a consent elsewhere, e.g. in a newsletter tool or by phone. It is added behind the consents that are there. The contract has consents in an upload, but does not say what the service does with them.',
	output: SET_CONSENT_OUTPUT,
	model: consentModel,
	endpoint: contactEndpoint,
	fields: setConsentFields,
	settingFields,
	itemFields,
	settingOf: ({ options }) => ({
		...settingOf(options),
		emptyFields: 'omit',
		listValues: 'replace',
		trims: true,
		keeps: true,
		mustExist: true,
	}),
	recordsOf: (values) => [{ id: idIn(values), documentation: wantedConsent(values) }],
	itemOf,
	rowMemory,
	sentencesOf,
});
