/** What a row hands over: which column each of its names means, what is sent beside them, and what is named instead. */
import type { IDataObject } from 'n8n-workflow';

import type { InvalidInput } from '../../nodes/ContactConsent/operation';
import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { employeeModel } from '../../nodes/ContactConsent/resources/employee/columns';
import {
	currentOf,
	handOver,
	idOf,
	noColumnFor,
} from '../../nodes/ContactConsent/resources/records/handOver';
import type { Conversion } from '../../nodes/ContactConsent/resources/records/values';
import { refusalOf } from '../support/invalid-input';

const WAY_ON = 'Map them by hand.';
const IGNORE: Conversion = {
	emptyFields: 'omit',
	unknownFields: 'ignore',
	timeZone: 'Europe/Berlin',
	wayOn: WAY_ON,
};

/** What becomes of a row, the values by the names of their columns. */
function handedOver(row: IDataObject, options: Partial<Conversion> = {}, model = contactModel) {
	const { values, more, customData, notSent } = handOver(model, row, { ...IGNORE, ...options });
	return {
		more,
		customData,
		notSent,
		values: Object.fromEntries(values.map(({ column, value }) => [column.name, value])),
	};
}

describe('the ID of a row', () => {
	it.each<[row: IDataObject, id: string]>([
		[{ id: 'c-1', first_name: 'Ada' }, 'c-1'],
		[{ first_name: 'Ada', ID: 'c-1' }, 'c-1'],
		[{ id: 42 }, '42'],
		[{ id: '', Id: ' ', ID: 'c-1' }, 'c-1'],
		[{ id: 'c-1', ID: 'c-2' }, 'c-1'],
		[{ id: new Date(0) }, '1970-01-01T00:00:00.000Z'],
		[{ employee_id: 'e-1' }, ''],
		[{ id: ' ' }, ''],
		[{ id: null }, ''],
		[{ id: { value: 'c-1' } }, ''],
		[{ undefined: 'c-1' }, ''],
		[{}, ''],
	])('of %j is %j', (row, id) => {
		expect(idOf(contactModel, row)).toBe(id);
	});
});

describe('rows of one table', () => {
	it('are each read by their own columns', () => {
		expect(handedOver({ title: 'Dr.', company: 'Acme' }).values).toEqual({ title: 'Dr.', company: 'Acme' });
		expect(handedOver({ company: 'Bolt', title: 'Prof.' }).values).toEqual({
			title: 'Prof.',
			company: 'Bolt',
		});
		expect(handedOver({ company: 'Bolt' }).values).toEqual({ company: 'Bolt' });
		expect(handedOver({ email: 'ada@x.org' }).values).toEqual({ emails: [{ email: 'ada@x.org' }] });
		expect(handedOver({ email: 'ada@x.org' }, {}, employeeModel).values).toEqual({ email: 'ada@x.org' });
	});
});

describe('two names for one column', () => {
	it.each<[row: IDataObject, values: IDataObject]>([
		[{ Company: 'Acme', company: 'Acme' }, { company: 'Acme' }],
		[{ company: ' ', COMPANY: 'Acme' }, { company: 'Acme' }],
		[
			{ company: 'Acme', title: 'Dr.', Title: 'Dr.' },
			{ company: 'Acme', title: 'Dr.' },
		],
		[
			{ data: '{ "b": "2", "a": "1" }', 'Custom Data (JSON)': { a: '1', b: '2' } },
			{ data: { a: '1', b: '2' } },
		],
	])('are one value where they say the same: %j', (row, values) => {
		const { values: given } = handOver(contactModel, row, IGNORE);
		expect(given).toHaveLength(Object.keys(values).length);
		expect(handedOver(row).values).toEqual(values);
	});

	it('are refused with both names where they differ', () => {
		const { message, advice } = refusalOf(() =>
			handedOver({ title: 'Dr.', company: 'Acme', COMPANY: 'Bolt' }),
		);
		expect(message).toBe("'company' and 'COMPANY' have different values for the same field");
		expect(advice).toBe('Remove one of the two, or map the columns one by one.');
	});
});

describe('columns that the service does not have', () => {
	const ROW = { title: 'Dr.', note: 'VIP', size: 42, blank: ' ', missing: undefined };
	const NOTHING_LEFT = { unknown: [], readOnly: [], wayOn: undefined };

	it.each<[unknownFields: Conversion['unknownFields'], result: object]>([
		[
			'ignore',
			{ more: {}, customData: {}, notSent: { unknown: ['note', 'size'], readOnly: [], wayOn: WAY_ON } },
		],
		['send', { more: { note: 'VIP', size: 42 }, customData: {}, notSent: NOTHING_LEFT }],
		['customData', { more: {}, customData: { note: 'VIP', size: '42' }, notSent: NOTHING_LEFT }],
	])('with Unknown Fields set to %s', (unknownFields, result) => {
		expect(handedOver(ROW, { unknownFields })).toEqual({ values: { title: 'Dr.' }, ...result });
	});

	it.each<[row: IDataObject, says: string]>([
		[ROW, "'note', 'size' are columns that contacts do not have"],
		[{ title: 'Dr.', note: 'VIP' }, "'note' is a column that contacts do not have"],
	])('are refused with their names, if that is set: %j', (row, says) => {
		const { message, advice } = refusalOf(() => handedOver(row, { unknownFields: 'error' }));
		expect(message).toBe(says);
		expect(advice).toBe(
			"Remove or rename the columns, or choose another setting for the option 'Unknown Fields'.",
		);
	});

	it.each(['ignore', 'send', 'customData', 'error'] as const)(
		'count as not handed over where they are blank: %s',
		(unknownFields) => {
			expect(handedOver({ title: 'Dr.', note: ' ', size: null }, { unknownFields })).toEqual({
				values: { title: 'Dr.' },
				more: {},
				customData: {},
				notSent: NOTHING_LEFT,
			});
		},
	);

	it('count as handed over where they are blank and blank columns are sent, but not where they are not there', () => {
		const sent = handedOver(
			{ note: ' ', size: null, missing: undefined },
			{ emptyFields: 'send', unknownFields: 'send' },
		);
		expect(sent.more).toStrictEqual({ note: ' ', size: null });
		const named = handedOver({ note: ' ', missing: undefined }, { emptyFields: 'send' });
		expect(named.notSent.unknown).toEqual(['note']);
	});

	it('cannot be custom data where they are no text', () => {
		expect(() => handedOver({ note: ['VIP'] }, { unknownFields: 'customData' })).toThrow(
			'note is a list, not a text',
		);
	});
});

describe('what is not sent', () => {
	it('names columns that can only be read, without a way to send them', () => {
		expect(handedOver({ title: 'Dr.', tags: ['vip'], consents: { post: true } }).notSent).toEqual({
			unknown: [],
			readOnly: ['tags', 'consents'],
			wayOn: undefined,
		});
		expect(handedOver({ title: 'Dr.', tags: '', consents: null }).notSent.readOnly).toEqual([]);
	});

	it('names unknown fields inside of nested values once, after the columns', () => {
		const emails = [
			{ email: 'ada@x.org', kind: 'home' },
			{ email: 'al@x.org', kind: 'office' },
		];
		expect(handedOver({ section_work: { emails }, note: 'VIP' }).notSent).toEqual({
			unknown: ['note', 'section_work.emails.kind'],
			readOnly: [],
			wayOn: WAY_ON,
		});
		// Mapping columns does not help with those.
		expect(handedOver({ section_work: { emails } }).notSent).toEqual({
			unknown: ['section_work.emails.kind'],
			readOnly: [],
			wayOn: undefined,
		});
	});
});

describe('a record as the service has it', () => {
	const RECORD = {
		id: 'c-1',
		title: '',
		company: null,
		created_at: '2026-01-31',
		tags: ['vip'],
		section_work: { emails: ['ada@x.org'], planet: 'Earth' },
	};

	it('is sent back in the shape of uploads, with blank texts and without what the contract does not know', () => {
		expect(currentOf(contactModel, RECORD, IGNORE).upload).toEqual({
			id: 'c-1',
			title: '',
			section_work: { emails: [{ email: 'ada@x.org' }] },
		});
	});

	it.each(['customData', 'error'] as const)(
		'is read in the same way where unknown columns of a row are treated as %s',
		(unknownFields) => {
			const { upload } = currentOf(contactModel, RECORD, { ...IGNORE, unknownFields });
			expect(upload).toEqual({
				id: 'c-1',
				title: '',
				section_work: { emails: [{ email: 'ada@x.org' }] },
			});
		},
	);

	it('keeps what the contract does not know where unknown fields are sent', () => {
		const { upload } = currentOf(contactModel, RECORD, { ...IGNORE, unknownFields: 'send' });
		expect(upload).toEqual({
			id: 'c-1',
			title: '',
			created_at: '2026-01-31',
			section_work: { emails: [{ email: 'ada@x.org' }], planet: 'Earth' },
		});
	});

	it('has its columns under the names of the service alone', () => {
		const body = { 'First Name': 'Ada', city: 'Bonn', emails: ['ada@x.org'], work_emails: ['ada@x.org'] };
		expect(currentOf(contactModel, body, IGNORE).upload).toEqual({});
	});
});

describe('a required column that is not there', () => {
	const noColumn = (...of: Parameters<typeof noColumnFor>): InvalidInput =>
		refusalOf(() => {
			throw noColumnFor(...of);
		});
	const { required } = employeeModel;
	const COLUMNS =
		'Columns of employees: id, first_name, last_name, email, phone_number, fax_number, position, department, street, house_number, city, zip_code, website, profile_picture_url, tags, data.';

	it('is named beside the columns that there are, and those that are understood', () => {
		const { message, advice, wayOn } = noColumn(employeeModel, required, ['Nr', 'Mail'], WAY_ON);
		expect(message).toBe('ID, First Name and Email have no column in the input');
		expect(advice).toBe(`The input has the columns Nr, Mail. Rename them. ${WAY_ON} ${COLUMNS}`);
		expect(wayOn).toBe(WAY_ON);
	});

	it('may be a single one, and there may be nothing else to do than to rename columns', () => {
		const { message, advice, wayOn } = noColumn(employeeModel, required.slice(0, 1), ['Nr']);
		expect(message).toBe('ID has no column in the input');
		expect(advice).toBe(`The input has the columns Nr. Rename them. ${COLUMNS}`);
		expect(wayOn).toBeUndefined();
	});

	it('is one of two', () => {
		const { message } = noColumn(employeeModel, required.slice(1), ['Nr']);
		expect(message).toBe('First Name and Email have no column in the input');
	});

	it('is needed where nothing at all is handed over', () => {
		const { message, advice } = noColumn(contactModel, contactModel.required, []);
		expect(message).toBe('No contact is handed over');
		expect(advice).toBe('Map the columns, or enter JSON. Needed: ID, First Name and Last Name.');
	});

	it('is not named with the columns that are understood, but not offered', () => {
		const { advice } = noColumn(contactModel, contactModel.required, ['Nr']);
		const listed = advice.slice(advice.indexOf('Columns of contacts: '));
		expect(listed).toMatch(/section_work, section_private\.$/);
		expect(listed).toMatch(/ work_emails, .* private_emails, /);
		expect(listed).not.toMatch(/ (emails|city|tags|consents),/);
	});
});
