/** The changes of an upload: from flat column to `{ from, to }`. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { employeeModel } from '../../nodes/ContactConsent/operations/employee/employeeColumns';
import { changesOf, differencesOf, erases, shortenedBy } from '../../nodes/ContactConsent/upload/change/diff';

type Case = [what: string, before: IDataObject, after: IDataObject, changes: IDataObject];

const ADA = { id: 'c-1', first_name: 'Ada', last_name: 'Lovelace' };
const HAS = { documentation: { consents: [{ type: 'a', granted: true }] } };
const NONE = { documentation: { consents: [] } };
const DAY = new Date(0) as unknown as string;

const contactChanges = (before: IDataObject | undefined, after: IDataObject): IDataObject =>
	changesOf(
		differencesOf(contactModel, before && { ...ADA, ...before }, { ...ADA, ...after }, 'UTC'),
		before !== undefined,
	);

describe('the changes of fields are right:', () => {
	it.each<Case>([
		['what stays is no change', { company: 'Acme' }, { company: 'Acme' }, {}],
		['a value where nothing was', {}, { company: 'Acme' }, { company: { from: null, to: 'Acme' } }],
		['a value that is not sent', { company: 'Acme' }, {}, { company: { from: 'Acme', to: null } }],
		['a value that is sent as null', { note: 'VIP' }, { note: null }, { note: { from: 'VIP', to: null } }],
		['an empty text where nothing was', {}, { company: '' }, {}],
		[
			'a blank part that the service shows and an upload does not have',
			{ documentation: { consents: [{ type: 'a', granted: true, granted_ip: '' }] } },
			HAS,
			{},
		],
		['custom data in another order', { data: { a: '1', b: '2' } }, { data: { b: '2', a: '1' } }, {}],
		['custom data that goes', { data: { a: '7' } }, { data: {} }, { data: { from: { a: '7' }, to: null } }],
		['consents that go', HAS, NONE, { 'consents.a': { from: true, to: null } }],
		['no consents where nothing was', {}, NONE, {}],
		[
			'an unknown field with a name like that of a list',
			{ 'my.emails': ['a'] },
			{ 'my.emails': 'b', 'my.addresses': 'c' },
			{ 'my.emails': { from: ['a'], to: 'b' }, 'my.addresses': { from: null, to: 'c' } },
		],
		['a number where nothing was', {}, { score: 0 }, { score: { from: null, to: 0 } }],
		['a date in an unknown field', {}, { seen: [DAY] }, { seen: { from: null, to: [DAY] } }],
	])('%s', (_what, before, after, changes) => {
		expect(contactChanges(before, after)).toEqual(changes);
	});

	it('all fields of a new record are changes', () => {
		expect(contactChanges(undefined, { company: 'Acme' })).toEqual({
			id: { to: 'c-1' },
			first_name: { to: 'Ada' },
			last_name: { to: 'Lovelace' },
			company: { to: 'Acme' },
		});
	});

	it('the tags of an employee are a list', () => {
		const differences = differencesOf(
			employeeModel,
			{ tags: ['Berlin'] },
			{ tags: ['Berlin', 'Sales'] },
			'UTC',
		);
		expect(changesOf(differences, true)).toEqual({ tags: { from: ['Berlin'], to: ['Berlin', 'Sales'] } });
	});
});

it.each<Case>([
	[
		'e-mails are shown as texts',
		{ emails: [{ email: 'ada@old.org' }] },
		{ emails: [{ email: 'ada@new.org' }, { email: 'a.lovelace@new.org' }] },
		{ work_emails: { from: ['ada@old.org'], to: ['ada@new.org', 'a.lovelace@new.org'] } },
	],
	['a list without entries is nothing', {}, { emails: [] }, {}],
	[
		'a first e-mail',
		{},
		{ emails: [{ email: 'ada@x.org' }] },
		{ work_emails: { from: null, to: ['ada@x.org'] } },
	],
	[
		'no e-mail any more',
		{ emails: [{ email: 'ada@x.org' }] },
		{},
		{ work_emails: { from: ['ada@x.org'], to: null } },
	],
	[
		'a list of texts that no column shows',
		{ nicknames: ['Al'] },
		{ nicknames: ['Bo'] },
		{ 'section_work.nicknames': { from: ['Al'], to: ['Bo'] } },
	],
	[
		'entries that say more than their text are shown whole, under the nested name',
		{ emails: [{ email: 'ada@x.org', kind: 'home' }, { email: 'al@x.org' }] },
		{ emails: [{ email: 'ada@x.org', kind: 'office' }, { email: 'al@x.org' }] },
		{
			'section_work.emails': {
				from: [{ email: 'ada@x.org', kind: 'home' }, { email: 'al@x.org' }],
				to: [{ email: 'ada@x.org', kind: 'office' }, { email: 'al@x.org' }],
			},
		},
	],
	[
		'a field of the section that no column shows',
		{ emails: [{ email: 'ada@x.org' }], assistant: 'Eve' },
		{ emails: [{ email: 'ada@x.org' }], assistant: 'Bob' },
		{ 'section_work.assistant': { from: 'Eve', to: 'Bob' } },
	],
])('the changes of lists are right: %s', (_what, before, after, changes) => {
	expect(contactChanges({ section_work: before }, { section_work: after })).toEqual(changes);
});

const BONN = { street: 'Markt', house_number: '1', city: 'Bonn' };
it.each<[what: string, before: IDataObject[], after: IDataObject[], changes: IDataObject]>([
	[
		'what no column shows, as the whole list beside the parts that have one',
		[{ city: 'Bonn', floor: '3' }],
		[{ city: 'Köln', floor: '4' }],
		{
			work_city: { from: 'Bonn', to: 'Köln' },
			'section_work.addresses': { from: [{ city: 'Bonn', floor: '3' }], to: [{ city: 'Köln', floor: '4' }] },
		},
	],
	[
		'a part of the only address',
		[BONN],
		[{ ...BONN, city: 'Köln' }],
		{ work_city: { from: 'Bonn', to: 'Köln' } },
	],
	[
		'the parts of the first address alone',
		[{ city: null }, BONN],
		[{ city: 'Rome' }, BONN],
		{
			work_city: { from: null, to: 'Rome' },
			'section_work.addresses': { from: [{ city: null }, BONN], to: [{ city: 'Rome' }, BONN] },
		},
	],
	[
		'a second address, as the whole list',
		[BONN],
		[BONN, { city: 'Rome' }],
		{ 'section_work.addresses': { from: [BONN], to: [BONN, { city: 'Rome' }] } },
	],
])('the changes of addresses are right: %s', (_what, before, after, changes) => {
	expect(
		contactChanges({ section_work: { addresses: before } }, { section_work: { addresses: after } }),
	).toEqual(changes);
});

it.each<[from: unknown, to: unknown, lost: number]>([
	[['a', 'b'], ['c'], 1],
	[['a', 'b'], ['c', 'd'], 0],
	[['a'], ['a', 'b'], 0],
	[['a', 'b'], null, 2],
	[HAS.documentation, NONE.documentation, 1],
	['text', 'other', 0],
	['text', undefined, 0],
])('from %j to %j a list becomes shorter by %i', (from, to, lost) => {
	expect(shortenedBy({ column: 'c', label: 'C', from, to })).toBe(lost);
});

it.each<[to: unknown, isErased: boolean]>([
	[null, true],
	['', true],
	[[], true],
	[{ consents: [] }, true],
	['x', false],
	[0, false],
])('%j erases everything: %p', (to, isErased) => {
	expect(erases({ column: 'c', label: 'C', from: 'x', to })).toBe(isErased);
});

it('each change has the label of its column', () => {
	const before = { title: 'Dr.', section_work: { emails: [{ email: 'a' }] }, note: '1' };
	const labels = differencesOf(contactModel, before, { title: 'Prof.' }, 'UTC').map(({ label }) => label);
	expect(labels).toEqual(['Title', 'Work Emails', 'note']);
	const [was, is] = ['none', 'other'].map((emails) => ({ section_work: { emails } }));
	expect(differencesOf(contactModel, was, is ?? {}, 'UTC')).toMatchObject([
		{ column: 'section_work.emails', label: 'Work Emails' },
	]);
	expect(differencesOf(contactModel, { title: ['Dr.'] }, { title: 'Dr.' }, 'UTC')).toEqual([
		{ column: 'title', label: 'Title', from: ['Dr.'], to: 'Dr.' },
	]);
});

it('a section that was not there is shown by its columns, and so is one that is not there any more', () => {
	const filled = { section_work: { emails: [{ email: 'a@x.org' }] } };
	const shown = (before: IDataObject, after: IDataObject) =>
		changesOf(differencesOf(contactModel, before, after, 'UTC'), true);
	expect(shown({}, filled)).toEqual({ work_emails: { from: null, to: ['a@x.org'] } });
	expect(shown(filled, {})).toEqual({ work_emails: { from: ['a@x.org'], to: null } });
	expect(shown({ section_work: 'Office 7' }, filled)).toEqual({
		section_work: { from: 'Office 7', to: filled.section_work },
	});
});
