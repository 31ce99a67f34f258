/** The plan of a bulk upload: which elements are refused before the first request, and what is known of an Operation. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { contactRequest, contactsUpload } from '../../nodes/ContactConsent/resources/contact/requests';
import { uploadPlan } from '../../nodes/ContactConsent/resources/records/upload';

type Settings = Parameters<typeof uploadPlan>[2];

const DEFAULTS: Settings = {
	inputMode: 'map',
	columns: undefined,
	json: undefined,
	fieldsNotSent: 'keep',
	options: {
		batchSize: 1000,
		dryRun: false,
		emptyFields: 'omit',
		isolateInvalid: true,
		output: 'perItem',
		parallelUploads: 8,
		pendingStatuses: 'pending, running',
		timeout: 300,
		unknownFields: 'ignore',
		waitUntilFinished: true,
	},
};

const planOf = (settings: Partial<Settings> = {}) =>
	uploadPlan(
		contactModel,
		{ post: contactsUpload, read: (id) => contactRequest('GET', id) },
		{ ...DEFAULTS, ...settings },
		{ json: {}, timeZone: 'Europe/Berlin' },
	);

describe('a contact that lacks what the service requires', () => {
	const clear = planOf({ fieldsNotSent: 'clear' });

	it.each<[what: string, row: IDataObject, says: RegExp]>([
		[
			'a blank cell is to be filled in, whatever other columns there are',
			{ id: 'c-1', first_name: 'Ada', 'Last Name': ' ', note: 'VIP' },
			/^Last Name is missing$/,
		],
		[
			'several blank cells, too',
			{ id: 'c-1', first_name: '', last_name: '', note: 'VIP' },
			/^First Name and Last Name are missing$/,
		],
		[
			'a column with another name may be the one that is missing',
			{ id: 'c-1', first_name: 'Ada', surname: 'Lovelace' },
			/^Last Name has no column in the input$/,
		],
		[
			'where there is no other column, there is nothing to rename',
			{ id: 'c-1', first_name: 'Ada' },
			/^Last Name is missing$/,
		],
		['an empty row hands over nothing', {}, /^No contact is handed over$/],
	])('%s', (_what, row, says) => {
		expect(() => clear.check(row)).toThrow(says);
	});

	it('is still fine with Keep, as long as it has an ID: the rest may be there already', () => {
		const keep = planOf();
		expect(() => keep.check({ id: 'c-1' })).not.toThrow();
		expect(() => keep.check({ id: ' ', first_name: 'Ada' })).toThrow(/^ID is missing$/);
	});
});

describe('waiting for an Operation', () => {
	const { waiting } = planOf();

	it.each<[body: unknown, isPending: boolean]>([
		[{ status: 'Running' }, true],
		[{ status: 'finished' }, false],
		[{}, false],
		['running', false],
		[null, false],
	])('goes on after %j: %j', (body, isPending) => {
		expect(waiting?.isPending(body)).toBe(isPending);
	});

	it('says what is known of one whose progress cannot be read: it was accepted, and time did not run out', () => {
		expect(waiting?.unknown.json).toEqual({ operation_status: 'unknown', timed_out: false });
		expect(waiting?.unknown.itemStatus.get('c-1')).toBeUndefined();
	});

	it('is left out unless it is asked for', () => {
		const options = { ...DEFAULTS.options, waitUntilFinished: false };
		expect(planOf({ options }).waiting).toBeUndefined();
	});
});
