/** What the recipe *Upload page* says about consents: what it grants and withdraws, and what it leaves out. */
import { codeNode, type Json } from '../support/code-node';

const LINES = [
	['Nr', 'Nachname', 'Newsletter', 'Werbung'],
	['1', 'Adam', 'ja', 'ja'],
	['2', 'Bach', 'nein', ''],
	['3', 'Cohn', 'ja', 'ja'],
];
const ROWS = LINES.slice(1).map((cells, at) => ({ row_number: at + 2, Nr: cells[0] }));
const ITEMS = {
	Lines: LINES.map((row) => ({ row })),
	Rows: ROWS,
	'Rows Again': ROWS,
	'Which File?': [{ fileName: 'people.xlsx' }],
	Deletions: [],
};
const GRANT = { from: null, to: true, granted_at: '2026-11-29' };
const WITHDRAWAL = { from: true, to: false, granted_at: '2026-11-29' };

function before(more: Json = {}): Json {
	const answers = [
		{ id: '1', exists: false, changes: { last_name: { to: 'Adam' }, 'consents.news': { to: true } } },
		{ id: '2', exists: true, changes: { 'consents.news': WITHDRAWAL } },
		{ id: '3', exists: true, changes: { 'consents.news': GRANT } },
	];
	const input = answers.map((one) => ({ dry_run: true, ...one, ...more }));
	const [shown = {}] = codeNode('upload-page', 'What Would Happen')(input, { items: ITEMS });
	return shown;
}

function after(shown: Json): string {
	const done = [
		{ id: '1', change: 'created', changes: { 'consents.news': GRANT } },
		{ id: '2', change: 'changed', changes: { 'consents.news': WITHDRAWAL } },
		{ id: '3', change: 'changed', changes: { 'consents.news': GRANT } },
	];
	const items = { ...ITEMS, 'What Would Happen': [shown] };
	const [told] = codeNode('upload-page', 'What Happened')(done, { items });
	return String(told?.message);
}

it('says before and afterwards how many consents are granted and withdrawn', () => {
	const shown = before();
	expect(shown.page).toContain('<h3>Consents</h3><ul><li>news: 2 granted, 1 withdrawn</li></ul>');
	expect(shown.page).toContain('2: news <i>withdrawn</i>');
	expect(after(shown)).toContain('Consents: news granted: 2, news withdrawn: 1.');
});

it('says before and afterwards which columns look like consents and are not uploaded', () => {
	const shown = before({ not_sent: ['Werbung', 'Schuhgröße'] });
	expect(shown.page).toContain('Looks like a consent, and is not uploaded:</b> Werbung.');
	expect(shown.page).toContain('No column of a contact: Schuhgr');
	expect(shown.page).not.toMatch(/No column of a contact: [^<]*Werbung/);
	expect(after(shown)).toContain('Looks like a consent, and is not uploaded:</b> Werbung.');
});

it('says nothing of consents where there are none', () => {
	const [shown = {}] = codeNode('upload-page', 'What Would Happen')(
		[{ dry_run: true, id: '1', exists: false, changes: { last_name: { to: 'Adam' } } }],
		{ items: ITEMS },
	);
	expect(shown.page).not.toMatch(/[Cc]onsent/);
});
