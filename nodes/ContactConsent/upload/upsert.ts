import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../field';
import type { Operation, OutputShape } from '../operation';
import type { RecordModel } from './columns';
import { updateFields, upsertFields, type Words } from './fields';
import { mappingHint } from './headings';
import { uploadOperation } from './operation';
import { sendingOf } from './uploadOptions';
import type { Endpoint } from './types';

type UpsertFields = ReturnType<typeof upsertFields>;

/** The records of an input item: its columns, or the entries of its JSON. */
function recordsOf(
	{ columns, json }: Values<UpsertFields['element']>,
	item: IDataObject,
): readonly unknown[] {
	if (columns) return [columns.automatic ? item : columns.columns];
	return Array.isArray(json) ? (json as unknown[]) : [json];
}

const settingOf = ({
	inputMode,
	options,
}: Pick<Values<UpsertFields['settings']>, 'inputMode' | 'options'>) => ({
	emptyFields: options.emptyFields,
	unknownFields: options.unknownFields,
	listValues: options.listValues,
	...sendingOf(options),
	trims: inputMode === 'map',
	hint: mappingHint(inputMode),
});

/** What an upload puts out for each row. */
const UPLOAD_OUTPUT = {
	id: 'string',
	accepted: 'boolean',
	change: 'string',
	changes: 'object',
	item_status: 'string',
	operation_status: 'string',
	timed_out: 'boolean',
	not_sent: 'strings',
	operation_id: 'string',
	operation_link: 'string',
	request_id: 'string',
} as const satisfies OutputShape;

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** What to know of an upload before it is chosen. */
const DESCRIPTIONS = {
	upsert({ noun: { one }, required }: RecordModel): string {
		const others = required.flatMap(({ name }) => (name === 'id' ? [] : name)).join(', ');
		return `Create ${withArticle(one)} or update the one with this ID. Needs id; a new ${one} also needs ${others}. What is not sent stays, unless 'Fields Not Sent' is set to Clear.`;
	},
	update: ({ noun: { one } }: RecordModel): string =>
		`Change ${withArticle(one)} that is there already, by its ID. Needs only id; what is not sent stays. A record that is not there is refused.`,
};

/** Create or Update of records of one kind. */
export function upsertOf(model: RecordModel, endpoint: Endpoint, words: Words): Operation {
	const { noun } = model;
	const fields = upsertFields(noun, words);
	return uploadOperation({
		value: 'upsert',
		name: 'Create or Update',
		action: `Create or update ${noun.many}`,
		description: DESCRIPTIONS.upsert(model),
		output: UPLOAD_OUTPUT,
		model,
		endpoint,
		fields: fields.all,
		settingFields: fields.settings,
		elementFields: fields.element,
		settingOf: (settings) => ({
			...settingOf(settings),
			keeps: settings.fieldsNotSent === 'keep',
			mustExist: false,
		}),
		recordsOf,
	});
}

/** Update of records of one kind, which have to be there. */
export function updateOf(model: RecordModel, endpoint: Endpoint, words: Words): Operation {
	const { noun } = model;
	const fields = updateFields(noun, words);
	return uploadOperation({
		value: 'update',
		name: 'Update',
		action: `Update ${noun.many}`,
		description: DESCRIPTIONS.update(model),
		output: UPLOAD_OUTPUT,
		model,
		endpoint,
		fields: fields.all,
		settingFields: fields.settings,
		elementFields: fields.element,
		settingOf: (settings) => ({ ...settingOf(settings), keeps: true, mustExist: true }),
		recordsOf,
	});
}
