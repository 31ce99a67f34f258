/** The recipes that read the table *Contacts as last seen*: how many may we write to, and finding a person. */
import { codeNode, type Json } from '../support/code-node';

const count = codeNode('how-many-may-we-write-to', 'Count');
const makePage = codeNode('how-many-may-we-write-to', 'Make the Page');
const find = codeNode('find-a-person', 'Find');
const showFound = codeNode('find-a-person', 'Make the Page');

const row = (contact_id: string, fields: Record<string, string>, more: Json = {}): Json => ({
	contact_id,
	name: `Ada ${contact_id}`,
	email: fields['work emails'] ?? '',
	fields: JSON.stringify(fields),
	seen_at: '2026-03-01T03:00:00.000Z',
	...more,
});

const CONTACTS = [
	row('a', {
		'work emails': 'ada@example.org, ada.l@example.org',
		'consent newsletter': 'granted 2026-01-01',
	}),
	row('b', {
		'private emails': 'Bo@Example.org',
		'consent newsletter': 'withdrawn',
		'consent sms': 'granted',
	}),
	row('c', { company: 'Muster GmbH' }, { name: 'Émile Zola' }),
	// A deleted contact keeps its row.
	row('gone', {}),
];

/** The row in which What changed notes that it has read all contacts by night. */
const nightOf = (seen_at: string): Json => ({
	contact_id: '',
	name: '(by night, all contacts were read)',
	fields: '',
	seen_at,
});
const NIGHT = '2026-03-02T02:00:00.000Z';
const AT_FIVE = '2026-03-02T04:00:01.000Z';

describe('how many may we write to', () => {
	const countAt = (contacts: Json[], now = AT_FIVE) => count([...contacts, nightOf(NIGHT)], { now });

	it('each contact counts once for each type: granted, withdrawn, or never asked', () => {
		const counts = countAt(CONTACTS).map(({ type, granted, withdrawn, never_asked }) => [
			type,
			granted,
			withdrawn,
			never_asked,
		]);
		expect(counts.sort()).toEqual([
			['newsletter', 1, 1, 1],
			['sms', 1, 0, 2],
		]);
	});

	it('a type that looks like code is counted by its name, and a contact without consents was never asked', () => {
		const [counted] = countAt([
			row('x', { 'consent __proto__': 'granted', company: 'x' }),
			row('y', { company: 'y' }),
		]);
		expect(counted).toMatchObject({ type: '__proto__', granted: 1, never_asked: 1 });
	});

	it('a table without contacts counts nothing', () => expect(countAt([])).toEqual([]));

	it('the count has the date of the night in which the contacts were read, not of the day on which it counts', () => {
		const evening = { now: '2026-03-02T23:30:00.000Z' };
		expect(count([...CONTACTS, nightOf(NIGHT)], evening)[0]).toMatchObject({ day: '2026-03-02' });
		const early = [...CONTACTS, nightOf('2026-03-01T21:00:00.000Z')];
		expect(count(early, { now: AT_FIVE })[0]).toMatchObject({ day: '2026-03-01' });
	});

	it.each([
		[
			'a night was left out',
			[nightOf('2026-03-01T02:00:00.000Z')],
			/not read the contacts since 2026-03-01 03:00/,
		],
		['no night has been read', [], /not read the contacts by night yet/],
		// A contact that has changed since is no sign that all contacts were read.
		['only events came in', [row('late', {}, { seen_at: AT_FIVE })], /by night yet/],
	])('if %s, no number is kept, and the execution says so', (_, rows, message) => {
		expect(() => count([...CONTACTS, ...rows], { now: AT_FIVE })).toThrow(message);
	});

	it('two spellings of a type are one type, shown as most contacts have it, and one withdrawal is enough', () => {
		const counts = countAt([
			row('1', { 'consent News-Letter': 'granted' }),
			row('2', { 'consent newsletter': 'granted 2026-01-01' }),
			row('3', { 'consent newsletter': 'withdrawn' }),
			row('4', { 'consent Newsletter': 'granted', 'consent news_letter': 'withdrawn 2025-01-01' }),
			row('5', { company: 'x' }),
		]);
		expect(counts).toEqual([
			{ day: '2026-03-02', type: 'newsletter', granted: 2, withdrawn: 2, never_asked: 1 },
		]);
	});

	const days = ['2026-02-22', '2026-02-23', '2026-03-01', '2026-03-02'];
	const counts = days.map((day, at) => ({
		day,
		type: 'news <b>',
		granted: 10 + at,
		withdrawn: at,
		never_asked: 3,
	}));

	const pageAt = (now: string, rows: Json[] = counts) => String(makePage(rows, { now })[0]?.page);
	const OLD = 'These numbers are more than two days old';

	it('a page whose newest night is older than two days says that What changed does not run any more', () => {
		expect(pageAt('2026-03-04T03:59:00.000Z')).not.toContain(OLD);
		expect(pageAt('2026-03-04T04:01:00.000Z')).toMatch(
			/as of the night of <b>2026-03-02<[^]*two days old:<\/b> the workflow <em>What changed<\/em> does not run/,
		);
		expect(pageAt('2026-03-04T04:01:00.000Z', [{}])).not.toContain(OLD);
	});

	it('a type that was spelled otherwise on earlier days has one line in the chart', () => {
		const [first, ...others] = counts;
		const page = pageAt(AT_FIVE, [{ ...first, type: 'News_<b>' }, ...others]);
		expect(page.match(/<section>/g)).toHaveLength(1);
		expect(/class="granted" points="([^"]*)"/.exec(page)?.[1]?.split(' ')).toHaveLength(3);
	});

	it('the page shows the newest day, and the last count of each week', () => {
		const page = pageAt(AT_FIVE);
		expect(page).toContain('Of 19 contacts, as of the night of <b>2026-03-02</b>');
		expect(page).toContain('13<span> have granted it');
		// Three weeks: to February 22, to March 1, from March 2.
		expect(/class="granted" points="([^"]*)"/.exec(page)?.[1]?.split(' ')).toHaveLength(3);
	});

	it('a type is text on the page', () => {
		const page = String(makePage(counts)[0]?.page);
		expect(page).toContain('news &#60;b&#62;');
		expect(page).not.toContain('news <b>');
	});

	it('a page without counts says what to do', () => {
		expect(String(makePage([{}])[0]?.page)).toContain('look again tomorrow');
	});
});

describe('find a person', () => {
	const found = (search: string) =>
		find(CONTACTS, { items: { 'Whom?': [{ search }] } }).map(({ contact_id }) => contact_id);

	it.each([
		['ada.l@example.org', ['a']],
		[' BO@example.ORG ', ['b']],
		['example.org', ['a', 'b']],
		['emile', ['c']],
		['da@example.org', []],
		['gone', []],
		['', []],
	])('%j finds %j', (search, ids) => expect(found(search)).toEqual(ids));

	it('what is granted is true, and what is withdrawn is false', () => {
		const [one] = find(CONTACTS, { items: { 'Whom?': [{ search: 'bo@example.org' }] } });
		expect(one).toMatchObject({
			consents: { newsletter: false, sms: true },
			as_of: '2026-03-01T03:00:00.000Z',
		});
	});

	it('what is known of a contact is as of the last night in which all were read, or of a later change', () => {
		const asOf = (...rows: Json[]) =>
			find([...CONTACTS, ...rows], { items: { 'Whom?': [{ search: 'ada.l@example.org' }] } })[0]?.as_of;
		expect(asOf()).toBe('2026-03-01T03:00:00.000Z');
		expect(asOf(nightOf(NIGHT))).toBe(NIGHT);
		expect(asOf(nightOf('2026-02-01T02:00:00.000Z'))).toBe('2026-03-01T03:00:00.000Z');
	});

	it('the row of the night is nobody', () => {
		const search = 'all contacts were read';
		expect(find([nightOf(NIGHT)], { items: { 'Whom?': [{ search }] } })).toEqual([]);
	});

	it('the page lists people as text, and leads back to the search', () => {
		const [{ title, page } = {}] = showFound([{ contact_id: '<i>', name: 'Ada', consents: { news: true } }]);
		expect([title, page]).toEqual(['1 contact', expect.stringContaining('&#60;i&#62;')]);
		expect(page).toContain('news: granted');
		expect(page).toContain('href="../form/find-a-person"');
		expect(showFound([{}])[0]?.title).toBe('Nobody was found');
	});
});
