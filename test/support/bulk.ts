/** Uploads where the request alone matters: Clear, and On Error as a new node has it, unless a test says otherwise. */
import type { IDataObject } from 'n8n-workflow';

import type { LogEntry, Sandbox, SandboxOptions } from '../../sandbox/index';
import type { ActionRun } from './engine';
import { contact } from './people';
import { uploadBench, type UploadSetting } from './upload-bench';

export { contact, contacts } from './people';

/** Without `json` and `columns`, the items are mapped automatically. */
interface BulkRun extends Omit<UploadSetting, 'map' | 'credentials'> {
	/** The JSON parameter; may be an expression. */
	json?: unknown;
	/** The columns of "Map Each Column Manually"; may be expressions. */
	columns?: IDataObject;
	/** What differs from those of the sandbox. */
	credentials?: IDataObject;
}

export interface BulkBench {
	readonly sandbox: Sandbox;
	upload(run: BulkRun): Promise<ActionRun>;
	/** The uploads that reached the service, in order of arrival. */
	uploads(filter?: { status?: number }): LogEntry[];
	/** The elements of the last upload. */
	lastBody(): IDataObject[];
	/** The ids that the service holds. */
	stored(): string[];
}

/** One engine and one sandbox for a test file. */
export function bulkBench(options: Partial<SandboxOptions> = {}): BulkBench {
	const bench = uploadBench(options);
	const uploads: BulkBench['uploads'] = (filter) => bench.sandbox.log.all({ method: 'POST', ...filter });
	return {
		get sandbox() {
			return bench.sandbox;
		},
		async upload({ json, columns, fieldsNotSent = 'clear', onError, credentials, ...run }) {
			const { baseUrl, apiKey } = bench.sandbox;
			const map = json === undefined ? columns && { columns } : { json };
			return await bench.upload({
				...{ fieldsNotSent, onError, ...run, map },
				credentials: { baseUrl, apiKey, ...credentials },
			});
		},
		uploads,
		lastBody: () => (uploads().at(-1)?.body ?? []) as IDataObject[],
		stored: () =>
			bench.sandbox
				.state()
				.contacts.map(({ id }) => id)
				.sort(),
	};
}

/** A contact that the service refuses, on account of its e-mail address. */
export const badContact = (id: string): IDataObject => contact(id, { work_emails: 'not-an-address' });
