/** The plan of a bulk upload: its rows, which of them are refused before the first request, what is sent, and what is told of it. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf } from '../support/invalid-input';
import { DEFAULTS, planOf, type Settings } from '../support/upload-plan';

const ADA = { id: 'c-1', first_name: 'Ada', last_name: 'Lovelace' };

describe('the rows of an item', () => {
	const plan = planOf();
	const item = { id: 'of the item' };

	it.each<[what: string, given: Partial<Parameters<typeof plan.rows>[0]>, raw: unknown[]]>([
		['are the item itself where columns are mapped automatically', { columns: { automatic: true } }, [item]],
		[
			'are the columns that are mapped one by one',
			{ columns: { automatic: false, columns: { id: 'c-1' } } },
			[{ id: 'c-1' }],
		],
		['are one where JSON is no list', { json: { id: 'c-1' } }, [{ id: 'c-1' }]],
		['are one of which nothing is known where JSON is empty', { json: undefined }, [undefined]],
		['are none where the list in JSON is empty', { json: [] }, []],
	])('%s', (_what, given, raw) => {
		expect(plan.rows({ columns: undefined, json: undefined, ...given }, item)).toStrictEqual(raw);
	});

	it('have an ID', () => {
		expect(plan.idOf({ first_name: 'Ada', ID: ' c-1 ' })).toBe('c-1');
	});

	it.each(['c-1', null, [[ADA]]])('are refused where they are no objects: %j', (raw) => {
		const { message, advice } = refusalOf(() => {
			plan.idOf(raw);
		});
		expect(message).toBe('The JSON is neither an object nor a list of objects');
		expect(advice).toBe('Put each record into { }.');
	});
});

describe('a contact that lacks what the service requires', () => {
	const clear = planOf({ fieldsNotSent: 'clear' });

	it('is refused by its ID at once, and otherwise once all rows of the ID are merged', () => {
		for (const plan of [planOf(), clear]) {
			expect(() => plan.check({ id: 'c-1' }, false)).not.toThrow();
			expect(() => plan.check({ id: ' ', first_name: 'Ada' }, true)).toThrow(
				/^ID and Last Name are missing$/,
			);
			expect(() => plan.check({ id: 'c-1', title: {}, company: ['x'] }, false)).toThrow('Company is a list');
			expect(() => plan.build([{ id: 'c-1', first_name: 'Ada' }], undefined)).toThrow(
				/^Last Name is missing$/,
			);
		}
		const halves = [
			{ id: 'c-1', first_name: 'Ada' },
			{ id: 'c-1', last_name: 'Lovelace' },
		];
		expect(planOf().build(halves, undefined).upload).toEqual(ADA);
	});

	it('is not refused for two columns that may be two fields, depending on what the service has', () => {
		const row = { ...ADA, email: 'a@x.org', work_emails: 'b@x.org' };
		const current = planOf().current?.read({ ...ADA, section_private: { emails: ['p@x.org'] } }, 'c-1');
		expect(() => planOf().check({ ...row, id: '' }, false)).not.toThrow();
		expect(() => clear.check(row, false)).toThrow("'work_emails' and 'email' have different values");
		expect(() => planOf().build([row], current)).not.toThrow();
		expect(() => planOf().build([row], undefined)).toThrow("'work_emails' and 'email' have different values");
		expect(() => planOf().build([ADA, row], undefined)).toThrow('different values');
	});
});

describe('an element as it is sent', () => {
	it('is what the row says, with the settings of the upload', () => {
		const born = { ...ADA, birthday: new Date('1815-12-10T00:00:00Z'), title: '' } as unknown as IDataObject;
		expect(planOf().build([born], undefined)).toEqual({
			upload: { ...ADA, birthday: '1815-12-10' },
			change: 'created',
			notes: {},
		});
		const options = { ...DEFAULTS.options, emptyFields: 'send', unknownFields: 'customData' } as const;
		expect(planOf({ options }).build([{ ...ADA, title: '', note: 'VIP' }], undefined).upload).toEqual({
			...ADA,
			title: '',
			data: { note: 'VIP' },
		});
	});

	it('takes off the blanks around texts where columns are mapped', () => {
		const row = { ...ADA, id: ' c-1', title: ' Dr. ' };
		expect(planOf().build([row], undefined).upload).toEqual({ ...ADA, title: 'Dr.' });
		expect(planOf({ inputMode: 'json' }).build([row], undefined).upload).toEqual({ ...ADA, title: ' Dr. ' });
	});

	it('is merged into what the service has, which may be what is required', () => {
		const plan = planOf();
		const current = plan.current?.read({ ...ADA, company: 'Acme', title: 'Dr.' }, 'c-1');
		expect(plan.build([{ id: 'c-1', title: 'Prof.' }], current)).toEqual({
			upload: { ...ADA, company: 'Acme', title: 'Prof.' },
			change: 'changed',
			notes: {},
		});
		expect(plan.build([{ id: 'c-1', title: 'Dr.' }], current).change).toBe('unchanged');
	});

	it('is exactly the row with Clear, and nothing is known of what that changes', () => {
		const plan = planOf({ fieldsNotSent: 'clear' });
		expect(plan.current).toBeUndefined();
		expect(plan.build([ADA], undefined)).toEqual({ upload: ADA, notes: {} });
	});

	it('is refused in the words of its columns', () => {
		const entries = [{ outerKey: '0', innerKey: 'title', code: 'short', message: 'is too short' }];
		expect(planOf().explain(entries, { ...ADA, title: 'D' })).toBe('Title "D": is too short');
	});
});

describe('what the service has and the contract does not know', () => {
	const body = { ...ADA, test: true, nothing: '', section_work: { emails: ['a@x.org'], color: 'red' } };
	const built = (row: IDataObject, more: Partial<Settings['options']> = {}) => {
		const plan = planOf({ options: { ...DEFAULTS.options, ...more } });
		return plan.build([row], plan.current?.read(body, 'c-1'));
	};

	it('is left out and named where something changes, and else no reason to send anything', () => {
		const { upload, change, notes } = built({ id: 'c-1', title: 'Dr.' });
		expect({ upload, change, notes }).toEqual({
			upload: { ...ADA, title: 'Dr.', section_work: { emails: [{ email: 'a@x.org' }] } },
			change: 'changed',
			notes: { notKept: ['test', 'section_work.color'] },
		});
		expect(built({ id: 'c-1' })).toMatchObject({ change: 'unchanged', notes: {} });
	});

	it('is shown as cleared by a dry run, where something else changes', () => {
		expect(built({ id: 'c-1', title: 'Dr.' }, { dryRun: true }).notes.changes).toEqual({
			title: { from: null, to: 'Dr.' },
			test: { from: true, to: null },
			'section_work.color': { from: 'red', to: null },
		});
		expect(built({ id: 'c-1' }, { dryRun: true }).notes.changes).toBeUndefined();
	});
});

it('a dry run with Clear compares with all that is there', () => {
	const plan = planOf({ fieldsNotSent: 'clear', options: { ...DEFAULTS.options, dryRun: true } });
	const current = plan.current?.read({ ...ADA, title: 'Dr.', test: true }, 'c-1');
	expect(plan.build([{ ...ADA, company: 'Acme' }], current)).toEqual({
		upload: { ...ADA, company: 'Acme' },
		change: 'changed',
		notes: {
			changes: {
				company: { from: null, to: 'Acme' },
				title: { from: 'Dr.', to: null },
				test: { from: true, to: null },
			},
		},
	});
	expect(plan.build([{ ...ADA, company: 'Acme' }], undefined).change).toBe('created');
});

it.each([{ ...ADA, id: 'c-2' }, { first_name: 'Ada' }, [ADA], null])(
	'the service may have %j, which is another record: nothing is sent then',
	(body) => {
		expect(planOf().current?.read(body, 'c-1')).toBeUndefined();
	},
);

it.each([
	['keep', 'merge'],
	['clear', 'last'],
] as const)('with %s, of rows of one ID counts: %s', (fieldsNotSent, rowsOfOneId) => {
	expect(planOf({ fieldsNotSent }).rowsOfOneId).toBe(rowsOfOneId);
});
