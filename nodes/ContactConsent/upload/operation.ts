import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Fields, Values } from '../field';
import { itemSources } from '../itemParameters';
import { operation, type Operation, type OutputShape } from '../operation';
import { readParameters } from '../parameters';
import { runUpload } from './run';
import type { Setting } from './setting';
import type { Given, Upload } from './types';

/** An operation that uploads: its row in the dropdown, its fields, and what they say. */
interface UploadOperation<Of extends Fields, Settings extends Fields, Each extends Fields> extends Pick<
	Upload,
	'model' | 'endpoint' | 'itemOf' | 'rowMemory' | 'sentencesOf'
> {
	value: string;
	name: string;
	action: string;
	description: string;
	output: OutputShape;
	fields: Of;
	/** The fields that are read once, from the first input item. */
	settingFields: Settings;
	/** The fields that are read for each input item. An option may stand among these, in the same collection. */
	elementFields: Each;
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
	elementFields,
	settingOf,
	recordsOf,
	...row
}: UploadOperation<Of, Settings, Each>): Operation {
	/** The records of all input items. Why one cannot be read is data, too. */
	function givenIn(
		context: IExecuteFunctions,
		sourceOf: ReturnType<typeof itemSources>,
		settings: object,
	): Given[] {
		return context.getInputData().flatMap(({ json }, item): Given[] => {
			try {
				const values = readParameters(elementFields, sourceOf(item, json), { ...settings });
				const records = recordsOf(values, json);
				const placeOf = (at: number) => (records.length > 1 ? at + 1 : undefined);
				return records.map((record, at) => ({
					item,
					place: placeOf(at),
					record,
					isOfTable: record === json,
				}));
			} catch (error) {
				return [{ item, place: undefined, record: undefined, error }];
			}
		});
	}
	return operation.together({
		...row,
		async run(context, send) {
			const sourceOf = itemSources(context);
			const [first] = context.getInputData();
			const settings = readParameters(settingFields, sourceOf(0, first?.json ?? {}));
			const setting = { ...settingOf(settings), timeZone: context.getTimezone() };
			const isInputEmpty = context.getInputData().every(({ json }) => Object.keys(json).length === 0);
			const upload = { ...row, setting, isInputEmpty };
			return await runUpload(context, send, upload, givenIn(context, sourceOf, settings));
		},
	});
}
