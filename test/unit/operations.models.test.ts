import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../nodes/ContactConsent/operations/contact/contactOutput';
import { simplifyEmployee } from '../../nodes/ContactConsent/operations/employee/employeeOutput';
import { simplifyEvent, typeSeries } from '../../nodes/ContactConsent/operations/event/eventOutput';
import {
	recordIdOf,
	simplifyOperation,
} from '../../nodes/ContactConsent/operations/uploadStatus/uploadStatusOutput';
import { documentName } from '../../nodes/ContactConsent/operations/documentation/pdfStatus';

/** Values that a service might send instead of the documented ones. */
const ODD: unknown[] = [undefined, null, '', 0, 'text', [], {}, [null], [[]], [{}], { a: null }];

it.each<[string, (record: IDataObject, timeZone: string) => IDataObject, fields: string[]]>([
	['contact', simplifyContact, ['section_work', 'section_private', 'documentation', 'company', 'data']],
	['employee', simplifyEmployee, ['tags', 'city', 'data']],
	['event', simplifyEvent, ['contact', 'type', 'event_documentation_url']],
	['operation', simplifyOperation, ['items', 'status']],
])('a simplified %s has no empty field, whatever the service sends', (_, simplify, fields) => {
	for (const value of ODD) {
		const odd = Object.fromEntries(fields.map((field) => [field, value])) as IDataObject;
		const empty = Object.entries(simplify({ id: 'x', ...odd }, 'UTC')).filter(
			([, entry]) => entry == null || entry === '' || (Array.isArray(entry) && entry.length === 0),
		);
		expect([value, empty]).toEqual([value, []]);
	}
});

it('work details are shown before private ones, and the first entry with a value', () => {
	const contact = {
		section_work: { emails: [''], phone_numbers: [{}, { number: '1' }], addresses: [{}] },
		section_private: { emails: ['p@x'], phone_numbers: [{ original: '2' }], addresses: [{ city: 'Rome' }] },
	};
	expect(simplifyContact(contact, 'UTC')).toEqual({
		email: 'p@x',
		phone_number: '1',
		city: 'Rome',
		consents: {},
	});
});

/** Consents of one type, in this order. */
const given = (...all: Array<[granted: unknown, at?: unknown]>) =>
	all.map(([granted, granted_at]) => ({ type: 'a', granted, granted_at }) as IDataObject);

it.each<[what: string, consents: IDataObject[], state: IDataObject]>([
	['granted: true alone is granted', [{ type: 'a', granted: 'true' }, { type: 'b' }], { a: false, b: false }],
	['the newest counts', given([false, '2026-02-01T00:00:00Z'], [true, '2026-01-01T00:00:00Z']), { a: false }],
	[
		'times are compared, not texts',
		given([true, '2026-01-01T01:00:00+02:00'], [false, '2026-01-01T00:00:00Z']),
		{ a: false },
	],
	[
		'also where they differ by less than a millisecond',
		given([false, '2026-01-01T00:00:00.000900Z'], [true, '2026-01-01T00:00:00.000100Z']),
		{ a: false },
	],
	[
		'a withdrawal without a date counts behind a grant, and a time that is none is no time',
		given([true, '2026-01-01'], [false, { toString: 1, valueOf: 1 }]),
		{ a: false },
	],
	['then the last', given([true], [false]), { a: false }],
	['consents without a type are left out', [{ granted: true }, { type: '', granted: true }], {}],
	[
		'a type may be called anything',
		[{ type: '__proto__', granted: true }],
		JSON.parse('{"__proto__":true}') as IDataObject,
	],
])('the state of consents: %s', (_what, consents, state) => {
	const { consents: found } = simplifyContact({ id: 'c', documentation: { consents } }, 'UTC');
	expect(JSON.stringify(found)).toBe(JSON.stringify(state));
});

it('an employee is simplified to its flat fields', () => {
	const flat = { id: 'e-1', first_name: 'Grace', email: 'grace@x.org', department: 'Sales', city: 'Ulm' };
	expect(simplifyEmployee({ ...flat, tags: ['vip', '', 7], street: 'Ring', data: { a: '1' } })).toEqual({
		...flat,
		tags: ['vip'],
	});
	expect(simplifyEmployee({ id: 'e-1', email: null, tags: 'vip' })).toStrictEqual({ id: 'e-1' });
});

it('an event is simplified to its own fields and those of its contact', () => {
	const event = { event_id: 'v-1', type: 'documentation', contact_id: 'c-1' };
	const contact = {
		id: 'c-1',
		first_name: 'Ada',
		company: 'Acme',
		section_work: { emails: ['ada@x.org'] },
		documentation: { consents: [{ type: 'post', granted: true }] },
	};
	expect(simplifyEvent({ ...event, contact, request: 7 }, 'UTC')).toEqual({
		...event,
		first_name: 'Ada',
		email: 'ada@x.org',
		consents: { post: true },
	});
	expect(simplifyEvent({ ...event, contact: null }, 'UTC')).toStrictEqual(event);
});

it.each<[item: IDataObject, id: string | undefined]>([
	[{ id: 'i-1', model_id: 'c-1' }, 'c-1'],
	[{ id: 'c-1', model_id: '' }, 'c-1'],
	[{ id: '', model_id: '' }, undefined],
	[{ status: 'ok' }, undefined],
])('the item %j of an operation belongs to the record %j', (item, id) => {
	expect(recordIdOf(item)).toBe(id);
});

it('the items of an operation are counted by status', () => {
	const items = [{ status: 'ok' }, { status: 'ok' }, { status: 7 }, {}];
	expect(simplifyOperation({ items })).toEqual({
		item_count: 4,
		item_statuses: { ok: 2, '7': 1, unknown: 1 },
	});
});

it.each([
	[[], [undefined]],
	[['update'], ['update']],
	[['update', 'confirm', 'documentation'], [undefined]],
] as const)('the chosen types %j are requested as %j', (chosen, series) => {
	expect(typeSeries(chosen)).toStrictEqual(series);
});

it.each([
	[['c', 'e'], 'consents-c-e.pdf'],
	[['c', undefined], 'consents-c.pdf'],
	[['../../etc', 'a/b\\c:d'], 'consents-._._etc-a_b_c_d.pdf'],
])('the PDF of %j is named %s', (ids, name) => {
	expect(documentName(...ids)).toBe(name);
});

it('a file name has a length that every file system accepts', () => {
	const name = documentName('a'.repeat(1e6), '漢'.repeat(1e6));
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
	expect(name).toMatch(/^consents-a+-漢+\.pdf$/);
});
