/** An upload over a service that has one contact: Kim Sommer, with the ID 1. */
import type { IDataObject } from 'n8n-workflow';

import type { UploadBench } from './upload-bench';

interface Given {
	options?: IDataObject;
	/** More fields of the stored contact. */
	stored?: IDataObject;
}

/** Uploads rows. Returns the run, the text of its hint, and the contacts that the service has afterwards. */
export const overKim =
	(bench: UploadBench) =>
	async (items: IDataObject[], more: Given = {}) => {
		bench.sandbox.seed({ contacts: [{ id: '1', first_name: 'Kim', last_name: 'Sommer', ...more.stored }] });
		const run = await bench.upload({ items, options: more.options });
		return {
			run,
			hint: run.hints.map(({ message }) => message).join(' '),
			contacts: bench.sandbox.state().contacts,
		};
	};
