import type { Field, Fields } from '../parameters/field';
import { byLabel, optionsField } from '../parameters/commonFields';
import type { RecordModel } from './table/recordModel';
import { recordOptions } from './uploadOptions';

type Noun = RecordModel['noun'];

/**
 * The columns of the input. A tool of an AI agent gets the agent's own input together with what the model says, so there
 * they are not mapped automatically.
 */
function columnsField<const IsTool extends boolean>(
	{ one }: Noun,
	{ columnsDescription, usualColumns }: Words,
	isUpdate: boolean,
	isTool: IsTool,
) {
	return {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		required: true,
		default: { mappingMode: isTool ? 'defineBelow' : 'autoMapInputData', value: null },
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: `${one}${isUpdate ? 'Update' : ''}Columns`,
				// In mode `map`, n8n requires no column, even if the schema saved with the node requires it.
				mode: isUpdate ? 'map' : 'add',
				fieldWords: { singular: 'column', plural: 'columns' },
				addAllFields: false,
				multiKeyMatch: false,
				supportAutoMap: !isTool,
				// n8n reloads columns that another version saved, instead of saying "Columns are outdated".
				refreshStaleSchemaOnOpen: true,
			},
		},
		displayOptions: { show: { '@tool': [isTool], inputMode: ['map'] } },
		description: columnsDescription,
		builderHint: {
			propertyHint: `"value" has the IDs of columns as keys, such as ${usualColumns.join(', ')}`,
		},
	} as const satisfies Field;
}

/** The fields that are read for each input item. */
export const itemFields = (noun: Noun, words: Words, isUpdate: boolean) =>
	[
		columnsField(noun, words, isUpdate, false),
		columnsField(noun, words, isUpdate, true),
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			required: true,
			default: '={{ $json }}',
			displayOptions: { show: { inputMode: ['json'] } },
			description: `One ${noun.one} as an object, or several as a list of objects. By default, each input item is one ${noun.one}.`,
		},
	] as const satisfies Fields;

const inputModeField = ({ many }: Noun) =>
	({
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Map Columns',
				value: 'map',
				description: `Choose which columns of the input become which fields of the ${many}`,
			},
			{ name: 'JSON', value: 'json', description: `Enter ${many} as JSON` },
		],
		default: 'map',
		description: 'How to enter the data. All input items are uploaded together.',
	}) as const satisfies Field;

const notSentFields = ({ one, many }: Noun, alsoErased: string) =>
	[
		{
			displayName: 'Fields Not Sent',
			name: 'fieldsNotSent',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Keep',
					value: 'keep',
					description: `Read each ${one} first and change only what is sent. Records that would not change are skipped.`,
				},
				{
					name: 'Clear',
					value: 'clear',
					description: `Replace each ${one} with exactly what is sent. Everything else is erased${alsoErased}.`,
				},
			],
			default: 'keep',
			description: `What happens to fields of existing ${many} that you do not send. Keep takes one more request for each ${one}: it is read at most a minute before it is sent, and changes that others make in between are lost.`,
		},
		// n8n hides the description of an option once it is chosen, so a notice says what Clear does.
		{
			displayName: `Each ${one} becomes exactly what is sent: everything else that existing ${many} have is erased${alsoErased}. Add the option Dry Run to see what would be erased.`,
			name: 'clearNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { fieldsNotSent: ['clear'] } },
		},
	] as const satisfies Fields;

/** The texts that each resource has of its own. */
export interface Words {
	columnsDescription: string;
	/** The columns that most tables have. n8n's assistant is told these names, because it does not see all columns. */
	usualColumns: readonly string[];
	/** The end of a sentence: what Clear also erases and people may not expect. */
	alsoErased?: string;
}

/** The fields of an upload: all in their order, those read once (`settingFields`), those read for each input item. */
function fieldsWith<const More extends Fields>(
	noun: Noun,
	words: Words,
	isUpdate: boolean,
	more: More,
	ownOptions: Fields = [],
) {
	const each = itemFields(noun, words, isUpdate);
	const mode = inputModeField(noun);
	// The resource itself reads the values of its own options, so their types are not needed here.
	const options = byLabel([...recordOptions, ...ownOptions]) as unknown as typeof recordOptions;
	const others = [...more, optionsField(options)] as const;
	const fields = [mode, ...each, ...others] as const;
	return { fields, settingFields: [mode, ...others], itemFields: each } as const;
}

/** The fields of Create or Update. */
export const upsertFields = (noun: Noun, words: Words, ownOptions?: Fields) =>
	fieldsWith(noun, words, false, notSentFields(noun, words.alsoErased ?? ''), ownOptions);

/** The fields of Update. It has no *Fields Not Sent*, because it always keeps them. */
export const updateFields = (noun: Noun, words: Words, ownOptions?: Fields) =>
	fieldsWith(noun, words, true, [], ownOptions);
