/** Consents are added behind the stored ones. */
import type { IDataObject } from 'n8n-workflow';

import {
	withConsent,
	withConsents as withRemarks,
	type WantedConsent,
} from '../../nodes/ContactConsent/resources/contact/consentList';

/** engine/uploads/consents tests the messages, over HTTP. */
const withConsents = (stored: unknown, given: unknown): unknown =>
	withRemarks(stored, given, () => undefined);

const granted = { type: 'news', granted: true, granted_at: '2026-01-01T00:00:00Z' };
const withdrawn = { type: 'news', granted: false, granted_at: '2026-02-01T00:00:00Z', id: 'w' };
const doc = (...consents: unknown[]) => ({ consents: consents as IDataObject[] });

describe('the consents of a row', () => {
	it.each<[what: string, stored: unknown, given: unknown, after: unknown]>([
		['nothing', doc(granted), {}, doc(granted)],
		['an empty list', doc(granted), doc(), doc(granted)],
		['what is there', doc(granted, withdrawn), doc(granted), doc(granted, withdrawn)],
		[
			'an entry between blanks',
			doc({ ...granted, type: 'news ' }),
			doc(granted),
			doc({ ...granted, type: 'news ' }),
		],
		['a value that is there as another kind', doc({ type: 7 }), doc({ type: '7' }), doc({ type: 7 })],
		[
			'a time that is no time',
			doc({ type: 'a', granted_at: 'May' }),
			doc({ type: 'a', granted_at: 'May' }),
			doc({ type: 'a', granted_at: 'May' }),
		],
		[
			'a blank ID, which is none',
			doc({ ...granted, id: '' }),
			doc({ type: 'b', id: '' }),
			doc({ ...granted, id: '' }, { type: 'b', id: '' }),
		],
		['something new', undefined, doc(granted), doc(granted)],
		['twice the same', doc(), doc(granted, granted), doc(granted)],
		['something beside the list', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
		['both', doc(granted), { ...doc(withdrawn), b: 2 }, { ...doc(granted, withdrawn), b: 2 }],
		['an entry beside strange ones', doc('by phone'), doc(granted), doc('by phone', granted)],
	])('over stored ones, %s: the right list is sent', (_what, stored, given, after) => {
		expect(withConsents(stored, given)).toEqual(after);
	});

	it('that add nothing leave the stored object itself', () => {
		const stored = doc(granted);
		expect(withConsents(stored, doc(granted))).toBe(stored);
	});

	it('never change the stored object', () => {
		const stored = doc(granted);
		const first = withConsents(stored, doc(withdrawn));
		withConsents(first, doc({ type: 'phone' }));
		expect(stored).toEqual(doc(granted));
	});

	it.each([
		{ ...granted },
		{ ...granted, granted_at: undefined },
		{ ...granted, granted_at: withdrawn.granted_at },
	])('are refused if they grant again what was withdrawn: %j', (entry) => {
		expect(() => withConsents(doc(withdrawn), doc(entry))).toThrow(/"news"/);
	});

	it('are all refused if one of them is', () => {
		const stored = withConsents(doc(withdrawn), doc({ type: 'phone' }));
		expect(() => withConsents(stored, doc({ type: 'mail' }, granted))).toThrow(/"news"/);
		expect(stored).toEqual(doc(withdrawn, { type: 'phone' }));
	});

	it.each(['a PDF', 7, { consents: 'many' }, []])('are refused if the stored value is %j', (stored) => {
		expect(() => withConsents(stored, doc(granted))).toThrow('not readable');
	});
});

describe('one consent', () => {
	const wanted = (more: Partial<WantedConsent> = {}): WantedConsent => ({
		...{ type: 'news', isGranted: false, at: undefined, proof: {} },
		...more,
	});

	it('has the current time, but never one before the newest of its type', () => {
		const ahead = { type: 'news', granted: true, granted_at: '2999-01-01T00:00:00.123456Z' };
		expect(withConsent(doc(ahead), wanted())).toEqual(doc(ahead, { ...ahead, granted: false }));
		const before = Date.now();
		const [added] = (withConsent(undefined, wanted()) as ReturnType<typeof doc>).consents;
		expect(Date.parse(added?.granted_at as string)).toBeGreaterThanOrEqual(before);
	});

	it.each<[stored: IDataObject[], more: Partial<WantedConsent>, found: WantedConsent['found']]>([
		[[granted], {}, { type: 'news', isWritten: true, isOlder: false, others: undefined }],
		[[granted, withdrawn], {}, { type: 'news', isWritten: false, isOlder: false, others: undefined }],
		[[granted], { type: 'phone' }, { type: 'phone', isWritten: true, isOlder: false, others: ['news'] }],
		[
			[withdrawn],
			{ isGranted: true, at: '2026-01-15T00:00:00.000Z' },
			{ type: 'news', isWritten: true, isOlder: true, others: undefined },
		],
		[
			[granted, withdrawn],
			{ isGranted: true, at: '2026-01-01T00:00:00.000Z' },
			{ type: 'news', isWritten: false, isOlder: true, others: undefined },
		],
	])('over the stored %j, wanted with %j, has the result %j', (stored, more, found) => {
		const one = wanted(more);
		const after = withConsent(doc(...stored), one) as ReturnType<typeof doc>;
		expect(one.found).toEqual(found);
		expect(after.consents).toHaveLength(stored.length + (found?.isWritten ? 1 : 0));
	});

	it('has the given proof', () => {
		const proof = { id: 'n-2', granted_ip: '', granted_agent: 'curl' };
		const [added] = (withConsent(doc(), wanted({ proof, at: 'now' })) as ReturnType<typeof doc>).consents;
		expect(added).toEqual({
			type: 'news',
			granted: false,
			granted_at: 'now',
			id: 'n-2',
			granted_agent: 'curl',
		});
	});

	it('of a type that nearly equals a stored one is refused', () => {
		expect(() => withConsent(doc(granted), wanted({ type: 'N_ews' }))).toThrow('did you mean "news"?');
		expect(() => withConsent(doc(granted, { type: 'News' }), wanted({ type: 'News' }))).not.toThrow();
	});
});
