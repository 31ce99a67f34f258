/** What is sent for a row: what it hands over, laid over what the service has now. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { simplifyContact } from '../../nodes/ContactConsent/resources/contact/model';
import { currentOf, handOver } from '../../nodes/ContactConsent/resources/records/handOver';
import { layOver } from '../../nodes/ContactConsent/resources/records/layOver';
import type { Conversion } from '../../nodes/ContactConsent/resources/records/values';

const OMIT: Conversion = { emptyFields: 'omit', unknownFields: 'ignore', timeZone: 'Europe/Berlin' };
const SEND: Conversion = { ...OMIT, emptyFields: 'send' };

/** The upload for a row; `now` is what the service shows. Without it, as with Fields Not Sent set to Clear. */
const uploadOf = (row: IDataObject, now?: IDataObject, conversion = OMIT): IDataObject =>
	layOver(
		contactModel,
		handOver(contactModel, row, conversion),
		now && currentOf(contactModel, now, conversion),
	);

type Case = [what: string, row: IDataObject, upload: IDataObject];

describe('a record of which nothing is kept', () => {
	it.each<Case>([
		[
			'what names no section belongs to work',
			{ email: 'ada@x.org', phone: '030 1', Street: 'Markt', city: 'Bonn' },
			{
				section_work: {
					emails: [{ email: 'ada@x.org' }],
					phone_numbers: [{ number: '030 1' }],
					addresses: [{ street: 'Markt', city: 'Bonn' }],
				},
			},
		],
		[
			'work and private parts of an address do not mix',
			{ work_city: 'Bonn', private_city: 'Rome', private_zip: '00100' },
			{
				section_work: { addresses: [{ city: 'Bonn' }] },
				section_private: { addresses: [{ city: 'Rome', zip_code: '00100' }] },
			},
		],
		[
			'a list before the nested section that it belongs to',
			{ work_emails: 'ada@x.org', section_work: { emails: ['old@x.org'], fax_numbers: ['030 9'] } },
			{ section_work: { emails: [{ email: 'ada@x.org' }], fax_numbers: [{ number: '030 9' }] } },
		],
		[
			'a part of an address before the nested section that it belongs to',
			{ city: 'Bonn', section_work: { addresses: [{ street: 'Markt', city: 'Rome' }, { city: 'Oslo' }] } },
			{ section_work: { addresses: [{ street: 'Markt', city: 'Bonn' }, { city: 'Oslo' }] } },
		],
		[
			'a list that names no section before the nested one: its first entry',
			{ email: 'ada@x.org', section_work: { emails: ['old@x.org', 'al@x.org'] } },
			{ section_work: { emails: [{ email: 'ada@x.org' }, { email: 'al@x.org' }] } },
		],
	])('%s', (_what, row, upload) => {
		expect(uploadOf(row)).toEqual(upload);
	});
});

describe('a list that names no section', () => {
	const now = (work: unknown[], home: unknown[] = []): IDataObject => ({
		section_work: { emails: work as IDataObject[] },
		section_private: { emails: home as IDataObject[] },
	});
	const sent = (work: string[], home: string[] = []): IDataObject =>
		now(
			work.map((email) => ({ email })),
			home.map((email) => ({ email })),
		);

	it.each<[what: string, email: string, now: IDataObject, upload: IDataObject]>([
		[
			'replaces the first entry alone',
			'new@x.org',
			now(['ada@x.org', 'al@x.org']),
			sent(['new@x.org', 'al@x.org']),
		],
		['belongs to the section that has one', 'new@x.org', now([], ['ada@home.org']), sent([], ['new@x.org'])],
		[
			'does not take a blank entry for one',
			'new@x.org',
			now([''], ['', 'ada@home.org']),
			sent([''], ['', 'new@x.org']),
		],
		['comes before blank entries', 'new@x.org', now(['', '']), sent(['new@x.org', '', ''])],
		[
			'puts all that is handed over where the first was',
			'a@x.org, b@x.org',
			now(['ada@x.org', 'al@x.org']),
			sent(['a@x.org', 'b@x.org', 'al@x.org']),
		],
	])('%s', (_what, email, before, upload) => {
		expect(uploadOf({ email }, before)).toEqual(upload);
	});

	it('removes the first entry alone where blank text is sent and it is blank', () => {
		expect(uploadOf({ email: '' }, now(['ada@x.org', 'al@x.org']), SEND)).toEqual(sent(['al@x.org']));
	});

	it('leaves a number alone that is handed over as the service shows it', () => {
		const shown = { original: '0170 1234567', international_formatted: '+49 170 1234567' };
		const before = { section_work: { mobile_numbers: [shown] } };
		expect(uploadOf({ mobile: '+49 170 1234567' }, before)).toEqual({
			section_work: { mobile_numbers: [{ number: '0170 1234567' }] },
		});
	});
});

it('a part of an address that names no section belongs to the first address that has a city', () => {
	const now = {
		section_work: { addresses: [{ street: 'Markt' }] },
		section_private: { addresses: [{ street: 'Ring', city: 'Bonn' }, { city: 'Oslo' }] },
	};
	expect(uploadOf({ zip: '53111' }, now)).toEqual({
		...now,
		section_private: {
			addresses: [{ street: 'Ring', city: 'Bonn', zip_code: '53111' }, { city: 'Oslo' }],
		},
	});
});

describe('two columns for the same field', () => {
	it.each<Case>([
		[
			'the same e-mail twice',
			{ work_emails: 'ada@x.org', email: 'ada@x.org' },
			{ section_work: { emails: [{ email: 'ada@x.org' }] } },
		],
		[
			'the first of several, as a simplified record has it',
			{ email: 'ada@x.org', work_emails: 'ada@x.org, al@x.org' },
			{ section_work: { emails: [{ email: 'ada@x.org' }, { email: 'al@x.org' }] } },
		],
		[
			'the first ones of several',
			{ work_emails: ['a@x.org', 'b@x.org', 'c@x.org'], emails: 'a@x.org, b@x.org' },
			{ section_work: { emails: [{ email: 'a@x.org' }, { email: 'b@x.org' }, { email: 'c@x.org' }] } },
		],
		[
			'the same city twice',
			{ work_city: 'Bonn', city: 'Bonn' },
			{ section_work: { addresses: [{ city: 'Bonn' }] } },
		],
		[
			'another list, another part of the address',
			{ work_emails: 'ada@x.org', phone: '030 1', work_street: 'Markt', city: 'Bonn' },
			{
				section_work: {
					emails: [{ email: 'ada@x.org' }],
					phone_numbers: [{ number: '030 1' }],
					addresses: [{ street: 'Markt', city: 'Bonn' }],
				},
			},
		],
		[
			'a blank one counts as not handed over',
			{ work_emails: ' ', email: 'ada@x.org' },
			{ section_work: { emails: [{ email: 'ada@x.org' }] } },
		],
	])('%s', (_what, row, upload) => {
		expect(uploadOf(row)).toEqual(upload);
	});

	it.each([
		[{ 'Work Emails': 'ada@x.org', mail: 'al@x.org' }, "'Work Emails' and 'mail'"],
		[{ email: 'ada@x.org, al@x.org', work_emails: 'ada@x.org' }, "'work_emails' and 'email'"],
		[{ work_phone: '030 1', phone: '030 2' }, "'work_phone' and 'phone'"],
		[{ work_city: 'Bonn', City: 'Rome' }, "'work_city' and 'City'"],
	])('%j is refused', (row, both) => {
		expect(() => uploadOf(row)).toThrow(`${both} have different values for the same field`);
	});

	it('compares with the section that the record has', () => {
		const now = {
			section_private: { emails: ['ada@home.org'], addresses: [{ city: 'Rome' }] },
		};
		const row = { work_emails: 'ada@work.org', email: 'ada@new.org', work_city: 'Bonn', city: 'Oslo' };
		expect(uploadOf(row, now)).toEqual({
			section_work: { emails: [{ email: 'ada@work.org' }], addresses: [{ city: 'Bonn' }] },
			section_private: { emails: [{ email: 'ada@new.org' }], addresses: [{ city: 'Oslo' }] },
		});
	});
});

describe('nested values over what the service has', () => {
	const consents = [{ id: 'n-1', type: 'newsletter', granted: true }];
	it.each<[what: string, row: IDataObject, now: IDataObject, upload: IDataObject]>([
		[
			'custom data key by key',
			{ data: { crm: '8' } },
			{ data: { crm: '7', shop: '1' } },
			{ data: { crm: '8', shop: '1' } },
		],
		[
			'a section list by list',
			{ section_work: { emails: ['new@x.org'] } },
			{ section_work: { emails: ['ada@x.org', 'al@x.org'], fax_numbers: [{ original: '030 9' }] } },
			{ section_work: { emails: [{ email: 'new@x.org' }], fax_numbers: [{ number: '030 9' }] } },
		],
		[
			'a list of a section whole',
			{ work_emails: 'new@x.org' },
			{ section_work: { emails: ['ada@x.org', 'al@x.org'] } },
			{ section_work: { emails: [{ email: 'new@x.org' }] } },
		],
		['documentation whole', { documentation: {} }, { documentation: { consents } }, { documentation: {} }],
		[
			'documentation that is not handed over stays',
			{},
			{ documentation: { consents } },
			{ documentation: { consents } },
		],
	])('%s', (_what, row, now, upload) => {
		expect(uploadOf(row, now)).toEqual(upload);
	});

	it('does not change what it was laid over', () => {
		const current = currentOf(
			contactModel,
			{ section_work: { emails: ['ada@x.org'], addresses: [{ city: 'Bonn' }] } },
			OMIT,
		);
		const before = structuredClone(current.upload);
		layOver(contactModel, handOver(contactModel, { email: 'new@x.org', city: 'Rome' }, OMIT), current);
		expect(current.upload).toEqual(before);
	});
});

describe('columns that the service does not have, kept as custom data', () => {
	const CUSTOM: Conversion = { ...OMIT, unknownFields: 'customData' };

	it.each<[what: string, row: IDataObject, now: IDataObject | undefined, data: unknown]>([
		['are the custom data where there is none', { note: 'VIP' }, undefined, { note: 'VIP' }],
		[
			'come beside what is handed over',
			{ note: 'VIP', data: { crm: '8' } },
			undefined,
			{ crm: '8', note: 'VIP' },
		],
		['may say the same', { note: 'VIP', data: { note: 'VIP' } }, undefined, { note: 'VIP' }],
		['come beside what the service has', { note: 'VIP' }, { data: { crm: '7' } }, { crm: '7', note: 'VIP' }],
		[
			'come before that, too',
			{ note: 'VIP' },
			{ data: { crm: '7', note: 'old' } },
			{ crm: '7', note: 'VIP' },
		],
	])('%s', (_what, row, now, data) => {
		expect(uploadOf(row, now, CUSTOM)).toEqual({ data });
	});

	it('are refused where what is handed over says something else', () => {
		expect(() => uploadOf({ title: 'Dr.', note: 'VIP', data: { note: 'new' } }, undefined, CUSTOM)).toThrow(
			"'data.note' and 'note' have different values for the same field",
		);
	});

	it('make no custom data where there is no such column', () => {
		expect(uploadOf({ title: 'Dr.', note: ' ' }, undefined, CUSTOM)).toEqual({ title: 'Dr.' });
	});
});

it('columns that the service does not have, sent as they are, come before what it has', () => {
	const now = { title: 'Dr.', note: 'old' };
	expect(uploadOf({ note: 'VIP' }, now, { ...OMIT, unknownFields: 'send' })).toEqual({
		title: 'Dr.',
		note: 'VIP',
	});
});

describe('a simplified contact that comes back as it was shown changes nothing', () => {
	const numbers = (work: IDataObject[], private_: IDataObject[] = []): IDataObject => ({
		section_work: { phone_numbers: work },
		section_private: { phone_numbers: private_ },
	});
	it.each<[what: string, now: IDataObject]>([
		['two numbers that were typed as one', numbers([{ original: '030 1, 030 2' }])],
		['a number on two lines', numbers([{ original: '030 1\n030 2' }])],
		[
			'a formatted number with a comma',
			numbers([{ original: '030 1', international_formatted: '+49 30 1, 2' }]),
		],
		['an e-mail between blanks', { section_work: { emails: [' ada@x.org '] } }],
		['a national number alone', numbers([{ national_formatted: '030 1' }], [{ original: '+49 40 2' }])],
		['an area code alone', numbers([{ area: '30' }], [{ original: '+49 40 2' }])],
		['a number in parts', numbers([{ area: '30', number: '1' }], [{ original: '+49 40 2' }])],
		[
			'a blank address before the first one',
			{
				section_work: { addresses: [{ city: null, label: 'HQ' }, { city: 'Bonn' }] },
				section_private: { addresses: [{ city: 'Rome' }] },
			},
		],
		[
			'an address of empty texts before the first one',
			{
				section_work: { addresses: [{ city: null, street: '' }, { city: 'Bonn' }] },
				section_private: { addresses: [{ city: 'Rome' }] },
			},
		],
	])('%s', (_what, body) => {
		const now = { id: 'c', company: 'Old', ...body };
		const { upload } = currentOf(contactModel, now, OMIT);
		expect(uploadOf({ ...simplifyContact(now), company: 'New' }, now)).toEqual({ ...upload, company: 'New' });
	});
});

it('a number as it is shown, with another one behind it, stays as the service has it', () => {
	const phone_numbers = [{ original: '030/1', international_formatted: '+49 30 1' }, { original: '7' }];
	expect(uploadOf({ phone: '+49 30 1, 030 9' }, { section_work: { phone_numbers } })).toEqual({
		section_work: { phone_numbers: [{ number: '030/1' }, { number: '030 9' }, { number: '7' }] },
	});
});

describe('a list that names no section', () => {
	/** What the service has after uploads of one row, each on top of the one before. */
	const entriesAfter = (
		column: string,
		value: string | string[],
		list: string,
		now: string[],
		times: number,
	) => {
		let section: IDataObject = { [list]: now };
		for (let count = 0; count < times; count++) {
			const upload = uploadOf({ id: 'c', [column]: value }, { id: 'c', section_work: section });
			const left = (upload.section_work as IDataObject)[list] as IDataObject[];
			section = { [list]: left.map(({ email, number }) => email ?? { original: number }) };
		}
		return (section[list] as unknown[]).map((entry) => (entry as { original?: string }).original ?? entry);
	};

	it.each<[value: string | string[], now: string[], after: string[]]>([
		['a@x.org; b@x.org', [], ['a@x.org', 'b@x.org']],
		['a@x.org; b@x.org', ['old@x.org', 'z@x.org'], ['a@x.org', 'b@x.org', 'z@x.org']],
		['b@x.org', ['a@x.org', 'b@x.org'], ['b@x.org']],
		['b@x.org, a@x.org', ['a@x.org', 'b@x.org', 'z@x.org'], ['b@x.org', 'a@x.org', 'z@x.org']],
		[['a@x.org', 'a@x.org'], ['a@x.org'], ['a@x.org']],
	])('%j over %j is the same however often it is sent', (value, now, after) => {
		expect(entriesAfter('email', value, 'emails', now, 1)).toEqual(after);
		expect(entriesAfter('email', value, 'emails', now, 4)).toEqual(after);
	});

	it('knows a number as it is shown, wherever it stands', () => {
		const now = {
			id: 'c',
			section_work: {
				phone_numbers: [
					{ original: '030 1', international_formatted: '+49 30 1' },
					{ original: '030 2', international_formatted: '+49 30 2' },
				],
			},
		};
		expect(uploadOf({ id: 'c', phone: ['+49 30 1', '+49 30 2'] }, now)).toMatchObject({
			section_work: { phone_numbers: [{ number: '030 1' }, { number: '030 2' }] },
		});
		expect(uploadOf({ id: 'c', phone: '030 2' }, now)).toMatchObject({
			section_work: { phone_numbers: [{ number: '030 2' }] },
		});
	});
});

it('a blank part of an address empties that part of the one that is there', () => {
	const now = { id: 'c', section_work: { addresses: [{ street: 'Markt', city: 'Bonn' }] } };
	expect(uploadOf({ id: 'c', work_city: '' }, now, SEND)).toMatchObject({
		section_work: { addresses: [{ street: 'Markt', city: '' }] },
	});
});

it('a blank part of an address makes no address', () => {
	expect(uploadOf({ id: 'c', work_city: '', work_street: '' }, { id: 'c' }, SEND)).toEqual({
		id: 'c',
		section_work: {},
	});
});

it('a blank entry at the service blocks nothing', () => {
	const now = { id: 'c', section_work: { phone_numbers: [{ original: '' }, { original: '030 1' }] } };
	expect(uploadOf({ id: 'c', title: 'Dr.' }, now)).toMatchObject({
		title: 'Dr.',
		section_work: { phone_numbers: [{ number: '030 1' }] },
	});
});

describe('a number from a read', () => {
	const NUMBER = {
		area: '030',
		number: '901820',
		original: '030 901820',
		international_formatted: '+49 30 901820',
	};
	const now = { id: 'c', section_work: { phone_numbers: [NUMBER] } };
	const sendBack = (entry: IDataObject) =>
		uploadOf({ id: 'c', section_work: { phone_numbers: [entry] } }, now);

	it.each<[what: string, change: IDataObject, sent: string]>([
		['unchanged', {}, '030 901820'],
		['as another one', { original: '030 5' }, '030 5'],
		['with a part that is left out', { number: '', area: undefined }, '030 901820'],
	])('is sent back %s', (_, change, sent) => {
		expect(sendBack({ ...NUMBER, ...change })).toMatchObject({
			section_work: { phone_numbers: [{ number: sent }] },
		});
	});

	it('is refused where a part was changed that would not be sent', () => {
		expect(() => sendBack({ ...NUMBER, number: '777' })).toThrow(
			`The number "030 901820" has another 'number' than before, but its 'original' is what is sent`,
		);
		const shown = { ...NUMBER, original: '' };
		const others = { id: 'c', section_work: { phone_numbers: [shown] } };
		const changed = { id: 'c', section_work: { phone_numbers: [{ ...shown, area: '040' }] } };
		expect(() => uploadOf(changed, others)).toThrow("its 'international_formatted' is what is sent");
	});

	it('is compared with one that has the same text: of several, one may differ', () => {
		const twin = { ...NUMBER, number: '777' };
		const two = {
			id: 'c',
			section_work: { phone_numbers: [NUMBER] },
			section_private: { phone_numbers: [twin] },
		};
		expect(() => uploadOf({ id: 'c', section_work: { phone_numbers: [twin] } }, two)).not.toThrow();
	});
});
