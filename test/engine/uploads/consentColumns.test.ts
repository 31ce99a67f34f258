/** Consent Columns: a column of a sheet that says yes or no becomes consents, and no withdrawal gets lost. */
import type { IDataObject } from 'n8n-workflow';

import { wordsOf } from '../../support/action';
import columns from '../../support/tables/consent-columns.json';
import { refusalOf, uploadBench, type UploadSetting } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';
import { waitsTakeNoTime } from '../../support/virtual-time';

const bench = uploadBench();
waitsTakeNoTime();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const GRANTED = { type: 'news', granted: true, granted_at: '2026-01-10T10:00:00Z' };
const WITHDRAWN = { type: 'news', granted: false, granted_at: '2026-02-10T10:00:00Z' };

type State = 'granted' | 'withdrawn' | 'never';
const STATES: Readonly<Record<State, IDataObject[]>> = {
	granted: [GRANTED],
	withdrawn: [GRANTED, WITHDRAWN],
	never: [],
};

const seed = (contacts: Record<string, State | IDataObject[]>) =>
	bench.sandbox.seed({
		contacts: Object.entries(contacts).map(([id, state]) => {
			const consents = typeof state === 'string' ? STATES[state] : state;
			return { id, ...names, documentation: { consents: structuredClone(consents) } };
		}),
	});
const consentsOf = (id: string) =>
	(bench.sandbox.contact(id)?.documentation?.consents ?? []) as IDataObject[];
/** The state as the last entry says it: what the service shows in its own order. */
const stateOf = (id: string): boolean | undefined => consentsOf(id).at(-1)?.granted as boolean | undefined;

type Consent = { column: string; type: string; yesMeans?: string; grantedAtColumn?: string };
const NEWS: Consent = { column: 'Newsletter', type: 'news' };

const upload = async (
	items: IDataObject[],
	consents: Consent[] = [NEWS],
	{ options, ...more }: UploadSetting = {},
) => await bench.upload({ items, options: { consents: { values: consents }, ...options }, ...more });

const person = (id: string, more: IDataObject): IDataObject => ({ id, ...names, ...more });
const refusalIn = (run: { json: IDataObject[] }) => refusalOf(run.json[0]);

describe('48 columns as programs export them', () => {
	const told = { granted: 0, withdrawn: 0, stays: 0, neverAsked: 0, notUnderstood: 0, wrong: [] as string[] };

	test.each(columns)('$source: $heading', async ({ heading, yesMeans, cells }) => {
		const rows = Object.entries(cells as object as Record<string, string | null>).flatMap(
			([cell, wish], at) =>
				(['granted', 'withdrawn', 'never'] as const).map((state) => ({
					id: `${state}-${at}`,
					cell,
					wish,
					state,
				})),
		);
		seed(Object.fromEntries(rows.map(({ id, state }) => [id, state])));
		const run = await upload(
			rows.map(({ id, cell }) => person(id, { [heading]: cell })),
			[{ column: heading, type: 'news', yesMeans }],
			{ options: { timeout: 0 } },
		);
		expect(run.error).toBeUndefined();
		expect(run.json).toHaveLength(rows.length);
		for (const { id, cell, wish, state } of rows) {
			const before = { granted: true, withdrawn: false, never: undefined }[state];
			let expected: boolean | undefined = before;
			if (wish === 'withdraw') expected = false;
			if (wish === 'deny' && state === 'granted') expected = false;
			if (wish === 'grant' && state === 'never') expected = true;
			const now = stateOf(id);
			if (now !== expected) told.wrong.push(`${heading}: ${cell}: ${state} became ${String(now)}`);
			if (now === true && before !== true) told.granted++;
			else if (now === false && before !== false) told.withdrawn++;
			else if (wish === 'grant' && state === 'withdrawn') told.stays++;
			else if (wish === 'deny' && state === 'never') told.neverAsked++;
			else if (wish === null && cell !== '') told.notUnderstood++;
			// What was there stays in front, so that no proof is lost.
			expect(consentsOf(id).slice(0, STATES[state].length)).toEqual(STATES[state]);
		}
	});

	test('grant nothing that was not granted, lose no withdrawal, and name the rest', () => {
		expect(told.wrong).toEqual([]);
		// Each cell is tried for three contacts: 36 cells say neither yes nor no.
		expect(told).toMatchObject({ granted: 43, withdrawn: 91, stays: 43, neverAsked: 27, notUnderstood: 108 });
	});
});

describe('a cell', () => {
	test.each<[cell: string | number | boolean, state: State, now: boolean | undefined, changed: boolean]>([
		['yes', 'never', true, true],
		['yes', 'granted', true, false],
		['yes', 'withdrawn', false, false],
		['no', 'never', undefined, false],
		['no', 'granted', false, true],
		['no', 'withdrawn', false, false],
		['unsubscribed', 'never', false, true],
		['unsubscribed', 'granted', false, true],
		['unsubscribed', 'withdrawn', false, false],
		['perhaps', 'never', undefined, false],
		['perhaps', 'granted', true, false],
		[' ', 'granted', true, false],
		[true, 'never', true, true],
		[false, 'granted', false, true],
		[0, 'granted', false, true],
		['#N/A', 'granted', true, false],
	])('%j for a contact in the state %s makes it %j', async (cell, state, now, changed) => {
		seed({ a: state });
		const { json } = await upload([person('a', { Newsletter: cell })]);
		expect(json).toMatchObject([{ id: 'a', change: changed ? 'changed' : 'unchanged' }]);
		expect(stateOf('a')).toBe(now);
		expect(consentsOf('a')).toHaveLength(STATES[state].length + (changed ? 1 : 0));
	});
});

describe('the date of an answer', () => {
	const DATED: Consent = { ...NEWS, grantedAtColumn: 'since' };
	const after = async (
		state: State | IDataObject[],
		cell: string,
		since: string | number,
		timezone = 'UTC',
	) => {
		seed({ a: state });
		const run = await upload([person('a', { Newsletter: cell, Since: since })], [DATED], { timezone });
		expect(run.error).toBeUndefined();
		return {
			...run,
			added: consentsOf('a').slice(typeof state === 'string' ? STATES[state].length : state.length),
		};
	};
	const isNow = (text: unknown) => Math.abs(Date.parse(text as string) - Date.now()) < 60_000;

	test.each([
		['2026-03-01', '2026-03-01T00:00:00.000Z'],
		['2026-03-01T12:00:00+01:00', '2026-03-01T12:00:00+01:00'],
		['2026-03-01 12:00', '2026-03-01T12:00:00.000Z'],
		['01.03.2026', '2026-03-01T00:00:00.000Z'],
		['1.3.2026 17:05', '2026-03-01T17:05:00.000Z'],
		['01.03.2026, 17:05:06 Uhr', '2026-03-01T17:05:06.000Z'],
		['13/03/2026', '2026-03-13T00:00:00.000Z'],
		['March 1, 2026 5:05 pm', '2026-03-01T17:05:00.000Z'],
		['1 mars 2026', '2026-03-01T00:00:00.000Z'],
		[46082, '2026-03-01T00:00:00.000Z'],
		['46082,5', '2026-03-01T12:00:00.000Z'],
		[Date.UTC(2026, 2, 1, 12), '2026-03-01T12:00:00.000Z'],
	])('%j dates a grant', async (since, granted_at) => {
		const { added } = await after('never', 'yes', since);
		expect(added).toHaveLength(1);
		expect(Date.parse(added[0]?.granted_at as string)).toBe(Date.parse(granted_at));
	});

	test('a time without an offset belongs to the time zone of the workflow', async () => {
		const { added } = await after('never', 'yes', '01.07.2026 00:30', 'Europe/Berlin');
		expect(added).toMatchObject([{ granted_at: '2026-06-30T22:30:00.000Z' }]);
	});

	test.each([
		'',
		'soon',
		'12/05/2026',
		'01.03.26',
		'2027-12-31',
		'1764000000',
		'202601310800',
		7,
		'31.02.2026',
	])('%j is no date: a grant is dated now, and that is said', async (since) => {
		const { added, hints } = await after('never', 'yes', since);
		expect(added).toMatchObject([{ granted: true }]);
		expect(isNow(added[0]?.granted_at)).toBe(true);
		expect(hints[0]?.message).toMatch(/dated now: 1 news\./);
		if (since !== '' && since !== '2027-12-31') expect(hints[0]?.message).toContain(String(since));
	});

	test.each<[State | IDataObject[], string, boolean]>([
		['withdrawn', '2026-02-10T10:00:01Z', true],
		['withdrawn', '2026-02-10T10:00:00Z', false],
		['withdrawn', '10.02.2026', false],
		['withdrawn', '11.02.2026', true],
		['withdrawn', '2027-12-31', false],
		['withdrawn', 'soon', false],
		['withdrawn', '', false],
		[[{ type: 'news', granted: false }], '2026-02-11', false],
		[[{ type: 'news', granted: false, granted_at: 'once' }], '2026-02-11', false],
		[[{ type: 'news', granted: false, granted_at: '2026-02-10' }], '2026-02-10T23:00:00Z', false],
	])('after a withdrawal (%j), a yes of %j is written: %j', async (state, since, isWritten) => {
		const { added, json, hints } = await after(state, 'yes', since);
		expect(added).toHaveLength(isWritten ? 1 : 0);
		if (isWritten) return;
		expect(json).toMatchObject([{ change: 'unchanged', not_sent: ['Newsletter'] }]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(hints[0]?.message).toMatch(/news \(contact a\).*'Set Consent'/);
		expect(hints[0]?.message).toContain('news: 1 stays withdrawn.');
	});

	test('a withdrawal takes it only if it is later than the newest grant', async () => {
		const early = await after('granted', 'unsubscribed', '2026-01-09');
		expect(isNow(early.added[0]?.granted_at)).toBe(true);
		const late = await after('granted', 'unsubscribed', '2026-01-11');
		expect(late.added).toMatchObject([{ granted: false, granted_at: '2026-01-11T23:59:59.999Z' }]);
		const first = await after('never', 'unsubscribed', '2026-01-11');
		expect(first.added).toMatchObject([{ granted: false, granted_at: '2026-01-11T23:59:59.999Z' }]);
	});

	test('a grant that is dated now is later than everything of its type', async () => {
		const ahead = new Date(Date.now() + 60_000).toISOString();
		const { added } = await after([{ ...GRANTED, granted_at: ahead }], 'no', '');
		expect(added).toMatchObject([{ granted: false, granted_at: ahead }]);
	});
});

test('the rest of a row is sent beside a yes that is not written', async () => {
	seed({ a: 'withdrawn' });
	const { json } = await upload([person('a', { Newsletter: 'yes', company: 'Acme' })]);
	expect(json).toMatchObject([
		{ change: 'changed', changes: { company: { from: null, to: 'Acme' } }, not_sent: ['Newsletter'] },
	]);
	expect(stateOf('a')).toBe(false);
});

describe('the output', () => {
	const rows = [
		person('new', { Newsletter: 'yes' }),
		person('granted', { Newsletter: 'no' }),
		person('withdrawn', { Newsletter: 'yes' }),
		person('never', { Newsletter: 'no' }),
	];
	const contacts = { granted: 'granted', withdrawn: 'withdrawn', never: 'never' } as const;

	test('names the consents, of a created contact these alone, and the hint counts each type', async () => {
		seed(contacts);
		const { json, hints } = await upload(rows);
		expect(json).toMatchObject([
			{
				change: 'created',
				changes: { 'consents.news': { from: null, to: true, granted_at: expect.any(String) } },
			},
			{
				change: 'changed',
				changes: { 'consents.news': { from: true, to: false, granted_at: expect.any(String) } },
			},
			{ change: 'unchanged' },
			{ change: 'unchanged' },
		]);
		expect(Object.keys((json[0]?.changes ?? {}) as object)).toEqual(['consents.news']);
		expect(json.map(({ not_sent }) => not_sent)).toEqual([undefined, undefined, ['Newsletter'], undefined]);
		expect(hints[0]?.message).toContain(
			'news: 1 granted, 1 withdrawn, 1 stays withdrawn, 1 says no and had never agreed: nothing to do.',
		);
	});

	test('says the same in a dry run, which writes nothing', async () => {
		seed(contacts);
		const { json, hints } = await upload(rows, [NEWS], { options: { dryRun: true } });
		expect(json).toMatchObject([
			{ exists: false, changes: { 'consents.news': { to: true } } },
			{ exists: true, changes: { 'consents.news': { from: true, to: false } } },
			{ exists: true, changes: {} },
			{ exists: true, changes: {} },
		]);
		expect(hints[0]?.message).toContain(
			'news: 1 would be granted, 1 would be withdrawn, 1 stays withdrawn, 1 says no and had never agreed',
		);
		expect(bench.posts()).toEqual([]);
	});

	test('can be undone: what was granted is withdrawn', async () => {
		seed({ never: 'never' });
		const { json } = await upload([person('never', { Newsletter: 'yes' })]);
		await bench.run(
			{ resource: 'contact', operation: 'undoUpload', changesInput: '={{ $json }}', options: {} },
			{ items: json },
		);
		expect(stateOf('never')).toBe(false);
	});

	test('is the same upload for two types at once', async () => {
		seed({ a: 'never' });
		const consents = [NEWS, { column: 'SMS', type: 'sms' }];
		const { json } = await upload(
			[person('a', { Newsletter: 'ja', SMS: 'stop', Company: 'Acme' })],
			consents,
		);
		expect(json).toMatchObject([{ changes: { 'consents.news': { to: true }, company: { to: 'Acme' } } }]);
		expect(bench.posts()).toHaveLength(1);
	});
});

describe('rows of one contact', () => {
	const both = (one: string, other: string, more: IDataObject = {}) => [
		person('a', { Newsletter: one, Since: '2026-03-01' }),
		person('a', { Newsletter: other, Since: '2026-02-01', ...more }),
	];

	test.each<[string, string, State]>([
		['yes', 'no', 'never'],
		['no', 'yes', 'never'],
		['yes', 'unsubscribed', 'granted'],
		['yes', 'no', 'granted'],
	])('that say %s and %s are a withdrawal (%s)', async (one, other, state) => {
		seed({ a: state });
		const consents = [{ ...NEWS, grantedAtColumn: 'Since' }];
		await upload(both(one, other), consents);
		expect(stateOf('a')).toBe(false);
		// The same sheet again changes nothing.
		const again = await upload(both(one, other), consents);
		expect(again.json.map(({ change }) => change)).toEqual(['unchanged', 'unchanged']);
	});

	test.each([
		['yes', 'Ja, widerrufen'],
		['maybe', 'yes'],
		['#N/A', 'yes'],
	])('of which one is not understood, %s and %s, grant nothing, and this is said first', async (...cells) => {
		seed({ a: 'never' });
		const { json, hints } = await upload(both(...cells));
		expect(json.map((one) => 'error' in one)).toEqual([false, false]);
		expect(stateOf('a')).toBeUndefined();
		expect(json[1]?.not_sent).toContain('Newsletter');
		expect(hints[0]?.message).toSay('doubtedGrant');
		seed({ a: 'granted' });
		await upload(both(...cells));
		expect(stateOf('a')).toBe(true);
	});

	test('that say no, or that withdraw, do so also beside one that is not understood', async () => {
		for (const cell of ['no', 'unsubscribed']) {
			seed({ a: 'granted' });
			await upload(both('maybe', cell));
			expect(stateOf('a')).toBe(false);
		}
	});

	test('that grant are refused if one that is not understood is refused', async () => {
		seed({ a: 'never' });
		const { json } = await upload(both('yes', 'maybe', { work_emails: { no: 'list' } }));
		expect(json.map((one) => 'error' in one)).toEqual([true, true]);
		expect(stateOf('a')).toBeUndefined();
	});

	test('that grant are refused if the one that says no is refused', async () => {
		seed({ a: 'never' });
		const broken = { work_emails: { no: 'list' } };
		const { json } = await upload(both('yes', 'no', broken));
		expect(json.map((one) => 'error' in one)).toEqual([true, true]);
		expect(stateOf('a')).toBeUndefined();
		const unreadable = await upload(both('yes', 'no', { company: 'M\ufffdller' }));
		expect(unreadable.json.map((one) => 'error' in one)).toEqual([true, true]);
		expect(stateOf('a')).toBeUndefined();
	});
});

test('in the line above the output, whoever stays withdrawn stands behind the first sentence', async () => {
	seed({ a: 'withdrawn' });
	const rows = [person('a', { Newsletter: 'yes', birthday: 31179 }), person('b', { Newsletter: 'yes' })];
	const { hints } = await upload(rows);
	expect(hints[0]?.message).toMatch(/^2 contacts: [^.]*\. Stays withdrawn, .*Read as a day/);
});

test('a cell that says neither yes nor no is quoted with its row, unless the row is refused', async () => {
	const nameless = { id: 'x9', Newsletter: '6' };
	const people = ['yes', '7', 'perhaps'].map((cell, at) => person('abc'.charAt(at), { Newsletter: cell }));
	const hintOf = async (rows: IDataObject[]) =>
		(await upload(rows, [NEWS], { options: { dryRun: true } })).hints[0]?.message;
	const said = await hintOf([...people, nameless]);
	expect(said).toContain('1 would be refused');
	expect(said).toContain('neither yes nor no: Newsletter ("7" in row 2, and 1 other cell).');
	const alone = await hintOf([person('a', { Newsletter: 'yes' }), nameless]);
	expect(alone).toContain('1 would be refused');
	expect(alone).not.toContain('neither yes nor no');
});

test('a letter counts beside its counterpart, in whatever row', async () => {
	seed({ a: 'granted', b: 'never' });
	await upload([person('a', { Newsletter: 'N' }), person('b', { Newsletter: 'J' })]);
	expect([stateOf('a'), stateOf('b')]).toEqual([false, true]);
	seed({ c: 'never' });
	const alone = await upload([person('c', { Newsletter: 'J' })]);
	expect(stateOf('c')).toBeUndefined();
	expect(alone.json).toMatchObject([{ not_sent: ['Newsletter'] }]);
	expect(alone.hints[0]?.message).toContain('neither yes nor no: Newsletter ("J" in row 1).');
});

test('a yes in a column of withdrawals is one, a no says nothing, and a word of granting is named', async () => {
	const out: Consent = { column: 'Opt-out', type: 'news', yesMeans: 'withdrawn' };
	seed({ a: 'granted', b: 'granted', c: 'never' });
	const rows = ['yes', 'no', 'subscribed'].map((cell, at) => person('abc'.charAt(at), { 'Opt-out': cell }));
	const { json } = await upload(rows, [out]);
	expect(['a', 'b', 'c'].map(stateOf)).toEqual([false, true, undefined]);
	expect(json[2]).toMatchObject({ change: 'unchanged', not_sent: ['Opt-out'] });
});

describe('is refused before any request:', () => {
	const row = person('a', { Newsletter: 'yes', 'Email Opt Out': 'yes', Since: '2026-01-01' });

	test.each<[what: string, consents: Consent[], words: RegExp, more?: UploadSetting]>([
		['beside Clear', [NEWS], /'Consent Columns'.*Clear.*Keep/, { fieldsNotSent: 'clear' }],
		['a heading that no row has', [{ column: 'Neswletter', type: 'news' }], /"Neswletter".*Newsletter/],
		['a date column that no row has', [{ ...NEWS, grantedAtColumn: 'When' }], /"When".*Since/],
		[
			'several columns that no row has',
			[
				{ column: 'Neswletter', type: 'news', grantedAtColumn: 'When' },
				{ column: 'Letters', type: 'post' },
			],
			/"Neswletter", "When" and "Letters", and no row has them.*Remove an entry/,
		],
		['two columns for one type', [NEWS, { column: 'Since', type: 'News ' }], /"Newsletter" and "Since"/],
		['a heading that negates', [{ column: 'email opt out', type: 'news' }], /Yes Means.*Withdrawn/],
		[
			'an entry that nobody filled in',
			[{ column: '', type: '' }],
			/'Column' is empty.*Enter the heading of the column, e\.g\. Newsletter\./,
		],
		['no heading', [{ column: ' ', type: 'news' }], /Enter the heading of the column/],
		[
			'no type',
			[{ column: 'Newsletter', type: ' ' }],
			/'Consent Type' is empty.*Get Consents.*e\.g\. newsletter/,
		],
		['a choice that there is not', [{ ...NEWS, yesMeans: 'maybe' }], /Yes Means.*maybe/],
	])('%s', async (_what, consents, words, more: UploadSetting = {}) => {
		seed({ a: 'never' });
		bench.sandbox.log.clear();
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const run = await upload([row], consents, { ...more, onError });
			expect((onError === 'stopWorkflow' ? wordsOf(run) : refusalIn(run)).replace(/\n/g, ' ')).toMatch(words);
		}
		expect(bench.requests()).toEqual([]);
	});

	test.each<[what: string, headings: string[]]>([
		['two headings that begin with the word', ['News (Mail)', 'News (Post)']],
		['a word behind it that changes the question', ['News Partner']],
		['a hint that turns the question round', ['News (abgemeldet ja/nein)']],
		['a longer word', ['Newsgroup (ja/nein)']],
	])('a heading that the input does not have, beside %s', async (_what, headings) => {
		seed({ a: 'never' });
		const cells = Object.fromEntries(headings.map((heading) => [heading, 'ja']));
		const run = await upload([person('a', cells)], [{ column: 'News', type: 'news' }], {
			onError: 'continueRegularOutput',
		});
		expect(refusalIn(run)).toContain('names the column "News", and no row has it');
		expect(stateOf('a')).toBeUndefined();
	});

	test('no heading that negates once Yes Means says so', async () => {
		seed({ a: 'granted' });
		await upload([row], [{ column: 'email opt out', type: 'news', yesMeans: 'withdrawn' }]);
		expect(stateOf('a')).toBe(false);
	});
});

test.each([
	'Newsletter (ja/nein)',
	'Newsletter ja/nein',
	'NEWSLETTER [x]',
	'Newsletter (0 = nein, 1 = ja)',
	'Newsletter (E-Mail)',
])('a hint behind the heading need not be entered: %s', async (heading) => {
	seed({ a: 'never' });
	const { json } = await upload([person('a', { [heading]: 'ja', 'Newsletter seit': '' })]);
	expect(stateOf('a')).toBe(true);
	expect(json[0]?.not_sent).toBeUndefined();
});

test('a heading that is entered as it is goes before one with a hint', async () => {
	seed({ a: 'never' });
	await upload([person('a', { 'Newsletter (alt)': 'ja', Newsletter: 'nein' })]);
	expect(stateOf('a')).toBeUndefined();
});

describe('a chosen column is nothing else:', () => {
	const row = person('a', { 'E-Mail': 'ja', Since: '2026-01-01', 'Other Column': 'x' });
	const consents = [{ column: 'email', type: 'news', grantedAtColumn: 'since' }];

	test.each(['ignore', 'customData', 'send'])('with unknown fields %s', async (unknownFields) => {
		seed({ a: 'never' });
		const { json } = await upload([row], consents, { options: { unknownFields } });
		const sent = JSON.stringify(bench.taken());
		expect(sent).not.toMatch(/E-Mail|Since|"ja"/);
		expect(stateOf('a')).toBe(true);
		expect(json[0]?.not_sent).toEqual(unknownFields === 'ignore' ? ['Other Column'] : undefined);
	});
});

test('it works in JSON, by hand from the headings of the input, and in Update', async () => {
	const items = [person('a', { Newsletter: 'yes' })];
	for (const map of ['json', { columns: { id: '={{ $json.id }}' } }] as const) {
		seed({ a: 'never' });
		const { json } = await upload(items, [NEWS], { map });
		expect(json).toMatchObject([{ changes: { 'consents.news': { to: true } } }]);
	}
	seed({ a: 'never' });
	const update = await bench.run(
		{
			resource: 'contact',
			operation: 'update',
			columns: { mappingMode: 'autoMapInputData', value: null },
			options: { consents: { values: [NEWS] } },
		},
		{ items },
	);
	expect(update.json).toMatchObject([{ changes: { 'consents.news': { to: true } } }]);
});

test('by hand, a mapped column keeps its value beside a chosen heading that is spelled like it', async () => {
	seed({ a: 'never' });
	const items = [person('a', { Firma: 'Acme', company: 'yes', Sprache: 'de', language: '2026-03-01' })];
	const columns = { id: '={{ $json.id }}', company: '={{ $json.Firma }}', language: '={{ $json.Sprache }}' };
	const consents = [{ column: 'company', type: 'news', grantedAtColumn: 'Language' }];
	const { json } = await upload(items, consents, { map: { columns } });
	expect(json).toMatchObject([
		{ changes: { company: { to: 'Acme' }, language: { to: 'de' }, 'consents.news': { to: true } } },
	]);
	expect(json[0]).not.toHaveProperty('not_sent');
	expect(bench.sandbox.contact('a')).toMatchObject({ company: 'Acme', language: 'de' });
});

test('a type that the contact has in another spelling refuses its row, whatever it says', async () => {
	seed({ a: [{ ...GRANTED, type: 'News' }], b: 'granted' });
	const { json } = await upload([person('a', { Newsletter: 'no' }), person('b', { Newsletter: 'no' })]);
	expect(refusalOf(json[0])).toSay('didYouMean', { what: '"News"' });
	expect(json[1]).toMatchObject({ change: 'changed' });
	expect(consentsOf('a')).toHaveLength(1);
});

test('a type that is new beside others is named, as a warning if it is a withdrawal', async () => {
	seed({ a: [{ ...GRANTED, type: 'email' }] });
	const granted = await upload([person('a', { Newsletter: 'yes' })]);
	expect(granted.hints).toMatchObject([{ type: 'info' }]);
	expect(granted.hints[0]?.message).toContain('"news", beside email (contact a)');
	seed({ b: [{ ...GRANTED, type: 'email' }] });
	const withdrawn = await upload([person('b', { Newsletter: 'unsubscribed' })]);
	expect(withdrawn.hints).toMatchObject([{ type: 'warning' }]);
});

test('a row without an ID is left out if it has an empty box, and refused if it has a withdrawal', async () => {
	seed({ a: 'granted' });
	const left = await upload([person('a', { Newsletter: true }), { Newsletter: false }]);
	expect(left.json).toHaveLength(1);
	expect(left.hints[0]?.message).toContain('1 blank row left out.');
	const refused = await upload([person('a', { Newsletter: true }), { Newsletter: 'unsubscribed' }]);
	expect(refused.json).toHaveLength(2);
	expect(refusalOf(refused.json[1])).toMatch(/ID/);
});

test.each([
	[{}, new RegExp(`${sentence('notSentConsent')}: Newsletter\\..*Consent Columns`)],
	[{ unknownFields: 'customData' }, /looks like a consent: Newsletter\..*Consent Columns/],
	[{ unknownFields: 'send' }, /looks like a consent: Newsletter\..*Consent Columns/],
])('a column that looks like a consent and is not chosen is named (%j)', async (options, words) => {
	const rows = [person('a', { Newsletter: 'yes', Comment: 'x' })];
	const { hints, json } = await bench.upload({ items: rows, options });
	expect(hints[0]?.message).toMatch(words);
	const all = Object.keys(options).length === 0 ? ['Newsletter', 'Comment'] : undefined;
	expect(json[0]?.not_sent).toEqual(all);
	const employees = await bench.upload({
		resource: 'employee',
		items: [{ ...rows[0], email: 'ada@example.com' }],
		options,
	});
	expect(employees.hints[0]?.message).not.toMatch(/consent/i);
});

test('consents are read back: an upload whose consents the service drops is refused', async () => {
	bench.sandbox.configure({ uploadedConsents: 'ignored' });
	seed({ a: 'granted' });
	const { json } = await upload([person('a', { Newsletter: 'unsubscribed' })]);
	expect(refusalOf(json[0])).toSay('acceptedNotShown');
}, 60_000);
