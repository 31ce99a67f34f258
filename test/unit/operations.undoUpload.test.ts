/** What Undo Upload makes of a contact, from what the upload told of its changes. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { takeConsentsBack } from '../../nodes/ContactConsent/operations/contact/undoUpload';
import { changesOf, differencesOf } from '../../nodes/ContactConsent/upload/change/diff';
import { undo, undoingIn } from '../../nodes/ContactConsent/upload/change/undo';
import type { ChangeContext, Row } from '../../nodes/ContactConsent/upload/uploadTypes';
import { MAPPED } from '../support/upload-table';

/** What the output says that an upload changed in a contact. */
const changesBetween = (before: IDataObject, after: IDataObject): IDataObject =>
	changesOf(differencesOf(contactModel, before, after, 'UTC'), true);

/** Undoes changes in a contact as it is now. */
function undoneIn(now: IDataObject, changes: IDataObject) {
	const item: unknown = JSON.parse(JSON.stringify({ id: 'a', change: 'changed', changes }));
	const row = { instruction: undoingIn(item) } as Row<never>;
	const context: ChangeContext = { model: contactModel, setting: MAPPED, begunAt: 0, body: undefined };
	const { upload, told, notes } = undo(takeConsentsBack)(now, [row], context);
	const fields = told?.get(row)?.fields as { undone: unknown; change: unknown; left_alone?: unknown };
	return { upload, fields, notes: notes.map(({ kind }) => kind) };
}

/** Undoes the upload that made `after` of the documentation `before`. @param now if it was changed since */
function undone(before: unknown, after: IDataObject, now: IDataObject = after) {
	const contact = (documentation: unknown) => ({ id: 'a', documentation }) as IDataObject;
	const { upload, fields, notes } = undoneIn(contact(now), changesBetween(contact(before), contact(after)));
	return { documentation: upload.documentation, ...fields, notes };
}

describe('a field of the documentation that an upload changed beside the consents', () => {
	const consents = [{ type: 'post', granted: true, granted_at: '2026-01-01T00:00:00Z' }];

	it('is put back, and the consents stay', () => {
		const { documentation, ...told } = undone({ note: 'old', consents }, { note: 'new', consents });
		expect(documentation).toEqual({ note: 'old', consents });
		expect(told).toMatchObject({
			undone: { documentation: expect.anything() },
			change: 'changed',
			notes: [],
		});
		expect(told).not.toHaveProperty('left_alone');
	});

	it('is removed if it is new, also from a contact without consents', () => {
		expect(undone({ consents }, { note: 'new', consents }).documentation).toEqual({ consents });
		expect(undone(undefined, { note: 'new' })).toMatchObject({ documentation: {}, change: 'changed' });
	});

	it('is put back if consents were added since', () => {
		const now = { note: 'new', consents: [...consents, { ...consents[0], type: 'news' }] };
		expect(undone({ note: 'old', consents }, { note: 'new', consents }, now).documentation).toEqual({
			...now,
			note: 'old',
		});
	});

	it('is left alone if it was changed since', () => {
		const now = { note: 'later', consents };
		const { documentation, left_alone } = undone({ consents }, { note: 'new', consents }, now);
		expect(documentation).toEqual(now);
		expect(left_alone).toMatchObject({
			documentation: { now: { note: 'later' }, expected: { note: 'new' } },
		});
	});

	it('is put back beside a consent without a type that the upload added: this stays, and is named', () => {
		const after = [...consents, { granted: true, granted_at: '2026-02-01T00:00:00Z' }];
		const { documentation, notes } = undone({ note: 'old', consents }, { note: 'new', consents: after });
		expect(documentation).toEqual({ note: 'old', consents: after });
		expect(notes).toEqual(['notUndone']);
	});

	it('stays if only a consent without a type was added', () => {
		const after = { consents: [...consents, { granted: true, granted_at: '2026-02-01T00:00:00Z' }] };
		expect(undone({ consents }, after)).toEqual({
			documentation: after,
			undone: {},
			change: 'unchanged',
			notes: ['notUndone'],
		});
	});
});

it.each<[what: string, since: IDataObject[], isLeft: boolean]>([
	['nobody has decided since', [], false],
	[
		'the contact has withdrawn and agreed again',
		[
			{ granted: false, granted_at: '2026-03-01T00:00:00Z' },
			{ granted: true, granted_at: '2026-04-01T00:00:00Z' },
		],
		true,
	],
])(
	'a consent that the upload granted is withdrawn, unless the contact gave it anew: %s',
	(_what, since, isLeft) => {
		const uploaded = { type: 'news', granted: true, granted_at: '2026-02-01T00:00:00Z' };
		const now = { consents: [uploaded, ...since.map((one) => ({ type: 'news', ...one }))] };
		const result = undone({ consents: [] }, { consents: [uploaded] }, now);
		expect('left_alone' in result).toBe(isLeft);
		expect((result.documentation as typeof now).consents).toHaveLength(
			now.consents.length + (isLeft ? 0 : 1),
		);
	},
);

it.each([
	['birthday', '1980-01-01', '1985-05-12', '1985-05-12T00:00:00Z'],
	['birthday', '1980-01-01', '1985-05-12', '12.05.1985'],
	['company', 'Old', 'Acme', 'Acme '],
])('%s is put back although the service shows it in another form: %s, %s, %s', (name, from, to, now) => {
	const { upload, fields } = undoneIn({ id: 'a', [name]: now }, { [name]: { from, to } });
	expect(fields).toMatchObject({ undone: { [name]: { from: now, to: from } }, change: 'changed' });
	expect(upload[name]).toBe(from);
});

it.each(['#N/A', 'null', 'Info f\ufffdr Kunden'])(
	'a consent of the damaged type %s is withdrawn, too',
	(type) => {
		const { documentation } = undone(
			{ consents: [] },
			{ consents: [{ type, granted: true, granted_at: '2026-02-01T00:00:00Z' }] },
		);
		expect((documentation as { consents: IDataObject[] }).consents).toMatchObject([
			{ type, granted: true },
			{ type, granted: false },
		]);
	},
);

it('an address that is written as before is not told as put back', () => {
	const now = { id: 'a', section_work: { emails: [{ email: 'A@x.de' }] } };
	const { fields } = undoneIn(now, { work_emails: { from: ['A@x.de'], to: ['a@x.de'] } });
	expect(fields).toEqual({ undone: {}, change: 'unchanged' });
});

describe('a list of which an upload changed parts that have a column, and parts that have none', () => {
	const KÖLN = { street: 'Ring', city: 'Köln' };
	const WORK: Array<[what: string, before: IDataObject, after: IDataObject]> = [
		[
			'the first of two addresses',
			{ addresses: [{ city: 'Bonn' }, KÖLN] },
			{ addresses: [{ city: 'Rome' }, KÖLN] },
		],
		[
			'both addresses',
			{ addresses: [{ city: 'Bonn' }, KÖLN] },
			{ addresses: [{ city: 'Rome' }, { ...KÖLN, city: 'Trier' }] },
		],
		[
			'an unknown part of the only address',
			{ addresses: [{ city: 'Bonn', floor: '3' }] },
			{ addresses: [{ city: 'Rome', floor: '4' }] },
		],
		['two new addresses', {}, { addresses: [{ city: 'Rome' }, KÖLN] }],
		[
			'an unknown part of an e-mail',
			{ emails: [{ email: 'ada@x.org', kind: 'home' }] },
			{ emails: [{ email: 'al@x.org', kind: 'office' }] },
		],
	];
	const contact = (work: IDataObject): IDataObject => ({ id: 'a', section_work: work });

	describe.each(WORK)('%s', (_what, before, after) => {
		const changes = changesBetween(contact(before), contact(after));
		const names = Object.keys(changes);

		it.each([
			['as the upload tells them', changes],
			['in another order', Object.fromEntries(Object.entries(changes).reverse())],
		])('is as it was, and nothing is left alone: the changes %s', (_order, told) => {
			const { upload, fields } = undoneIn(contact(after), told);
			expect(names.length).toBeGreaterThan(1);
			expect(changesBetween(contact(before), upload)).toEqual({});
			expect(fields).not.toHaveProperty('left_alone');
			expect(Object.keys(fields.undone as object).sort()).toEqual([...names].sort());
		});
	});

	it('is left alone as a whole if another part was changed since, and the column is put back', () => {
		const now = contact({ addresses: [{ city: 'Rome' }, { ...KÖLN, street: 'Gasse' }] });
		const changes = changesBetween(
			contact({ addresses: [{ city: 'Bonn' }, KÖLN] }),
			contact({ addresses: [{ city: 'Rome' }, KÖLN] }),
		);
		const { upload, fields } = undoneIn(now, changes);
		expect(upload).toEqual(contact({ addresses: [{ city: 'Bonn' }, { ...KÖLN, street: 'Gasse' }] }));
		expect(fields).toMatchObject({
			undone: { work_city: { from: 'Rome', to: 'Bonn' } },
			left_alone: { 'section_work.addresses': expect.anything() as unknown },
		});
	});
});
