import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Fields, Values } from '../field';
import { itemSources } from '../itemParameters';
import { operation, type Operation, type OutputShape } from '../operation';
import { readParameters } from '../parameters';
import type { RecordModel } from './columns';
import { sendingOf, updateFields, upsertFields, type Words } from './fields';
import { mappingHint } from './headings';
import { runUpload } from './run';
import type { Setting } from './setting';
import type { Endpoint, Given } from './types';

type UpsertFields = ReturnType<typeof upsertFields>;
type Settings = Pick<Values<UpsertFields['settings']>, 'inputMode' | 'options'>;

/** The records of an input item: its columns, or the entries of its JSON. */
function recordsIn(
	{ columns, json }: Values<UpsertFields['element']>,
	item: IDataObject,
): readonly unknown[] {
	if (columns) return [columns.automatic ? item : columns.columns];
	return Array.isArray(json) ? (json as unknown[]) : [json];
}

/** The records of all input items. What cannot be read of one is data, too. */
function givenIn(context: IExecuteFunctions, fields: UpsertFields['element'], settings: Settings): Given[] {
	const sourceOf = itemSources(context);
	return context.getInputData().flatMap(({ json }, item): Given[] => {
		try {
			const records = recordsIn(readParameters(fields, sourceOf(item, json), { ...settings }), json);
			const placeOf = (at: number) => (records.length > 1 ? at + 1 : undefined);
			return records.map((record, at) => ({ item, place: placeOf(at), record }));
		} catch (error) {
			return [{ item, place: undefined, record: undefined, error }];
		}
	});
}

/** The values of fields that are read once, from the first input item. */
export const settingsIn = <const Of extends Fields>(context: IExecuteFunctions, fields: Of): Values<Of> =>
	readParameters(fields, itemSources(context)(0, context.getInputData()[0]?.json ?? {}));

function settingOf(context: IExecuteFunctions, { inputMode, options }: Settings) {
	return {
		...options,
		...sendingOf(options),
		timeZone: context.getTimezone(),
		trims: inputMode === 'map',
		hint: mappingHint(inputMode),
	} satisfies Partial<Setting>;
}

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

/** Create or Update of records of one kind. */
export function upsertOf(model: RecordModel, endpoint: Endpoint, words: Words): Operation {
	const { noun, required } = model;
	const fields = upsertFields(noun, words);
	const others = required.flatMap(({ name }) => (name === 'id' ? [] : name)).join(', ');
	return operation.together({
		value: 'upsert',
		name: 'Create or Update',
		action: `Create or update ${noun.many}`,
		description: `Create ${withArticle(noun.one)} or update the one with this ID. Needs id; a new ${noun.one} also needs ${others}. What is not sent stays, unless 'Fields Not Sent' is set to Clear.`,
		fields: fields.all,
		output: UPLOAD_OUTPUT,
		async run(context, send) {
			const settings = settingsIn(context, fields.settings);
			const keeps = settings.fieldsNotSent === 'keep';
			const setting = { ...settingOf(context, settings), keeps, mustExist: false };
			const given = givenIn(context, fields.element, settings);
			return await runUpload(context, send, { model, endpoint, setting, given });
		},
	});
}

/** Update of records of one kind, which have to be there. */
export function updateOf(model: RecordModel, endpoint: Endpoint, words: Words): Operation {
	const { noun } = model;
	const fields = updateFields(noun, words);
	return operation.together({
		value: 'update',
		name: 'Update',
		action: `Update ${noun.many}`,
		description: `Change ${withArticle(noun.one)} that is there already, by its ID. Needs only id; what is not sent stays. A record that is not there is refused.`,
		fields: fields.all,
		output: UPLOAD_OUTPUT,
		async run(context, send) {
			const settings = settingsIn(context, fields.settings);
			const setting = { ...settingOf(context, settings), keeps: true, mustExist: true };
			const given = givenIn(context, fields.element, settings);
			return await runUpload(context, send, { model, endpoint, setting, given });
		},
	});
}
