import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Values } from '../../field';
import { itemSources } from '../../itemParameters';
import { operation, type OutputShape } from '../../operation';
import { readParameters } from '../../parameters';
import type { Sentence } from '../../plan';
import { recordModel } from '../../upload/columns';
import { sendingOf } from '../../upload/fields';
import { acceptedFields, outcomeOf } from '../../upload/report';
import { runUpload } from '../../upload/run';
import type { Setting } from '../../upload/setting';
import type { Given, State, Target } from '../../upload/types';
import { settingsIn } from '../../upload/upsert';
import { counted, grouped, withoutEmpty } from '../../values';
import { contactModel } from './columns';
import { withConsent, type Wanted } from './consentList';
import { contactEndpoint } from './requests';
import { elementFields, setConsentFields, settingFields } from './setConsentFields';

/** A contact of which one field alone is written: the documentation, by one consent more for each row. */
const consentModel = recordModel(
	contactModel.noun,
	contactModel.columns.map((column) => {
		if (column.name !== 'documentation' || column.shape === undefined) return column;
		const over = (stored: unknown, wanted: unknown) => withConsent(stored, wanted as Wanted);
		return { ...column, shape: { ...column.shape, convert: (value: unknown) => value, over } };
	}),
);

function wantedOf({ consentType, consentState, options }: Values<typeof elementFields>): Wanted {
	const { consentId, grantedAt, grantedIp, grantedAgent } = options;
	return {
		type: consentType.trim(),
		isGranted: consentState === 'granted',
		at: grantedAt,
		proof: { id: consentId, granted_ip: grantedIp, granted_agent: grantedAgent },
	};
}

/** The rows of the input, each with the consent that it asks for. */
function read(context: IExecuteFunctions): { given: Given[]; wanted: Array<Wanted | undefined> } {
	const sourceOf = itemSources(context);
	const wanted: Array<Wanted | undefined> = [];
	const given = context.getInputData().map(({ json }, item): Given => {
		const row = { item, place: undefined };
		try {
			const values = readParameters(elementFields, sourceOf(item, json));
			const documentation = wantedOf(values);
			wanted.push(documentation);
			return { ...row, record: { id: values.contactId, documentation } };
		} catch (error) {
			wanted.push(undefined);
			return { ...row, record: undefined, error };
		}
	});
	return { given, wanted };
}

function itemOf(target: Target, wanted: Wanted | undefined, state: State | undefined): IDataObject {
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

/** Types that are new to a contact, which may be mistyped, and entries that are too old to count. */
function sentencesOf(rows: ReadonlyArray<Wanted | undefined>): Sentence[] {
	const written = rows.flatMap((row) => (row?.found?.isWritten ? [{ ...row, ...row.found }] : []));
	const added = written.filter(({ others }) => others !== undefined);
	const types = [...grouped(added, ({ type }) => type)].map(([type, same]) => {
		const others = new Set(same.flatMap((row) => row.others ?? []));
		const has = others.size > 0 ? `beside ${[...others].join(', ')}` : 'which had no consents';
		return `"${type}" (${counted(same.length, 'contact', 'contacts')}, ${has})`;
	});
	const older = written.filter(({ isOlder }) => isOlder).length;
	return [
		{
			text: types.length > 0 ? `Consent types that are new to a contact: ${types.join('; ')}.` : '',
			// A withdrawal that is void may be the worst of mistakes.
			isWarning: added.some(({ isGranted }) => !isGranted),
		},
		{
			text:
				older > 0
					? `${counted(older, 'entry is', 'entries are')} older than the newest of the type, and so no change of the state.`
					: '',
			isWarning: false,
		},
	].filter(({ text }) => text !== '');
}

/** What is put out for each row. */
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

export const setConsent = operation.together({
	value: 'setConsent',
	name: 'Set Consent',
	action: 'Set consent of contact',
	description:
		'Write down that a contact granted or withdrew a consent elsewhere, e.g. in a newsletter tool or by phone. It is added behind the consents that are there. The contract has consents in an upload, but does not say what the service does with them.',
	fields: setConsentFields,
	output: SET_CONSENT_OUTPUT,
	async run(context, send) {
		const { options } = settingsIn(context, settingFields);
		const { given, wanted } = read(context);
		const setting: Setting = {
			...sendingOf(options),
			unknownFields: options.unknownFields,
			emptyFields: 'omit',
			listValues: 'replace',
			timeZone: context.getTimezone(),
			trims: true,
			keeps: true,
			mustExist: true,
			hint: '',
		};
		return await runUpload(context, send, {
			model: consentModel,
			endpoint: contactEndpoint,
			setting,
			given,
			itemOf: (row, target, state) => itemOf(target, wanted[row.item], state),
			sentencesOf: (rows) => sentencesOf(rows.map(({ item }) => wanted[item])),
		});
	},
});
