/** Set Consent adds a consent behind the stored ones, unless it holds already. */
import type { IDataObject } from 'n8n-workflow';

import {
	addConsents,
	type AddedConsent,
	type WantedConsent,
} from '../../nodes/ContactConsent/operations/contact/addConsents';

const NOW = '2026-11-28T12:00:00.000Z';
const BERLIN = { timeZone: 'Europe/Berlin', now: Date.parse(NOW) };

const granted = { type: 'news', granted: true, granted_at: '2026-01-01T00:00:00Z' };
const withdrawn = { type: 'news', granted: false, granted_at: '2026-02-01T00:00:00Z', id: 'w' };
const doc = (...consents: IDataObject[]) => ({ consents });

const wanted = (more: Partial<WantedConsent> = {}): WantedConsent => ({
	type: 'news',
	isGranted: false,
	at: undefined,
	proof: {},
	...more,
});

/** What became of wanted consents, and the list after them. */
function added(stored: IDataObject[], ...all: Array<Partial<WantedConsent>>) {
	const { documentation, each } = addConsents(doc(...stored), all.map(wanted), BERLIN);
	const results = each.map((one) => {
		if ('error' in one) throw one.error;
		return one;
	});
	return { list: (documentation as ReturnType<typeof doc>).consents, results };
}

it.each<[what: string, granted_at: string | undefined, isRefused: boolean]>([
	['before it was asked for', '2026-11-28T11:49:00Z', false],
	['while the node waited', '2026-11-28T11:55:00Z', true],
	['by a clock that is ahead', '2026-11-28T12:00:30Z', false],
])(
	'a grant without a time is refused if the type was withdrawn since: %s',
	(_what, granted_at, isRefused) => {
		const stored = doc({ ...withdrawn, granted_at });
		const askedAt = Date.parse('2026-11-28T11:50:00Z');
		const refused = (...all: Array<Partial<WantedConsent>>) =>
			addConsents(stored, all.map(wanted), BERLIN, askedAt).each.map((one) => 'error' in one);
		expect(refused({ isGranted: true })).toEqual([isRefused]);
		// A time of its own says when it was granted, and a withdrawal is always taken.
		expect(refused({ isGranted: true, at: '2026-11-28T12:00:00Z' }, { at: NOW })).toEqual([false, false]);
	},
);

it('a grant behind a withdrawal of the same run, that an earlier try has written, is no grant after it', () => {
	const before = doc(granted, { ...withdrawn, granted_at: '2026-11-28T11:59:30Z' });
	const all = [wanted(), wanted({ isGranted: true })];
	const { each } = addConsents(before, all, BERLIN, BERLIN.now - 60_000);
	expect(each.some((one) => 'error' in one)).toBe(false);
});

it('a grant behind a withdrawal of the same run is no grant after it', () => {
	const { each } = addConsents(doc(granted), [wanted(), wanted({ isGranted: true })], BERLIN, BERLIN.now - 1);
	expect(each.some((one) => 'error' in one)).toBe(false);
});

it('a consent has the current time, and the given proof', () => {
	const { list } = added([granted], { proof: { id: 'n-2', granted_agent: 'curl' } });
	expect(list).toEqual([
		granted,
		{ type: 'news', granted: false, granted_at: NOW, id: 'n-2', granted_agent: 'curl' },
	]);
});

it.each<[what: string, stored: IDataObject[], isGranted: boolean, at: string]>([
	[
		'a withdrawal never before the newest grant',
		[{ ...granted, granted_at: '2026-11-28T12:00:01.123456Z' }],
		false,
		'2026-11-28T12:00:01.123456Z',
	],
	['a withdrawal of what was granted a while ago now', [granted], false, NOW],
	[
		'a grant a second after the newest entry',
		[{ ...withdrawn, granted_at: '2026-11-28T11:59:59.500Z' }],
		true,
		'2026-11-28T12:00:00.500Z',
	],
	[
		'a grant after the end of the day of a withdrawal',
		[{ ...withdrawn, granted_at: '2026-11-28' }],
		true,
		'2026-11-28T23:00:00.999Z',
	],
	[
		'a date that is far ahead is none: a withdrawal',
		[{ ...granted, granted_at: '2099-01-01T00:00:00Z' }],
		false,
		NOW,
	],
	[
		'a date that is far ahead is none: a grant',
		[{ ...withdrawn, granted_at: '2099-01-01T00:00:00Z' }],
		true,
		NOW,
	],
])('dated: %s', (_what, stored, isGranted, at) => {
	const { list, results } = added(stored, { isGranted });
	expect(list.at(-1)).toMatchObject({ granted: isGranted, granted_at: at });
	// The state is what was asked for, and asking again changes nothing.
	expect(results[0]?.isOutdated).toBe(false);
	expect(added(list, { isGranted }).results[0]).toMatchObject({ entry: undefined, was: isGranted });
});

it.each<
	[stored: IDataObject[], more: Partial<WantedConsent>, isWritten: boolean, found: Partial<AddedConsent>]
>([
	[[granted], {}, true, { was: true, isOutdated: false, others: undefined }],
	[[granted, withdrawn], {}, false, { was: false, isOutdated: false, at: withdrawn.granted_at }],
	[[granted], { type: 'phone' }, true, { was: null, others: ['news'] }],
	[[withdrawn], { isGranted: true, at: '2026-01-15T00:00:00.000Z' }, true, { was: false, isOutdated: true }],
	[
		[granted, withdrawn],
		{ isGranted: true, at: '2026-01-01T00:00:00.000Z' },
		false,
		{ was: false, isOutdated: true },
	],
	// What is given and not stored yet is written, though the state is the same.
	[[granted], { isGranted: true, proof: { granted_ip: '192.0.2.1' } }, true, { was: true }],
	[[granted], { isGranted: true, at: '2026-03-01T00:00:00.000Z' }, true, { was: true }],
	[
		[{ ...granted, granted_ip: '192.0.2.1' }],
		{ isGranted: true, proof: { granted_ip: '192.0.2.1' } },
		false,
		{},
	],
	[[granted], { isGranted: true, at: '2026-01-01T00:00:00.000Z' }, false, { was: true }],
])('over the stored %j, wanted with %j: is it written? %j', (stored, more, isWritten, found) => {
	const { list, results } = added(stored, more);
	expect(results).toMatchObject([found]);
	expect(results[0]?.entry !== undefined).toBe(isWritten);
	expect(list).toHaveLength(stored.length + (isWritten ? 1 : 0));
});

it('several are added in their order, and each sees those before it', () => {
	const { list, results } = added([], { isGranted: true }, {}, {}, { isGranted: true });
	expect(results.map(({ was, entry }) => [was, entry !== undefined])).toEqual([
		[null, true],
		[true, true],
		[false, false],
		[false, true],
	]);
	expect(list.map(({ granted: state }) => state)).toEqual([true, false, true]);
	const times = list.map(({ granted_at }) => Date.parse(granted_at as string));
	expect(times[2]).toBeGreaterThan(times[1] ?? 0);
});

it('a type that nearly equals a stored one is refused, and adds nothing', () => {
	const { documentation, each } = addConsents(doc(granted), [wanted({ type: 'N_ews' }), wanted()], BERLIN);
	expect(each[0]).toMatchObject({
		error: { message: expect.toSay('didYouMean', { what: '"news"' }) as string },
	});
	expect((documentation as ReturnType<typeof doc>).consents).toHaveLength(2);
	expect(() => added([granted, { type: 'News' }], { type: 'News' })).not.toThrow();
});

it('the stored object is never changed', () => {
	const stored = doc(granted);
	addConsents(stored, [wanted(), wanted({ type: 'x' })], BERLIN);
	expect(stored).toEqual(doc(granted));
});

it.each<[what: string, stored: IDataObject[], isGranted: boolean]>([
	[
		'a withdrawal after a new grant',
		[granted, withdrawn, { ...granted, granted_at: '2026-03-01T00:00:00Z' }],
		false,
	],
	['a grant after a withdrawal', [granted, withdrawn], true],
])('%s is written, also if an older entry has the same proof', (_what, stored, isGranted) => {
	const proof = { granted_ip: '10.0.0.1' };
	const { list, results } = added(
		stored.map((one) => ({ ...one, ...proof })),
		{ isGranted, proof },
	);
	expect(list).toHaveLength(stored.length + 1);
	expect(list.at(-1)).toMatchObject({ granted: isGranted, ...proof });
	expect(results).toMatchObject([{ was: !isGranted, isOutdated: false }]);
});

it('a grant with an ID that is stored does not outdo the withdrawal since', () => {
	const stored = [{ ...granted, id: 'form-17' }, withdrawn];
	const { list, results } = added(stored, { isGranted: true, proof: { id: 'form-17' } });
	expect(list).toEqual(stored);
	expect(results).toMatchObject([{ was: false, isOutdated: true, entry: undefined }]);
});

it('a stored type can be withdrawn although its letters are lost, and a new one with lost letters is refused', () => {
	const type = 'Info f\ufffdr Kunden';
	expect(added([{ ...granted, type }], { type }).list).toHaveLength(2);
	expect(() => added([granted], { type })).toThrow();
});

it('a withdrawal after a grant whose time is a number of seconds has a time that can be read', () => {
	const ahead = Date.parse(NOW) / 1000 + 3600;
	const { list } = added([{ type: 'news', granted: true, granted_at: ahead }], {});
	expect(list?.at(-1)).toMatchObject({ granted: false, granted_at: '2026-11-28T13:00:00.000Z' });
});
