import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../field';
import type { Operation, OutputShape } from '../operation';
import type { RecordModel } from './columns';
import { updateFields, upsertFields, type itemFields, type Words } from './fields';
import { uploadOperation } from './operation';
import type { Endpoint } from './types';
import { settingOf } from './uploadOptions';

/** The records of an input item: one from its columns, or one for each entry of its JSON. */
function recordsOf(
	{ columns, json }: Values<ReturnType<typeof itemFields>>,
	item: IDataObject,
): readonly unknown[] {
	if (columns) return [columns.automatic ? item : columns.columns];
	return Array.isArray(json) ? (json as unknown[]) : [json];
}

/** The output item of each row. */
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

/** Create or Update of records of one kind. */
export function upsertOf(model: RecordModel, endpoint: Endpoint, words: Words): Operation {
	const { one, many } = model.noun;
	const others = model.required.flatMap(({ name }) => (name === 'id' ? [] : name)).join(', ');
	const description = `Create ${withArticle(one)} or update the one with this ID. Needs id; a new ${one} also needs ${others}. What is not sent stays, unless 'Fields Not Sent' is set to Clear.`;
	return uploadOperation({
		value: 'upsert',
		name: 'Create or Update',
		action: `Create or update ${many}`,
		description,
		output: UPLOAD_OUTPUT,
		model,
		endpoint,
		...upsertFields(model.noun, words),
		recordsOf,
		settingOf: ({ inputMode, options, fieldsNotSent }) => ({
			...settingOf(options),
			trims: inputMode === 'map',
			keeps: fieldsNotSent === 'keep',
			mustExist: false,
		}),
	});
}

/** Update of records of one kind, which have to exist. */
export function updateOf(model: RecordModel, endpoint: Endpoint, words: Words): Operation {
	const { one, many } = model.noun;
	const description = `Change ${withArticle(one)} that is there already, by its ID. Needs only id; what is not sent stays. A record that is not there is refused.`;
	return uploadOperation({
		value: 'update',
		name: 'Update',
		action: `Update ${many}`,
		description,
		output: UPLOAD_OUTPUT,
		model,
		endpoint,
		...updateFields(model.noun, words),
		recordsOf,
		settingOf: ({ inputMode, options }) => ({
			...settingOf(options),
			trims: inputMode === 'map',
			keeps: true,
			mustExist: true,
		}),
	});
}
