import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { BatchSettings } from '../../nodes/ContactConsent/operation';
import { FLAT_COLUMNS, NESTED_FIELDS } from '../../nodes/ContactConsent/resources/contact/columns';
import { isPlainContact } from '../../nodes/ContactConsent/resources/contact/plain';
import { contactToUpload } from '../../nodes/ContactConsent/resources/contact/toUpload';
import { uploadContact } from '../support/generated';
import { SEED } from '../support/seed';

const settings = (
	unknownFields: BatchSettings['unknownFields'],
	emptyFields: BatchSettings['emptyFields'],
): BatchSettings => ({
	source: 'json',
	batchSize: 1000,
	parallelUploads: 1,
	isolateInvalid: true,
	unknownFields,
	emptyFields,
	mergeWithCurrent: false,
	output: 'perItem',
});

const ALL_SETTINGS = (['ignore', 'customData', 'error'] as const).flatMap((unknown) =>
	(['omit', 'send'] as const).map((empty) => settings(unknown, empty)),
);

/** Values that some column may take and others may not. */
const odd = fc.oneof(
	fc.constantFrom<unknown>('', ' ', '[', '[1]', ' ["a"]', '{', '{"a":{}}', 'a;b', null, 7, NaN, true, [], {}),
	fc.constantFrom<unknown>([{}], [null], [['x']], [{ email: 1 }], [{ email: {} }], [{ number: 'x' }]),
	fc.constantFrom<unknown>([{ original: 'x' }], [{ number: 'x', original: {} }], { addresses: [7] }),
	fc.constantFrom<unknown>({ emails: [{ email: '' }] }, { emails: '[' }, { addresses: [{ city: {} }] }),
	fc.constantFrom<unknown>({ other: 'x' }, { addresses: [{ other: 'x' }] }, { consents: [{ id: null }] }),
);

const NAMES = ['first_name', 'tags', 'other', '__proto__', ...NESTED_FIELDS, ...FLAT_COLUMNS.keys()];

const withOddColumns = fc
	.tuple(uploadContact, fc.array(fc.tuple(fc.constantFrom(...NAMES), odd), { maxLength: 3 }))
	.map(([contact, columns]) => ({ ...contact, ...Object.fromEntries(columns) }) as IDataObject);

it('never calls a contact plain whose conversion fails', () => {
	fc.assert(
		fc.property(withOddColumns, fc.constantFrom(...ALL_SETTINGS), (raw, chosen) => {
			if (isPlainContact(raw)) contactToUpload(raw, chosen);
		}),
		{ seed: SEED, numRuns: 2000 },
	);
});

it('knows a contact in the upload shape, and a row of texts', () => {
	fc.assert(
		fc.property(uploadContact, (raw) => isPlainContact(raw)),
		{ seed: SEED, numRuns: 500 },
	);
	expect(isPlainContact({ id: '1', first_name: 'A', work_emails: 'a@x; b@x', private_city: '' })).toBe(true);
});

it.each([
	[{ id: 1 }],
	[{ id: '1', other: 'x' }],
	[{ id: '1', data: '{}' }],
	[{ id: '1', work_emails: ' [1' }],
	[{ id: '1', section_work: { emails: [{ email: {} }] } }],
])('leaves %j to the conversion', (raw) => {
	expect(isPlainContact(raw as IDataObject)).toBe(false);
});
