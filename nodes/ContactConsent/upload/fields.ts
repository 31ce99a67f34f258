import type { Field, Fields } from '../field';
import { byLabel, optionsField } from '../options';
import type { RecordModel } from './columns';
import { recordOptions } from './uploadOptions';

type Noun = RecordModel['noun'];

/** The fields that are read for each input item. */
export const itemFields = ({ one }: Noun, { columnsDescription, usualColumns }: Words, isUpdate: boolean) =>
	[
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			required: true,
			default: { mappingMode: 'defineBelow', value: null },
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: `${one}${isUpdate ? 'Update' : ''}Columns`,
					// In this mode n8n requires no column, whatever the schema says that was saved with the node.
					mode: isUpdate ? 'map' : 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
					// A workflow that another version of this package saved shows its columns anew, instead of "Columns are outdated".
					refreshStaleSchemaOnOpen: true,
				},
			},
			displayOptions: { show: { inputMode: ['map'] } },
			description: columnsDescription,
			builderHint: {
				propertyHint: `"value" has the IDs of columns as keys, such as ${usualColumns.join(', ')}`,
			},
		},
		// n8n says beside Map Automatically that the names must be the same. On its mode n8n 1 lets no field depend.
		{
			displayName:
				"With 'Map Automatically', headings need not be named the same: Vorname, E-Mail or Mobile Phone are understood, in English, German, French, Spanish, Italian and Dutch. What is not understood is named in the output.",
			name: 'headingsNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { inputMode: ['map'] } },
		},
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			required: true,
			default: '={{ $json }}',
			displayOptions: { show: { inputMode: ['json'] } },
			description: `One ${one} as an object, or several as a list of objects. By default, each input item is one ${one}.`,
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
				description: `Map the columns of the input to the fields of ${many}`,
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
					description: `Read each ${one} first and change only what is sent: one more request for each record. What would stay as it is is not sent.`,
				},
				{
					name: 'Clear',
					value: 'clear',
					description: `Replace each ${one} with exactly what is sent, 1000 in one request: everything else is erased${alsoErased}`,
				},
			],
			default: 'keep',
			description: `What happens to the fields of existing ${many} that you do not send. With Keep, at most 100 records are read and then sent at once, and none is sent that was read more than a minute ago. What others write within that minute is lost.`,
		},
		// What Clear does is seen too late in its description: that is hidden once it is chosen.
		{
			displayName: `Each ${one} becomes exactly what is sent: everything else that existing ${many} have is erased${alsoErased}. A dry run shows what that would be.`,
			name: 'clearNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { fieldsNotSent: ['clear'] } },
		},
	] as const satisfies Fields;

/** The texts in which the uploads of two resources differ. */
export interface Words {
	columnsDescription: string;
	/** The columns that most tables have, for n8n's assistant, which sees no list of all. */
	usualColumns: readonly string[];
	/** What people do not think of when everything else is erased, as the end of a sentence. */
	alsoErased?: string;
}

/** The fields of an upload in their order: all, those that are read once, and those for each input item. */
function fieldsWith<const More extends Fields>(noun: Noun, words: Words, isUpdate: boolean, more: More) {
	const each = itemFields(noun, words, isUpdate);
	const mode = inputModeField(noun);
	const others = [...more, optionsField(byLabel(recordOptions))] as const;
	const fields = [mode, ...each, ...others] as const;
	return { fields, settingFields: [mode, ...others], itemFields: each } as const;
}

/** The fields of Create or Update. */
export const upsertFields = (noun: Noun, words: Words) =>
	fieldsWith(noun, words, false, notSentFields(noun, words.alsoErased ?? ''));

/** The fields of Update, which keeps what is not sent. */
export const updateFields = (noun: Noun, words: Words) => fieldsWith(noun, words, true, []);
