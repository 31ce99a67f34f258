import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../parameters/field';
import { InvalidInput } from '../common/invalidInput';
import type { Operation, OutputShape } from '../common/operation';
import type { RecordModel } from './table/recordModel';
import { itemsUnwrapped } from './itemsUnwrapped';
import { updateFields, upsertFields, type itemFields, type Words } from './uploadFields';
import { uploadOperation } from './uploadOperation';
import type { Endpoint, ColumnOption } from './uploadTypes';
import { settingOf } from './uploadOptions';
import { namesInWords } from '../lib/text';

/** The records of an input item: one from its columns, or one for each entry of its JSON. */
function recordsOf(
	{ columns, json }: Values<ReturnType<typeof itemFields>>,
	item: IDataObject,
): Array<{ record: unknown; mappedFrom?: IDataObject }> {
	if (columns) return [columns.automatic ? { record: item } : { record: columns.columns, mappedFrom: item }];
	return itemsUnwrapped([json].flat()).map((record) => ({ record }));
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

/** The refusal of two choices that exclude each other. */
const NOTHING_IS_KEPT = new InvalidInput(
	"'Stored Values' keeps what is stored, but 'Fields Not Sent' is Clear, which replaces the whole record",
	"Nothing was sent. Remove the option 'Stored Values', or set 'Fields Not Sent' to Keep.",
);

/** Create or Update of records of one kind. */
export function upsertOf(
	model: RecordModel,
	endpoint: Endpoint,
	words: Words,
	columnOption?: ColumnOption,
): Operation {
	const { many } = model.noun;
	const description = `Create ${many}, or update those with the same ID. A new one needs ${namesInWords(model.required.map(({ label }) => label))}.`;
	return uploadOperation({
		value: 'upsert',
		name: 'Create or Update',
		action: `Create or update ${many}`,
		description,
		output: UPLOAD_OUTPUT,
		model,
		endpoint,
		...upsertFields(model.noun, words, columnOption?.options),
		unchosen: columnOption?.unchosen,
		recordsOf,
		listField: { name: 'json', label: 'JSON' },
		chosenColumnsOf: ({ options, fieldsNotSent }) =>
			columnOption?.columnsOf(options as never, fieldsNotSent === 'keep'),
		settingOf: ({ inputMode, options, fieldsNotSent }) => {
			const keepsOtherFields = fieldsNotSent === 'keep';
			if (!keepsOtherFields && options.storedValues === 'keep') throw NOTHING_IS_KEPT;
			return { ...settingOf(options), isTable: inputMode === 'map', keepsOtherFields, mustExist: false };
		},
	});
}

/** Update of records of one kind, which have to exist. */
export function updateOf(
	model: RecordModel,
	endpoint: Endpoint,
	words: Words,
	columnOption?: ColumnOption,
): Operation {
	const { many } = model.noun;
	const description = `Change existing ${many} by their ID. Only the ID is required; other fields keep their values.`;
	return uploadOperation({
		value: 'update',
		name: 'Update',
		action: `Update ${many}`,
		description,
		output: UPLOAD_OUTPUT,
		model,
		endpoint,
		...updateFields(model.noun, words, columnOption?.options),
		unchosen: columnOption?.unchosen,
		recordsOf,
		listField: { name: 'json', label: 'JSON' },
		chosenColumnsOf: ({ options }) => columnOption?.columnsOf(options as never, true),
		settingOf: ({ inputMode, options }) => ({
			...settingOf(options),
			isTable: inputMode === 'map',
			keepsOtherFields: true,
			mustExist: true,
		}),
	});
}
