/** The plan of an upload of contacts, as its operation makes it of the settings. */
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { contactRequest, contactsUpload } from '../../nodes/ContactConsent/resources/contact/requests';
import type { Merging } from '../../nodes/ContactConsent/resources/records/merge';
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

export const planOf = (settings: Partial<Settings> = {}) =>
	uploadPlan(
		contactModel,
		{ post: contactsUpload, read: (id) => contactRequest('GET', id) },
		{ ...DEFAULTS, ...settings },
		{ json: {}, timeZone: 'Europe/Berlin' },
	);

/** How values are converted and merged by default, where columns are mapped. */
export const MAPPED: Merging = {
	emptyFields: 'omit',
	unknownFields: 'ignore',
	listValues: 'replace',
	timeZone: 'Europe/Berlin',
	trims: true,
	replaces: false,
};
