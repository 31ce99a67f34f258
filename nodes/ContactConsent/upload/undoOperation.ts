import { isRecord } from '../lib/json';
import type { Fields } from '../parameters/field';
import type { Operation, OutputShape } from '../common/operation';
import { byLabel, optionsField } from '../parameters/commonFields';
import {
	idleOf,
	isIdle,
	NOTHING_TO_UNDO,
	undo,
	undoingIn,
	undoSummary,
	type TakesBack,
	type Undoing,
} from './change/undo';
import { itemsUnwrapped } from './itemsUnwrapped';
import type { RecordModel } from './table/recordModel';
import type { Endpoint, Idle } from './uploadTypes';
import { uploadOperation } from './uploadOperation';
import { settingOf, uploadOptions } from './uploadOptions';

const UNDO_OUTPUT = {
	id: 'string',
	undone: 'object',
	left_alone: 'object',
	change: 'string',
	item_status: 'string',
	operation_status: 'string',
	timed_out: 'boolean',
	operation_id: 'string',
	operation_link: 'string',
	request_id: 'string',
} as const satisfies OutputShape;

const changesField = {
	displayName: 'Changes',
	name: 'changesInput',
	type: 'json',
	required: true,
	default: '={{ $json }}',
	description:
		'What to undo: an output item of an upload, or a list of them. By default, each input item. You can also paste the output of an earlier execution.',
} as const;

/** Undoing reads all records first, so its batches have `MOST_READ_AT_ONCE`. */
const isOwn = <Option extends { name: string }>(
	option: Option,
): option is Exclude<Option, { name: 'batchSize' }> => option.name !== 'batchSize';

const options = uploadOptions.filter(isOwn).map((option) =>
	option.name === 'dryRun'
		? ({
				...option,
				description:
					'Whether to only show what would be put back. Nothing is changed at the service. Without this option, it is put back.',
			} as const)
		: option,
);

/** What an item asks for; `undefined` for an empty one, which n8n puts out where there are none. */
function recordOf(item: unknown): { record: unknown; instruction?: Undoing; idle?: Idle } | undefined {
	if (isRecord(item) && Object.keys(item).length === 0) return undefined;
	const undoing = undoingIn(item);
	if (undoing === undefined) return { record: undefined, idle: NOTHING_TO_UNDO };
	const idle = isIdle(undoing) ? { idle: idleOf(undoing) } : {};
	return { record: { id: undoing.id }, instruction: undoing, ...idle };
}

/** Undo Upload of records of one kind. @param special takes back what is no column */
export function undoOf(model: RecordModel, endpoint: Endpoint, special?: TakesBack): Operation {
	const { noun } = model;
	const settingFields = [optionsField(byLabel(options))] as const satisfies Fields;
	const itemFields = [changesField] as const satisfies Fields;
	return uploadOperation({
		value: 'undoUpload',
		name: 'Undo Upload',
		action: `Undo upload of ${noun.many}`,
		description: 'Put back what an upload changed. Values that were changed since stay. Nothing is deleted.',
		output: UNDO_OUTPUT,
		model,
		endpoint,
		fields: [changesField, ...settingFields],
		settingFields,
		itemFields,
		settingOf: ({ options: chosen }) => ({
			...settingOf({ ...chosen, batchSize: 1000 }),
			emptyFields: 'omit',
			unknownFields: 'send',
			listValues: 'replace',
			isTable: false,
			keepsOtherFields: true,
			mustExist: true,
		}),
		recordsOf: ({ changesInput }) =>
			itemsUnwrapped([changesInput].flat()).flatMap((item) => recordOf(item) ?? []),
		// Taken back a second time, each value would differ from what the upload left.
		listField: { name: changesField.name, label: changesField.displayName, mayBePasted: true },
		change: undo(special),
		summary: undoSummary,
	});
}
