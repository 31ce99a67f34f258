/** The plan of an upload of contacts, as its operation makes it of the settings. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { contactRequest, contactsUpload } from '../../nodes/ContactConsent/resources/contact/requests';
import type { Setting } from '../../nodes/ContactConsent/resources/records/columns';
import { uploadPlan } from '../../nodes/ContactConsent/resources/records/upload';

export type Settings = Parameters<typeof uploadPlan>[2];

/** The defaults of the editor, but with waiting, and for few statuses. */
export const DEFAULTS: Settings = {
	inputMode: 'map',
	fieldsNotSent: 'keep',
	options: {
		batchSize: 1000,
		dryRun: false,
		emptyFields: 'omit',
		isolateInvalid: true,
		listValues: 'replace',
		output: 'perItem',
		parallelUploads: 8,
		pendingStatuses: 'pending, running',
		timeout: 300,
		unknownFields: 'ignore',
		waitUntilFinished: true,
	},
};

export function planOf(settings: Partial<Settings> = {}) {
	const plan = uploadPlan(
		contactModel,
		{ post: contactsUpload, read: (id) => contactRequest('GET', id) },
		{ ...DEFAULTS, ...settings },
		'Europe/Berlin',
	);
	/** For rows that can all be read. */
	const build = (rows: readonly IDataObject[], current: IDataObject | undefined) =>
		plan.build(rows, current, (_, error) => {
			throw error;
		});
	return { ...plan, build };
}

/** How values are converted and merged by default, where columns are mapped. */
export const MAPPED: Setting = {
	emptyFields: 'omit',
	unknownFields: 'ignore',
	listValues: 'replace',
	timeZone: 'Europe/Berlin',
	trims: true,
	replaces: false,
	...{ dryRun: false, hint: '' },
};
