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
					// In mode `map`, n8n requires no column, even if the schema saved with the node requires it.
					mode: isUpdate ? 'map' : 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
					// n8n reloads columns that another version saved, instead of saying "Columns are outdated".
					refreshStaleSchemaOnOpen: true,
				},
			},
			displayOptions: { show: { inputMode: ['map'] } },
			description: columnsDescription,
			builderHint: {
				propertyHint: `"value" has the IDs of columns as keys, such as ${usualColumns.join(', ')}`,
			},
		},
		// n8n's own text says that with Map Automatically names must be equal. This notice corrects it. It is shown in
		// both mapping modes, because in n8n 1 no field can depend on the mapping mode.
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
		// n8n hides the description of an option once it is chosen, so a notice says what Clear does.
		{
			displayName: `Each ${one} becomes exactly what is sent: everything else that existing ${many} have is erased${alsoErased}. A dry run shows what that would be.`,
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

/** The fields of Update. It has no *Fields Not Sent*, because it always keeps them. */
export const updateFields = (noun: Noun, words: Words) => fieldsWith(noun, words, true, []);
