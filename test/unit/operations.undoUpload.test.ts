/** What Undo Upload makes of a contact, from what the upload told of its changes. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { takeConsentsBack } from '../../nodes/ContactConsent/operations/contact/undoUpload';
import { changesOf, differencesOf } from '../../nodes/ContactConsent/upload/change/diff';
import { undo, undoingIn } from '../../nodes/ContactConsent/upload/change/undo';
import type { ChangeContext, Row } from '../../nodes/ContactConsent/upload/uploadTypes';
import { MAPPED } from '../support/upload-table';

/** Undoes the upload that made `after` of the documentation `before`. @param now if it was changed since */
function undone(before: unknown, after: IDataObject, now: IDataObject = after) {
	const contact = (documentation: unknown) => ({ id: 'a', documentation }) as IDataObject;
	const changes = changesOf(differencesOf(contactModel, contact(before), contact(after), 'UTC'), true);
	const item: unknown = JSON.parse(JSON.stringify({ id: 'a', change: 'changed', changes }));
	const row = { instruction: undoingIn(item) } as Row<never>;
	const context: ChangeContext = { model: contactModel, setting: MAPPED, body: undefined };
	const { upload, told, notes } = undo(takeConsentsBack)(contact(now), [row], context);
	return {
		documentation: upload.documentation,
		...(told?.get(row)?.fields as { undone: unknown; change: unknown; left_alone?: unknown }),
		notes: notes.map(({ kind }) => kind),
	};
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
