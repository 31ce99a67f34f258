/* eslint-disable */
/** What the recipe *Upload page* says about consents: what it grants and withdraws, and what it leaves out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { codeNode, type Json } from '../support/code-node';
import { ROOT } from '../support/paths';
import { recipe } from '../support/recipes';

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
	return told(done, { ...ITEMS, 'What Would Happen': [shown] });
}

const told = (done: Json[], items: Record<string, Json[]>): string =>
	String(codeNode('upload-page', 'What Happened')(done, { items })[0]?.message);

it('says before and afterwards how many consents are granted and withdrawn', () => {
	const shown = before();
	expect(shown.page).toContain('<h3>Consents</h3><ul><li>news: 2 granted, 1 withdrawn</li></ul>');
	expect(shown.page).toContain('2: news <i>withdrawn</i>');
	expect(after(shown)).toContain('Consents: news granted: 2, news withdrawn: 1.');
});

it('says before and afterwards which columns look like consents and are not uploaded', () => {
	const shown = before({ not_sent: ['Werbung', 'Schuhgröße'] });
	expect(shown.page).toContain('Looks like a consent, and is not uploaded:</b> Werbung.');
	// Who forgets it thinks that everybody who says no is withdrawn.
	expect(shown.page).toContain('a no withdraws nobody');
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

describe('a chosen column whose cell is not written', () => {
	const params = { options: { consents: { values: [{ column: 'newsletter', type: 'news' }] } } };
	const answers: Json[] = [
		{ id: '1', exists: true, changes: { 'consents.news': GRANT } },
		// A yes of somebody who has withdrawn, and an unclear word of somebody who was never asked.
		{
			id: '2',
			exists: true,
			changes: { company: { from: null, to: 'X' } },
			not_sent: ['Newsletter', 'Werbung'],
		},
		{ id: '3', exists: true, changes: {}, not_sent: ['Newsletter'] },
	].map((one) => ({ dry_run: true, ...one }));
	const have = { 'What They Have': [{ id: '2', consents: { News: false } }, { id: '3' }] };
	const showing = (input: Json[], more: Record<string, Json[]> = have): Json =>
		codeNode('upload-page', 'What Would Happen')(input, { items: { ...ITEMS, ...more }, params })[0] ?? {};

	it('is counted before and afterwards: still withdrawn, or not clear, with its line', () => {
		const shown = showing(answers);
		expect(shown.page).toContain(
			'<li>news: 1 granted, 1 still withdrawn <i>line 3 (2 Bach nein)</i>, 1 unclear and not written <i>line 4 (3 Cohn ja)</i></li>',
		);
		expect(shown.page).toContain('Still withdrawn: these people have withdrawn');
		const done = [
			{ id: '1', change: 'changed', changes: { 'consents.news': GRANT } },
			{ id: '2', change: 'changed', changes: {}, not_sent: ['Newsletter', 'Werbung'] },
			{ id: '3', change: 'unchanged', not_sent: ['Newsletter'] },
		];
		const items = { ...ITEMS, 'What Would Happen': [shown] };
		expect(told(done, items)).toContain(
			'Consents: news granted: 1, news still withdrawn: 1, news unclear and not written: 1.',
		);
		// What was refused in the upload is told as refused alone.
		const refused = [{ id: '2', error: 'No' }];
		expect(told(refused, { ...items, 'Rows Again': ROWS.slice(1, 2) })).not.toContain('still withdrawn');
	});

	it('is not named as a column that was not chosen', () => {
		const { page } = showing(answers);
		expect(page).toContain('Looks like a consent, and is not uploaded:</b> Werbung.');
		expect(page).not.toMatch(/is not uploaded:<\/b>[^.]*Newsletter/);
	});

	it('is found if its heading has a hint that the option leaves out', () => {
		const hinted = answers.map((one) => ({
			...one,
			not_sent: (one.not_sent as string[] | undefined)?.map((heading) =>
				heading === 'Newsletter' ? 'Newsletter (ja/nein)' : heading,
			),
		}));
		const { page } = showing(hinted);
		expect(page).toContain('1 still withdrawn');
		expect(page).not.toMatch(/is not uploaded:<\/b>[^.]*Newsletter/);
		expect(codeNode('upload-page', 'Consents Not Written')(hinted, { params })).toEqual([
			{ id: '2' },
			{ id: '3' },
		]);
	});

	it('if nothing else is in the file, the page does not say that all is as the file says', () => {
		const [, , unchanged = {}] = answers;
		const { page, can_upload } = showing([unchanged], {
			'What They Have': [{ id: '3', consents: { news: false } }],
		});
		expect(can_upload).toBe(false);
		expect(page).toContain('news: 1 still withdrawn');
		expect(page).not.toContain('All contacts are already');
	});

	it('is looked up at the service for contacts that are there, each once', () => {
		const lookUp = codeNode('upload-page', 'Consents Not Written');
		const input = [
			...answers,
			...answers,
			{ id: '4', exists: false, not_sent: ['Newsletter'] },
			{ error: 'No' },
		];
		expect(lookUp(input, { params })).toEqual([{ id: '2' }, { id: '3' }]);
		// Without chosen columns, none is looked up.
		expect(lookUp(input, { params: { options: {} } })).toEqual([]);
	});
});

it('says after an upload how to undo it, if it has changed something', () => {
	const items = { ...ITEMS, 'What Would Happen': [before()] };
	const UNDO = 'To undo it, somebody with an account in this n8n opens the workflow <i>Take it back</i>.';
	expect(after(before())).toContain(UNDO);
	const nothing = ROWS.map(({ Nr }) => ({ id: Nr, change: 'unchanged' }));
	expect(told(nothing, items)).not.toContain('To undo');
});

describe('whoever is in the table of deletions', () => {
	const items = (result: string) => ({
		...ITEMS,
		Deletions: [{ contact: 'hash-2', result, gone_at: '2026-03-01T10:00:00Z' }],
	});
	const shownWith = (result: string): string => {
		const input = [{ dry_run: true, id: '2', exists: false, as_in_deletions: 'hash-2', changes: {} }];
		return String(codeNode('upload-page', 'What Would Happen')(input, { items: items(result) })[0]?.page);
	};

	it('is left out if it was deleted, with a day that is true', () => {
		expect(shownWith('deleted')).toContain('written down as deleted on 2026-03-01 11:00');
	});

	it('is uploaded if the ID was only mistyped, as an earlier version of Delete me wrote it down', () => {
		expect(shownWith('was not there')).not.toMatch(/left out|Left out/);
		const rows = (result: string) =>
			codeNode('upload-page', 'Rows Again')([{ contact: 'hash-2', result }], {
				items: { ...ITEMS, 'What Would Happen': [{ hashes: [[3, 'hash-2']] }] },
			}).map(({ Nr }) => Nr);
		expect(rows('was not there')).toEqual(['1', '2', '3']);
		expect(rows('deleted')).toEqual(['1', '3']);
	});
});

describe('Choose another file', () => {
	const linkWith = (params: Json): string => {
		const [{ page } = {}] = codeNode('upload-page', 'What Would Happen')(
			[{ dry_run: true, id: '1', exists: false, changes: {} }],
			{ items: ITEMS, params },
		);
		return /<a [^>]*>Choose another file/.exec(String(page))?.[0] ?? '';
	};

	it('leads to the same page, also if that has another path', () => {
		const { parameters } = recipe('upload-page').nodes.find(({ name }) => name === 'Choose a File') ?? {};
		expect(linkWith(parameters as Json)).toContain('href="../form/upload-contacts"');
		for (const path of ['other-lists', '/other-lists/'])
			expect(linkWith({ options: { path } })).toContain('href="../form/other-lists"');
		expect(linkWith({ options: {} })).toBe('');
	});

	it('the note and the README say that a second page needs another path', () => {
		const notes = recipe('upload-page').nodes.map(({ parameters }) => String(parameters.content ?? ''));
		for (const text of [notes.join('\n'), readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8')])
			expect(text).toMatch(/second time.*another [*_]Form Path[*_].*`upload-without-consents`/);
	});
});
