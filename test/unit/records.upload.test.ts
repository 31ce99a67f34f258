/** The plan of a bulk upload: its elements, which of them are refused before the first request, and what is sent. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf } from '../support/invalid-input';
import { DEFAULTS, planOf, type Settings } from '../support/upload-plan';

const MAP_MANUALLY = "To map columns yourself, set 'Mapping Column Mode' to 'Map Each Column Manually'.";
const ADA = { id: 'c-1', first_name: 'Ada', last_name: 'Lovelace' };

describe('the elements of an item', () => {
	const plan = planOf();
	const item = { json: { id: 'of the item' }, timeZone: 'UTC' };

	it.each<[what: string, given: Parameters<typeof plan.elements>[0], raw: unknown[]]>([
		[
			'are the item itself where columns are mapped automatically',
			{ columns: { automatic: true } },
			[item.json],
		],
		[
			'are the columns that are mapped one by one',
			{ columns: { automatic: false, columns: { id: 'c-1' } } },
			[{ id: 'c-1' }],
		],
		['are those of a list in JSON', { json: [{ id: 'c-1' }, 'c-2', null] }, [{ id: 'c-1' }, 'c-2', null]],
		['are one where JSON is no list', { json: { id: 'c-1' } }, [{ id: 'c-1' }]],
		['are one of which nothing is known where JSON is empty', { json: undefined }, [undefined]],
		['are none where the list in JSON is empty', { json: [] }, []],
	])('%s', (_what, given, raw) => {
		expect(plan.elements(given, item)).toStrictEqual(raw);
	});

	it.each<[raw: unknown, id: string]>([
		[{ ID: 42 }, '42'],
		[{ first_name: 'Ada' }, ''],
		['c-1', ''],
		[[{ id: 'c-1' }], ''],
		[null, ''],
	])('have an ID if they are objects with one: %j has %j', (raw, id) => {
		expect(plan.idOf(raw)).toBe(id);
	});

	it.each(['c-1', 7, null, undefined, [[ADA]]])('are refused where they are no objects: %j', (raw) => {
		const { message, advice } = refusalOf(() => {
			plan.check(raw);
		});
		expect(message).toBe('The JSON is neither an object nor a list of objects');
		expect(advice).toBe('Put each record into { }.');
	});
});

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

describe('the way on from columns that are not understood', () => {
	const row = { id: 'c-1', first_name: 'Ada', surname: 'Lovelace' };
	const COLUMNS = 'The input has the columns id, first_name, surname. Rename them. ';

	it.each<[inputMode: Settings['inputMode'], wayOn: string | undefined, advice: string]>([
		['map', MAP_MANUALLY, `${COLUMNS}${MAP_MANUALLY} Columns of contacts: id, `],
		['json', undefined, `${COLUMNS}Columns of contacts: id, `],
	])('with the input mode %s is %p', (inputMode, wayOn, advice) => {
		const plan = planOf({ inputMode, fieldsNotSent: 'clear' });
		const refusal = refusalOf(() => {
			plan.check(row);
		});
		expect(refusal.wayOn).toBe(wayOn);
		expect(refusal.advice.startsWith(advice)).toBe(true);
		expect(plan.draft({ ...ADA, note: 'VIP' }, undefined).notSent).toEqual({
			unknown: ['note'],
			readOnly: [],
			wayOn,
		});
	});
});

describe('an element as it is sent', () => {
	const NOTHING = { unknown: [], readOnly: [], wayOn: undefined };

	it('is what the row says, with the settings of the upload', () => {
		const born = { ...ADA, birthday: new Date('1815-12-10T12:00:00Z'), title: '' } as unknown as IDataObject;
		expect(planOf().draft(born, undefined)).toEqual({
			upload: { ...ADA, birthday: '1815-12-10' },
			notSent: NOTHING,
		});
		const options = { ...DEFAULTS.options, emptyFields: 'send', unknownFields: 'customData' } as const;
		expect(planOf({ options }).draft({ ...ADA, title: '', note: 'VIP' }, undefined)).toEqual({
			upload: { ...ADA, title: '', data: { note: 'VIP' } },
			notSent: NOTHING,
		});
	});

	it('is laid over what the service has, which may be what is required', () => {
		const plan = planOf();
		const current = plan.current.read({ ...ADA, company: 'Acme', title: 'Dr.' }, 'c-1');
		expect(plan.draft({ id: 'c-1', title: 'Prof.' }, current).upload).toEqual({
			...ADA,
			company: 'Acme',
			title: 'Prof.',
		});
		expect(() => plan.draft({ id: 'c-1', title: 'Prof.' }, undefined)).toThrow(
			/^First Name and Last Name are missing$/,
		);
	});

	it('is shown by a dry run as what it changes', () => {
		expect(planOf().changes({ ...ADA, title: 'Dr.' }, { ...ADA, title: 'Prof.' })).toEqual({
			title: { from: 'Dr.', to: 'Prof.' },
		});
	});

	it('is refused in the words of its columns', () => {
		const entries = [{ outerKey: '0', innerKey: 'title', code: 'short', message: 'is too short' }];
		expect(planOf().explain(entries, { ...ADA, title: 'D' })).toBe('Title "D": is too short');
	});
});

describe('what the service has', () => {
	const { current } = planOf();

	it('is asked for by the ID', () => {
		expect(current.request('c-1')).toMatchObject({ method: 'GET', path: ['contacts', 'c-1'] });
	});

	it('may have an ID that is a number', () => {
		expect(current.read({ id: 42, title: 'Dr.' }, '42').upload).toEqual({ id: '42', title: 'Dr.' });
	});

	it.each([{ ...ADA, id: 'c-2' }, { first_name: 'Ada' }, [ADA], 'c-1', null])(
		'is not %j, which is another record: nothing is sent then',
		(body) => {
			const { message, advice } = refusalOf(() => current.read(body, 'c-1'));
			expect(message).toBe('The service answered with another record than "c-1"');
			expect(advice).toBe(
				"Nothing was sent for this record. Try again later, or set 'Fields Not Sent' to Clear.",
			);
		},
	);
});

it.each<[fieldsNotSent: Settings['fieldsNotSent'], batchSize: number, sent: number]>([
	['keep', 1000, 100],
	['keep', 101, 100],
	['keep', 50, 50],
	['clear', 1000, 1000],
	['clear', 50, 50],
])('with %s and a batch size of %i, %i records are sent at once', (fieldsNotSent, batchSize, sent) => {
	const plan = planOf({ fieldsNotSent, options: { ...DEFAULTS.options, batchSize } });
	expect(plan.batchSize).toBe(sent);
	expect(plan.keeps).toBe(fieldsNotSent === 'keep');
});
