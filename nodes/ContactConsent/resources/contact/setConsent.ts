import type { IDataObject } from 'n8n-workflow';

import type { Fields, Values } from '../../field';
import { operation, type OutputShape } from '../../operation';
import type { BatchPlan, FinishedRow, Sentence } from '../../plan';
import { counted, grouped, withoutEmpty } from '../../values';
import { byLabel, optionsField } from '../../options';
import { recordField } from '../fields';
import { explain } from '../records/explain';
import { notKeptSentence } from '../records/notes';
import { currentOf } from '../records/stored';
import { uploading, uploadOptions } from '../uploads';
import { buildContact, type Notes, type Wanted } from './addConsents';
import { contactModel } from './columns';
import { contactRequest, contactsUpload } from './requests';

const proofOptions = [
	{
		displayName: 'Consent ID',
		name: 'consentId',
		type: 'string',
		default: '',
		description: 'The ID of the new entry, if your system has one for it',
	},
	{
		displayName: 'Granted At',
		name: 'grantedAt',
		type: 'dateTime',
		default: '',
		description:
			'When the contact granted or withdrew the consent. Empty: now. Without an offset, the time zone of the workflow applies.',
	},
	{
		displayName: 'Granted IP',
		name: 'grantedIp',
		type: 'string',
		default: '',
		description: 'The IP address from which it was done, as a proof',
	},
	{
		displayName: 'Granted User Agent',
		name: 'grantedAgent',
		type: 'string',
		default: '',
		description: 'The browser or app with which it was done, as a proof',
	},
] as const satisfies Fields;

const runOptions = [
	...uploadOptions,
	{
		displayName: 'Unknown Fields',
		name: 'unknownFields',
		type: 'options',
		options: [
			{
				name: 'Leave Out and Name',
				value: 'ignore',
				description: 'Do not send them back, and name them above the output',
			},
			{ name: 'Send as They Are', value: 'send', description: 'Send them back unchanged' },
		],
		default: 'ignore',
		description: 'How to treat fields that the service shows of a contact, but does not document',
	},
] as const satisfies Fields;

const consentFields = [
	recordField('Contact', 'contactId'),
	{
		displayName: 'Consent Type',
		name: 'consentType',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. newsletter',
		description: 'The type, exactly as Get Consents shows it. Another type becomes a new consent.',
	},
	{
		displayName: 'Consent State',
		name: 'consentState',
		type: 'options',
		// A blank from an expression must not count as a withdrawal.
		required: true,
		options: [
			{ name: 'Granted', value: 'granted', description: 'The contact agreed' },
			{ name: 'Withdrawn', value: 'withdrawn', description: 'The contact withdrew, or never agreed' },
		],
		default: 'withdrawn',
		description:
			'What the contact decided. What holds already is not sent. A change made between reading and sending the contact is overwritten, and an upload that the service still processes may not be read yet.',
	},
] as const satisfies Fields;

const elementFields = [...consentFields, optionsField(proofOptions)] as const;
const settingFields = [optionsField(byLabel(runOptions))] as const;

type Given = Values<typeof elementFields>;
type Settings = Values<typeof settingFields>;

/** A row as it is built; its keys are no columns. */
function wantedOf({ contactId, consentType, consentState, options }: Given): Wanted {
	const { consentId, grantedAt, grantedIp, grantedAgent } = options;
	return {
		id: contactId,
		type: consentType,
		isGranted: consentState === 'granted',
		...(grantedAt !== undefined && { at: grantedAt }),
		proof: { id: consentId, granted_ip: grantedIp, granted_agent: grantedAgent },
	};
}

function itemOf({ id, at, notes, acceptance, state }: FinishedRow<Notes>, dryRun: boolean): IDataObject {
	const { type, granted, changed } = notes.rows[at] ?? {};
	return withoutEmpty({
		id,
		...(dryRun && { dry_run: true }),
		...{ type, granted, changed },
		...(changed &&
			acceptance && { item_status: state?.itemStatus.get(id), ...state?.json, ...acceptance.facts }),
	});
}

/** Types that are new to a contact, which may be mistyped, and entries that are too old to count. */
function sentencesOf(notes: readonly Notes[]): Sentence[] {
	const written = notes.flatMap(({ rows }) => rows).filter(({ changed }) => changed);
	const added = written.filter(({ others }) => others !== undefined);
	const types = [...grouped(added, ({ type }) => type)].map(([type, same]) => {
		const others = new Set(same.flatMap((note) => note.others ?? []));
		const has = others.size > 0 ? `beside ${[...others].join(', ')}` : 'which had no consents';
		return `"${type}" (${counted(same.length, 'contact', 'contacts')}, ${has})`;
	});
	const older = written.filter(({ isOlder }) => isOlder).length;
	return [
		types.length > 0 ? `Consent types that are new to a contact: ${types.join('; ')}.` : '',
		older > 0
			? `${counted(older, 'entry is', 'entries are')} older than the newest of the type, and so no change of the state.`
			: '',
	]
		.filter(Boolean)
		.map((text) => ({ text, isWarning: false }));
}

function planOf({ options }: Settings): BatchPlan<Given, Notes> {
	const { dryRun, unknownFields } = options;
	return {
		rows: (given) => [wantedOf(given)],
		idOf: (row) => (row as Wanted).id,
		check: () => undefined,
		rowsOfOneId: 'merge',
		build: (rows, current = {}) =>
			buildContact(rows as unknown as readonly Wanted[], current, unknownFields === 'send'),
		current: {
			request: (id) => contactRequest('GET', id, "To create a contact, use 'Create or Update'."),
			read: currentOf,
			mustExist: true,
		},
		request: contactsUpload,
		explain: (entries, upload) => explain(contactModel, entries, upload),
		item: (row) => itemOf(row, dryRun),
		uploadItem: ({ acceptance }) => acceptance.facts,
		sentences: (notes) => [...sentencesOf(notes), ...notKeptSentence(notes)],
		...uploading(options),
		isolateInvalid: true,
		output: 'perItem',
	};
}

/** What is put out for each row. */
const SET_CONSENT_OUTPUT = {
	id: 'string',
	type: 'string',
	granted: 'boolean',
	changed: 'boolean',
	operation_id: 'string',
	operation_link: 'string',
	request_id: 'string',
} as const satisfies OutputShape;

export const setConsent = operation.batch({
	value: 'setConsent',
	name: 'Set Consent',
	action: 'Set consent of contact',
	description:
		'Write down that a contact granted or withdrew a consent elsewhere, e.g. in a newsletter tool or by phone. It is added behind the consents that are there. The contract has consents in an upload, but does not say what the service does with them.',
	fields: [...consentFields, optionsField(byLabel([...proofOptions, ...runOptions]))],
	settingFields,
	elementFields,
	output: SET_CONSENT_OUTPUT,
	noun: contactModel.noun,
	plan: planOf,
});
