/** A contact that was read, changed in one field and sent back: that field has changed, and nothing else. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Contact, ContactUpload, SandboxOptions } from '../../sandbox/index';
import { Engine } from '../support/engine';
import { bulkBench, contact } from '../support/bulk';
import { SEED } from '../support/seed';
import { fieldChange, storedContact } from '../support/upload-records';

const bench = bulkBench();

const stored = (id: string) => bench.sandbox.contact(id);
const seed = (...uploads: IDataObject[]) =>
	bench.sandbox.seed({ contacts: uploads as unknown as ContactUpload[] });

describe('a contact that was read, changed in one field and sent back', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.load();
	});

	const get = async (id: string): Promise<IDataObject> => {
		const { json, error } = await engine.run({
			parameters: { resource: 'contact', operation: 'get', contactId: id, simplify: false, options: {} },
			credentials: { baseUrl: bench.sandbox.baseUrl, apiKey: bench.sandbox.apiKey },
		});
		if (error || json[0] === undefined) throw error ?? new Error('No item');
		return json[0];
	};

	/** Without what means the same as nothing: empty lists, sections and maps. Texts in `data` stay as they are. */
	const essence = (value: unknown, inData = false): unknown => {
		if (Array.isArray(value)) return value.map((entry) => essence(entry));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value)
			.map(([key, entry]): [string, unknown] => [key, essence(entry, key === 'data')])
			.filter(([, entry]) => inData || !isNothing(entry));
		return Object.fromEntries(entries);
	};
	const isNothing = (value: unknown) =>
		value === undefined ||
		value === null ||
		value === '' ||
		(typeof value === 'object' && Object.keys(value).length === 0);

	const styles: Array<[how: string, options: Partial<SandboxOptions>]> = [
		['left out', { emptyFields: 'omit' }],
		['empty', { emptyFields: 'empty' }],
		['null', { emptyFields: 'null' }],
	];

	const ways = styles.flatMap(([how, options]) =>
		(['autoMap', 'json'] as const).flatMap((mode) =>
			(['clear', 'keep'] as const).map((fieldsNotSent) => [how, mode, fieldsNotSent, options] as const),
		),
	);

	it.each(ways)(
		'differs in that field alone (missing values %s, %s, %s)',
		async (_how, mode, fieldsNotSent, options) => {
			bench.sandbox.configure({ uploadMode: 'replace', strictFormats: false, ...options });
			const property = fc.asyncProperty(storedContact, fieldChange, async (upload, [field, value]) => {
				seed(upload);
				const before = structuredClone(stored(upload.id));
				const read = await get(upload.id);
				const changed = { ...read, [field]: value } as IDataObject;
				const run = mode === 'json' ? { json: '={{ $json }}' } : {};
				const { error } = await bench.upload({ items: [changed], fieldsNotSent, ...run });
				if (error) throw error;

				const after = stored(upload.id);
				const expected = expectedAfter(before, field, value, fieldsNotSent);
				expect(essence(after)).toEqual(essence(expected));
			});
			await fc.assert(property, { seed: SEED, numRuns: 25 });
		},
	);

	/** What the service would hold, had the field been put in by hand. */
	const expectedAfter = (
		before: Contact | undefined,
		field: string,
		value: unknown,
		fieldsNotSent: 'clear' | 'keep',
	): unknown => {
		const id = 'by-hand';
		seed(contact(id, { [field]: value } as IDataObject));
		const byHand = ((stored(id) ?? {}) as unknown as IDataObject)[field] as IDataObject;
		const old = (before as unknown as IDataObject)[field];
		const isLaidByKey = field === 'data' || field.startsWith('section_');
		if (fieldsNotSent === 'clear' || !isLaidByKey) return { ...before, [field]: byHand };
		const keys = Object.keys(value as object);
		const given = Object.fromEntries(keys.map((key) => [key, byHand?.[key]]));
		return { ...before, [field]: { ...(old as IDataObject | undefined), ...given } };
	};
});
