/** The bulk upload as a user configures it, for tests from outside: parameters in, items and requests out. */
import type { IDataObject } from 'n8n-workflow';

import type { LogEntry, SandboxOptions } from '../../sandbox/index';
import { actionBench, type ActionBench } from './action';
import type { ActionRun, ActionSetting } from './engine';

export interface UploadSetting extends Partial<Omit<ActionSetting, 'parameters'>> {
	resource?: 'contact' | 'employee';
	/** The columns that are mapped by hand; `auto`: Map Automatically; `json`: the default of the JSON parameter. */
	map?: 'auto' | 'json' | { columns: IDataObject } | { json: unknown };
	fieldsNotSent?: unknown;
	options?: IDataObject;
}

export interface UploadBench extends ActionBench {
	upload(setting: UploadSetting): Promise<ActionRun>;
	/** Reads records with Get, one per input item. */
	get(ids: string[], more?: { resource?: string; simplify?: boolean }): Promise<IDataObject[]>;
	posts(): LogEntry[];
	/** The records of all uploads that were answered 202, in order of arrival. */
	taken(): IDataObject[];
}

function inputOf(map: UploadSetting['map'] = 'auto'): IDataObject {
	if (map === 'json') return { inputMode: 'json', json: '={{ $json }}' };
	if (map === 'auto') {
		return { inputMode: 'map', columns: { mappingMode: 'autoMapInputData', value: null } };
	}
	if ('json' in map) return { inputMode: 'json', json: map.json } as IDataObject;
	return { inputMode: 'map', columns: { mappingMode: 'defineBelow', value: map.columns } };
}

export function uploadBench(options: Partial<SandboxOptions> = {}): UploadBench {
	const bench = actionBench({ logLimit: 100_000, logBodyBytes: 16e6, ...options }) as UploadBench;
	bench.upload = async ({ resource = 'contact', map, fieldsNotSent, options: more = {}, ...rest }) =>
		await bench.run(
			{
				resource,
				operation: 'upsert',
				...inputOf(map),
				...(fieldsNotSent !== undefined && { fieldsNotSent: fieldsNotSent }),
				options: more,
			},
			{ onError: 'continueRegularOutput', ...rest },
		);
	bench.get = async (ids, { resource = 'contact', simplify = false } = {}) => {
		const idName = `${resource}Id`;
		const run = await bench.run(
			{ resource, operation: 'get', [idName]: '={{ $json.id }}', simplify, options: {} },
			{ items: ids.map((id) => ({ id })) },
		);
		if (run.error) throw run.error;
		return run.json;
	};
	bench.posts = () => bench.sandbox.log.all({ method: 'POST' });
	bench.taken = () =>
		bench
			.posts()
			.filter(({ status }) => status === 202)
			.flatMap(({ body }) => body as IDataObject[]);
	return bench;
}

/** The items of a run by the input item that they are paired with. */
export function byInput({ outputs }: ActionRun): Map<number, IDataObject[]> {
	const found = new Map<number, IDataObject[]>();
	for (const { json, pairedItem } of outputs.flat()) {
		const at = (pairedItem as { item?: number } | undefined)?.item ?? -1;
		found.set(at, [...(found.get(at) ?? []), json]);
	}
	return found;
}

/** The full text of a refusal. */
export function refusalOf(json: IDataObject | undefined): string {
	const { error, message } = (json ?? {}) as { error?: string; message?: string };
	return `${error} ${message}`;
}
