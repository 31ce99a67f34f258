import type { IDataObject } from 'n8n-workflow';

import type { Fields, Values } from '../field';
import { itemSources } from '../itemParameters';
import { operation, type Operation, type TogetherOperation } from '../operation';
import { readParameters } from '../parameters';
import type { Setting } from './columns';
import { runUpload } from './run';
import type { InputRecord, Upload } from './types';

/** An operation that uploads: its entry in the dropdown, its fields, and how their values become an upload. */
interface UploadOperation<Of extends Fields, Settings extends Fields, Each extends Fields>
	extends Omit<TogetherOperation<Of>, 'kind' | 'run'>, Omit<Upload, 'setting'> {
	/** The fields that are read once, from the first input item. */
	settingFields: Settings;
	/** The fields that are read for each input item. A collection may have options here and in `settingFields`. */
	itemFields: Each;
	settingOf: (settings: Values<Settings>) => Omit<Setting, 'timeZone'>;
	/** The records of an input item. @param item its JSON */
	recordsOf: (values: Values<Each>, item: IDataObject) => readonly unknown[];
}

/** Declares an operation that uploads all input items together. */
export function uploadOperation<
	const Of extends Fields,
	const Settings extends Fields,
	const Each extends Fields,
>({
	settingFields,
	itemFields,
	settingOf,
	recordsOf,
	...row
}: UploadOperation<Of, Settings, Each>): Operation {
	return operation.together({
		...row,
		async run(context, send) {
			const sourceOf = itemSources(context);
			const items = context.getInputData();
			const settings = readParameters(settingFields, sourceOf(0, items[0]?.json ?? {}));
			const known = { ...settings };
			// An item that cannot be read becomes a record with an error, so that the other items are uploaded.
			const given = items.flatMap(({ json }, item): InputRecord[] => {
				try {
					const values = readParameters(itemFields, sourceOf(item, json), known);
					const records = recordsOf(values, json);
					return records.map((record, at) => ({
						item,
						position: records.length > 1 ? at + 1 : undefined,
						record,
						isOfTable: record === json,
					}));
				} catch (error) {
					return [{ item, position: undefined, record: undefined, error }];
				}
			});
			const setting = { ...settingOf(settings), timeZone: context.getTimezone() };
			return await runUpload(context, send, { ...row, setting }, given);
		},
	});
}
