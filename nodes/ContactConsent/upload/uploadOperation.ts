import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import type { Fields, Values } from '../parameters/field';
import { namesOnlyLists, readOnce } from '../parameters/readOnce';
import { itemSources } from '../parameters/parameterSource';
import { operation, type Operation, type TogetherOperation } from '../common/operation';
import { readParameters } from '../parameters/readParameters';
import type { Setting } from './table/recordModel';
import { runUpload } from './run';
import type { ChosenColumns, Change, InputRecord, Upload } from './uploadTypes';

/** A field that may be one list for all input items, by an expression such as `{{ $input.all() }}`. */
interface ListField {
	name: string;
	label: string;
	/** What is entered without an expression counts once, too. */
	mayBePasted?: true;
}

/** True for a text that is entered without an expression. */
const isFixedText = (raw: unknown): boolean => typeof raw === 'string' && !isExpression(raw);

/** True if a field is the same list for all input items. @param raw as it is entered */
const isOneList = ({ mayBePasted }: ListField, raw: unknown): boolean =>
	namesOnlyLists(raw) || (mayBePasted === true && isFixedText(raw));

/** A record that an operation finds in an input item. */
type FoundRecord<Instruction = unknown> = Pick<InputRecord, 'record' | 'idle' | 'mappedFrom'> & {
	instruction?: Instruction;
};

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
	recordsOf: (values: Values<Each>, item: IDataObject) => ReadonlyArray<FoundRecord<Instruction>>;
	/** What becomes of a record; missing: the cells of its rows are merged into it. */
	change?: Change<Instruction>;
	/** Columns that were chosen in an option. */
	chosenColumnsOf?: (settings: Values<Settings>) => ChosenColumns | undefined;
}

/** The records of an input item, and the values of its fields; without these if it cannot be read. */
interface OfItem {
	records: InputRecord[];
	values?: IDataObject;
}

const inputRecords = (item: number, json: IDataObject, found: readonly FoundRecord[]): InputRecord[] =>
	found.map(({ record, instruction, idle, mappedFrom }, at) => ({
		item,
		position: found.length > 1 ? at + 1 : undefined,
		record,
		instruction,
		idle,
		isOfTable: record === json,
		mappedFrom,
	}));

/** The records of all input items. A list that is the same for each of them is taken once. */
function recordsOfAll(
	items: readonly INodeExecutionData[],
	oneList: ListField | undefined,
	recordsIn: (item: number, json: IDataObject) => OfItem,
): { given: InputRecord[]; takenOnce?: Upload['takenOnce'] } {
	const given: InputRecord[] = [];
	for (const [item, { json }] of items.entries()) {
		const { records, values } = recordsIn(item, json);
		for (const record of records) given.push(record);
		if (values === undefined || oneList === undefined || items.length === 1) continue;
		const list = values[oneList.name];
		if (!Array.isArray(list) && !oneList.mayBePasted) continue;
		const takenOnce = { label: oneList.label, records: [list].flat().length, rows: items.length };
		return { given, takenOnce };
	}
	return { given };
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
			const oneList = listField && isOneList(listField, entered) ? listField : undefined;
			const recordsIn = (item: number, json: IDataObject): OfItem => {
				try {
					const values = readParameters(itemFields, sourceOf(item, json), known);
					return {
						records: inputRecords(item, json, recordsOf(values, json)),
						values: values as IDataObject,
					};
				} catch (error) {
					// It becomes a record with an error, so that the other items are uploaded.
					return { records: [{ item, position: undefined, record: undefined, error }] };
				}
			};
			const { given, takenOnce } = recordsOfAll(items, oneList, recordsIn);
			const setting = { ...settingOf(settings), timeZone: context.getTimezone() };
			const upload = {
				...row,
				setting,
				takenOnce,
				isTyped: !setting.isTable && isFixedText(entered),
				...(chosenColumns && { chosenColumns, change: chosenColumns.change }),
			};
			return await runUpload(context, send, upload, given);
		},
	});
}
