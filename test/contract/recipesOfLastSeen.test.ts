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

describe('how many may we write to', () => {
	it('each contact counts once for each type: granted, withdrawn, or never asked', () => {
		const counts = count(CONTACTS).map(({ type, granted, withdrawn, never_asked }) => [
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
		const [counted] = count([
			row('x', { 'consent __proto__': 'granted', company: 'x' }),
			row('y', { company: 'y' }),
		]);
		expect(counted).toMatchObject({ type: '__proto__', granted: 1, never_asked: 1 });
	});

	it('an empty table counts nothing', () => expect(count([{}])).toEqual([]));

	const days = ['2026-02-22', '2026-02-23', '2026-03-01', '2026-03-02'];
	const counts = days.map((day, at) => ({
		day,
		type: 'news <b>',
		granted: 10 + at,
		withdrawn: at,
		never_asked: 3,
	}));

	it('the page shows the newest day, and the last count of each week', () => {
		const page = String(makePage(counts)[0]?.page);
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

	it('the page lists people as text, and leads back to the search', () => {
		const [{ title, page } = {}] = showFound([{ contact_id: '<i>', name: 'Ada', consents: { news: true } }]);
		expect([title, page]).toEqual(['1 contact', expect.stringContaining('&#60;i&#62;')]);
		expect(page).toContain('news: granted');
		expect(page).toContain('href="../form/find-a-person"');
		expect(showFound([{}])[0]?.title).toBe('Nobody was found');
	});
});
