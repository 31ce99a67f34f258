/* eslint-disable */
/** With Keep, the consents of rows are added behind the stored ones. */
import type { IDataObject } from 'n8n-workflow';

import { mergeConsents } from '../../nodes/ContactConsent/operations/contact/mergeConsents';

const BERLIN = { timeZone: 'Europe/Berlin', now: Date.parse('2026-11-28T12:00:00Z') };

/** The documentation after one row; engine/uploads/consents tests the messages, over HTTP. */
function merged(stored: unknown, ...values: unknown[]): unknown {
	const { value, each } = mergeConsents(stored, values, BERLIN);
	for (const one of each) if ('error' in one) throw one.error;
	return value;
}

const granted = { type: 'news', granted: true, granted_at: '2026-01-01T00:00:00Z' };
const withdrawn = { type: 'news', granted: false, granted_at: '2026-02-01T00:00:00Z', id: 'w' };
const doc = (...consents: unknown[]) => ({ consents: consents as IDataObject[] });

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
	expect(merged(stored, given)).toEqual(after);
});

it('rows that add nothing leave the stored object itself', () => {
	const stored = doc(granted);
	expect(merged(stored, doc(granted), {}, doc())).toBe(stored);
});

it('neither the stored object nor a row is ever changed', () => {
	const stored = doc(granted);
	const rows = [doc(withdrawn), { ...doc({ type: 'phone' }), note: 'x' }];
	const before = structuredClone([stored, rows]);
	merged(stored, ...rows);
	merged(stored, ...rows);
	expect([stored, rows]).toEqual(before);
});

it('each row sees what the rows before it have added', () => {
	expect(merged(undefined, doc(granted), doc(granted, withdrawn))).toEqual(doc(granted, withdrawn));
	expect(() => merged(undefined, doc(withdrawn), doc(granted))).toThrow(/"news"/);
});

it.each<[what: string, stored: IDataObject[], entry: IDataObject]>([
	['at an earlier time', [withdrawn], granted],
	['at no time', [withdrawn], { ...granted, granted_at: undefined }],
	['at the same time', [withdrawn], { ...granted, granted_at: withdrawn.granted_at }],
	['beside a withdrawal without a time', [{ type: 'news', granted: false }], granted],
	[
		'later than the newest withdrawal, but beside another one without a time',
		[{ type: 'news', granted: false, granted_at: 'May' }, withdrawn],
		{ ...granted, granted_at: '2026-03-01T00:00:00Z' },
	],
	[
		'on the day of the withdrawal',
		[{ ...withdrawn, granted_at: '2026-02-01' }],
		{ ...granted, granted_at: '2026-02-01T20:00:00' },
	],
	[
		'later in UTC than it is in the time zone of the workflow',
		[{ ...withdrawn, granted_at: '2026-07-01T00:00:00Z' }],
		{ ...granted, granted_at: '2026-07-01T00:30:00' },
	],
])('a row that grants again what was withdrawn is refused: %s', (_what, stored, entry) => {
	expect(() => merged(doc(...stored), doc(entry))).toThrow(/"news"/);
});

it('a refused row adds nothing, and the others stay', () => {
	const { value, each } = mergeConsents(
		doc(withdrawn),
		[doc({ type: 'phone' }), doc({ type: 'mail' }, granted), doc({ type: 'post' })],
		BERLIN,
	);
	expect(value).toEqual(doc(withdrawn, { type: 'phone' }, { type: 'post' }));
	expect(each.map((one) => 'error' in one)).toEqual([false, true, false]);
});

it.each(['a PDF', 7, { consents: 'many' }, []])(
	'a row is refused if the stored value is %j, because the upload would erase it',
	(stored) => {
		expect(() => merged(stored, doc(granted))).toThrow('not readable');
	},
);

it('ten times as many rows of one contact take about ten times as long', () => {
	const steps = (count: number): number => {
		const rows = Array.from({ length: count }, (_, at) =>
			doc({ type: `t${at}`, granted: at % 2 === 0, granted_at: new Date(at * 1000).toISOString() }),
		);
		const begun = process.cpuUsage().user;
		merged(undefined, ...rows);
		return process.cpuUsage().user - begun;
	};
	steps(2000);
	expect(steps(20_000) / steps(2000)).toBeLessThan(40);
});

describe('the consents of one upload', () => {
	const undated = { type: 'news', granted: false };
	const again = { ...granted, granted_at: '2026-03-01T00:00:00Z' };

	it('may have one ID, and all of them are written', () => {
		const [first, second] = [
			{ ...granted, id: '1' },
			{ ...withdrawn, id: '1' },
		];
		expect(merged(undefined, doc(first, second))).toEqual(doc(first, second));
		const ofOther = { type: 'sms', granted: false, id: '1' };
		expect(merged(undefined, doc(first), doc(ofOther))).toEqual(doc(first, ofOther));
		expect(merged(doc(first), doc(ofOther))).toEqual(doc(first));
	});

	it.each<[what: string, history: IDataObject[]]>([
		['in the order of time', [granted, withdrawn, again]],
		['in the other order', [again, withdrawn, granted]],
		['in no order', [withdrawn, granted, again]],
	])('may be a whole history: %s', (_what, history) => {
		expect(merged(undefined, doc(...history))).toEqual(doc(...history));
	});

	it('may not grant what one of them withdraws without a date', () => {
		for (const grant of [granted, { type: 'news', granted: true }])
			expect(() => merged(undefined, doc(undated, grant))).toThrow(/"news"/);
	});

	it('are not told to be spelled like one another', () => {
		const { each } = mergeConsents(undefined, [doc(granted, withdrawn)], BERLIN);
		expect(each).toEqual([{ notes: [] }]);
	});

	it('tell of a withdrawal without a date if it is one that is stored, and granted since', () => {
		const notesOver = (...stored: IDataObject[]) =>
			mergeConsents(doc(...stored), [doc(undated)], BERLIN).each;
		expect(notesOver(withdrawn, again)).toEqual([{ notes: [{ kind: 'stillGranted', name: 'news' }] }]);
		expect(notesOver(again, withdrawn)).toEqual(notesOver(withdrawn, again));
		// As it was read.
		expect(notesOver(undated, again)).toEqual([{ notes: [] }]);
		expect(notesOver(granted, withdrawn)).toEqual([{ notes: [] }]);
	});
});
