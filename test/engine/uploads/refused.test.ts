/** How many requests it takes until all rows have a result if the service refuses much. */
import type { IDataObject } from 'n8n-workflow';

import { contact, contacts } from '../../support/people';
import { refusalOf, uploadBench } from '../../support/upload-bench';
import { cases } from '../../support/cases';

const bench = uploadBench({ logBodies: false });

/** Several batches. */
const COUNT = cases(200, 1000);
const many = (more: IDataObject = {}) => contacts(COUNT).map((one) => ({ ...one, ...more }));
const bad = { work_emails: 'not-an-email' };
const refusals = (json: IDataObject[]) => json.filter(({ error }) => error !== undefined);

describe('if all of many rows are refused and the answer names them', () => {
	test.each(['index', 'index1', 'id'] as const)('by %s, each gets its own reason at once', async (keys) => {
		bench.sandbox.configure({ validationKeys: keys });
		for (const fieldsNotSent of ['clear', 'keep']) {
			bench.sandbox.log.clear();
			const items = many().map((one, at) => ({ ...one, work_emails: `bad-${at}` }));
			const { json } = await bench.upload({ items, fieldsNotSent });
			expect(bench.posts().length).toBeLessThanOrEqual(20);
			json.forEach((item, at) => {
				expect(item.error).toBe(`Work Emails "bad-${at}": is not a valid email`);
				expect(item.message).toMatch(new RegExp(`\\brow ${at + 1}\\b`));
				// The message has nothing about the other rows.
				expect((item.message as string).length).toBeLessThan(500);
			});
		}
	});

	test('by IDs that are also indexes of other rows, each row still gets its own reason', async () => {
		bench.sandbox.configure({ validationKeys: 'id' });
		const ids = Array.from({ length: 8 }, (_, at) => String(7 - at));
		const items = ids.map((id) => contact(id, { work_emails: `bad-${id}` }));
		const { json } = await bench.upload({ items, fieldsNotSent: 'clear' });
		expect(json.map(({ error }) => error)).toEqual(
			ids.map((id) => `Work Emails "bad-${id}": is not a valid email`),
		);
	});
});

describe('if the answer names no refused row', () => {
	test.each(['clear', 'keep'])(
		'%s: a few dozen requests are enough while nothing is accepted',
		async (fieldsNotSent) => {
			for (const validationKeys of ['field', 'opaque'] as const) {
				bench.sandbox.reset({ validationKeys });
				const { json } = await bench.upload({ items: many(bad), fieldsNotSent });
				expect(refusals(json)).toHaveLength(COUNT);
				expect(bench.posts().length).toBeLessThanOrEqual(80);
			}
		},
	);

	test('with Clear, 64 answers in all end the run, however many batches are under way at once', async () => {
		bench.sandbox.configure({ validationKeys: 'opaque' });
		const MORE = cases(800, 3000);
		const items = contacts(MORE).map((one) => ({ ...one, ...bad }));
		const { json } = await bench.upload({ items, fieldsNotSent: 'clear', options: { batchSize: MORE / 8 } });
		expect(refusals(json)).toHaveLength(MORE);
		expect(bench.posts().length).toBeLessThanOrEqual(64 + 8);
	});

	test('a few bad rows among good ones are found', async () => {
		bench.sandbox.configure({ validationKeys: 'field' });
		const items = many().map((one, at) => (at % (COUNT / 4) === 7 ? { ...one, ...bad } : one));
		const { json } = await bench.upload({ items, fieldsNotSent: 'keep' });
		expect(refusals(json)).toHaveLength(4);
		expect(bench.posts().length).toBeLessThanOrEqual(10 + 4 * 16);
	});
});

describe('if a request is too large (413)', () => {
	test('because of one record, the others go on in batches as large as before', async () => {
		bench.sandbox.configure({ bodyLimitBytes: 500_000 });
		for (const at of [0, Math.floor(COUNT / 2)]) {
			bench.sandbox.reset({ bodyLimitBytes: 500_000 });
			const items = many();
			Object.assign(items[at] ?? {}, { data: { note: 'x'.repeat(600_000) } });
			const { json } = await bench.upload({ items, fieldsNotSent: 'keep' });
			expect(refusals(json)).toHaveLength(1);
			expect(refusalOf(json[at])).toSay('tooLarge');
			expect(bench.posts().length).toBeLessThanOrEqual(40);
		}
	});

	test('because of its number of records, later requests have no more records than an accepted one', async () => {
		bench.sandbox.configure({ maxContacts: 30 });
		const { json } = await bench.upload({ items: many(), fieldsNotSent: 'keep' });
		expect(refusals(json)).toEqual([]);
		const sizes = bench.posts().map(({ ids = [] }) => ids.length);
		expect(Math.max(...sizes.slice(-COUNT / 50))).toBeLessThanOrEqual(30);
		expect(sizes.length).toBeLessThanOrEqual(80);
	});
});

describe('a value that the service has stored and refuses', () => {
	const stored = {
		id: 'a',
		first_name: 'Ada',
		last_name: 'Byron',
		section_work: { emails: [{ email: 'old-bad' }] },
	};

	test.each<[what: string, row: IDataObject, options: IDataObject]>([
		['does not have it', { Phone: '+49 731 1234567' }, {}],
		['has it, too', { Phone: '+49 731 1234567', 'E-Mail': 'old-bad' }, {}],
		['adds to its list', { work_emails: 'new@example.com' }, { listValues: 'add' }],
	])(
		'is refused with its label, and with both places where it can be corrected, if the row %s',
		async (_what, row, options) => {
			bench.sandbox.configure({ strictFormats: true });
			bench.sandbox.seed({ contacts: [stored] });
			const { json } = await bench.upload({ items: [{ id: 'a', ...row }], options });
			expect(refusalOf(json[0])).toMatch(/Work Emails.* "old-bad".* in the row or at the service/);
		},
	);
});
