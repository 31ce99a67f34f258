import type { IDataObject, INode } from 'n8n-workflow';

import { start, type LogEntry, type Sandbox, type SandboxOptions } from '../../sandbox/index';
import { Engine, type ActionRun, type ActionSetting } from './engine';
import { contact } from './people';

export { contact, contacts } from './people';

/** How a bulk upload is run in a test; what is left out is as the editor has it. */
export interface BulkRun extends Pick<ActionSetting, 'onStart' | 'timezone'> {
	resource?: 'contact' | 'employee';
	/** Elements as one item each, mapped automatically. */
	items?: IDataObject[];
	/** The JSON parameter; may be an expression. */
	json?: unknown;
	/** The columns of "Map Each Column Manually"; may be expressions. Null: none has been mapped yet. */
	columns?: IDataObject | null;
	options?: IDataObject;
	/** `clear` where it is left out: most tests are about uploads alone. `undefined`: as a new node has it. */
	fieldsNotSent?: unknown;
	onError?: INode['onError'];
	node?: Partial<INode>;
	credentials?: IDataObject;
}

/** One engine and one sandbox for a test file. */
export interface BulkBench {
	sandbox: Sandbox;
	upload(run: BulkRun): Promise<ActionRun>;
	/** The uploads that reached the service, in order of arrival. */
	uploads(filter?: { status?: number }): LogEntry[];
	/** The elements of the last upload. */
	lastBody(): IDataObject[];
	/** The ids that the service holds. */
	stored(): string[];
}

function parametersOf({ resource = 'contact', json, columns, options = {}, ...more }: BulkRun): IDataObject {
	const common = { resource, operation: 'upsert', fieldsNotSent: 'clear', ...more, options } as IDataObject;
	if (json !== undefined) return { ...common, inputMode: 'json', json };
	const mapper =
		columns === undefined
			? { mappingMode: 'autoMapInputData', value: null }
			: { mappingMode: 'defineBelow', value: columns };
	return { ...common, inputMode: 'map', columns: mapper };
}

/** Starts both before the tests of the file, resets the sandbox before each of them, and ends after them. */
export function bulkBench(options: Partial<SandboxOptions> = {}): BulkBench {
	const bench = {} as BulkBench;
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.load();
		const sandbox = await start({ port: 0, docs: false, operationDurationMs: 0, ...options });
		bench.sandbox = sandbox;
		bench.uploads = (filter = {}) =>
			sandbox.log.all({ method: 'POST', ...filter }).filter(({ path }) => /contacts$|employees$/.test(path));
		bench.lastBody = () => (bench.uploads().at(-1)?.body ?? []) as IDataObject[];
		bench.stored = () =>
			sandbox
				.state()
				.contacts.map(({ id }) => id)
				.sort();
		bench.upload = async ({ items, onError, node, onStart, timezone, credentials = {}, ...run }) =>
			await engine.run({
				parameters: parametersOf(run),
				items,
				credentials: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, ...credentials },
				onError,
				node,
				onStart,
				timezone,
			});
	}, 60_000);
	beforeEach(() => bench.sandbox.reset());
	afterAll(() => bench.sandbox.close());
	return bench;
}

/** A contact that the service refuses, on account of its e-mail address. */
export const badContact = (id: string): IDataObject => contact(id, { work_emails: 'not-an-address' });

/** What became of each input item, as the run's outputs tell it: item index → ids accepted, and errors. */
export function fates({ outputs }: ActionRun): Map<number, Array<{ id?: string; error?: string }>> {
	const fate = new Map<number, Array<{ id?: string; error?: string }>>();
	for (const { json, pairedItem } of outputs.flat()) {
		const { item } = pairedItem as { item: number };
		const entry = { ...(json.accepted === true && { id: json.id as string }), ...errorOf(json) };
		fate.set(item, [...(fate.get(item) ?? []), entry]);
	}
	return fate;
}

const errorOf = ({ error }: IDataObject) => (typeof error === 'string' ? { error } : {});
