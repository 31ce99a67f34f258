import type { IDataObject } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import type { Fields, Values } from '../parameters/field';
import { namesOnlyLists, readOnce } from '../parameters/readOnce';
import { itemSources } from '../parameters/parameterSource';
import { operation, type Operation, type TogetherOperation } from '../common/operation';
import { readParameters } from '../parameters/readParameters';
import type { Setting } from './table/recordModel';
import { runUpload } from './run';
import type { ChosenColumns, Change, Idle, InputRecord, Upload } from './uploadTypes';

/** A field that may be one list for all input items, by an expression such as `{{ $input.all() }}`. */
interface ListField {
	name: string;
	label: string;
	/** What is entered without an expression counts once, too. */
	mayBePasted?: true;
}

/** True for what is entered without an expression. */
const isTyped = (raw: unknown): boolean => typeof raw === 'string' && !isExpression(raw);

/** True if a field is the same list for all input items. @param raw as it is entered */
const isOneList = ({ mayBePasted }: ListField, raw: unknown): boolean =>
	namesOnlyLists(raw) || (mayBePasted === true && isTyped(raw));

/** An operation that uploads: its entry in the dropdown, its fields, and how their values become an upload. */
interface UploadOperation<Of extends Fields, Settings extends Fields, Each extends Fields, Instruction>
	extends
		Omit<TogetherOperation<Of>, 'kind' | 'run'>,
		Omit<Upload, 'setting' | 'change' | 'chosenColumns' | 'takenOnce'> {
	/** The fields that are read once. They are the same for all input items. */
	settingFields: Settings;
	/** The fields that are read for each input item. A collection may have options here and in `settingFields`. */
	itemFields: Each;
	listField?: ListField;
	settingOf: (settings: Values<Settings>) => Omit<Setting, 'timeZone'>;
	/** The records of an input item, each with what `change` is asked to do with it. @param item its JSON */
	recordsOf: (
		values: Values<Each>,
		item: IDataObject,
	) => ReadonlyArray<{ record: unknown; instruction?: Instruction; idle?: Idle; mappedFrom?: IDataObject }>;
	/** What becomes of a record; missing: the cells of its rows are merged into it. */
	change?: Change<Instruction>;
	/** Columns that were chosen in an option. */
	chosenColumnsOf?: (settings: Values<Settings>) => ChosenColumns | undefined;
}

/** Declares an operation that uploads all input items together. */
export function uploadOperation<
	const Of extends Fields,
	const Settings extends Fields,
	const Each extends Fields,
	Instruction = never,
>({
	settingFields,
	itemFields,
	settingOf,
	recordsOf,
	chosenColumnsOf,
	listField,
	...row
}: UploadOperation<Of, Settings, Each, Instruction>): Operation {
	return operation.together({
		...row,
		async run(context, send) {
			const sourceOf = itemSources(context);
			const items = context.getInputData();
			const settings = readOnce(settingFields, sourceOf, items);
			const known = { ...settings };
			const chosenColumns = chosenColumnsOf?.(settings);
			const entered = listField && sourceOf(0, {}).raw(listField.name);
			const oneList = listField && isOneList(listField, entered) && listField;
			let takenOnce: Upload['takenOnce'];
			// An item that cannot be read becomes a record with an error, so that the other items are uploaded.
			const given = items.flatMap(({ json }, item): InputRecord[] => {
				if (takenOnce) return [];
				try {
					const values = readParameters(itemFields, sourceOf(item, json), known);
					const records = recordsOf(values, json);
					const list = oneList ? (values as IDataObject)[oneList.name] : undefined;
					if (oneList && items.length > 1 && (Array.isArray(list) || oneList.mayBePasted)) {
						takenOnce = { label: oneList.label, records: [list].flat().length, rows: items.length };
					}
					return records.map(({ record, instruction, idle, mappedFrom }, at) => ({
						item,
						position: records.length > 1 ? at + 1 : undefined,
						record,
						instruction,
						idle,
						isOfTable: record === json,
						mappedFrom,
					}));
				} catch (error) {
					return [{ item, position: undefined, record: undefined, error }];
				}
			});
			const setting = { ...settingOf(settings), timeZone: context.getTimezone() };
			const upload = {
				...row,
				setting,
				takenOnce,
				isTyped: !setting.isTable && isTyped(entered),
				...(chosenColumns && { chosenColumns, change: chosenColumns.change }),
			};
			return await runUpload(context, send, upload, given);
		},
	});
}
