/* eslint-disable */
/** The examples with pages, in a browser. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { STATE } from '../../test/support/paths';
import { finished } from '../playground/executions';
import { published } from '../playground/provision';
import { excel, sheets } from './excel';
import { openForm, press } from './forms';
import { eventually } from './playground';
import { dataTables } from './recipes/data-tables';
import { inEditor, useEditor } from './use-editor';
import { describeInNewestN8n } from './versions';

const PAGES = ['upload-page', 'take-it-back', 'what-changed', 'how-many-may-we-write-to', 'find-a-person'];

/** How the recipe *Delete me* writes down whom it has deleted. */
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

/** Windows-1252 as Excel writes it, for the characters in this file. */
const windows1252 = (text: string): Buffer =>
	Buffer.from(
		[...text].map((char) => ({ '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96 })[char] ?? char.charCodeAt(0)),
	);

// Before n8n 2.41, forms have no login, so the compatibility tests leave these out.
describeInNewestN8n('pages', () => {
	const editor = useEditor('e2e-pages');

	beforeAll(async () => {
		const { api, workflows } = editor().playground;
		for (const name of PAGES) {
			await api.publish(workflows[name] ?? '');
			await published(api, workflows[name] ?? '');
		}
	}, 120_000);

	const open = async (path: string, page: Page = editor().page) =>
		await openForm(page, editor().playground.url, path);

	/** A colleague without an account, who has the name and the password of the page alone. */
	async function colleague(): Promise<Page> {
		const { page, playground } = editor();
		const { user, password } = playground.secrets.uploadPage;
		const browser = page.context().browser();
		if (!browser) throw new Error('No browser');
		const context = await browser.newContext({ httpCredentials: { username: user, password } });
		return await context.newPage();
	}

	let uploader: Page;
	beforeAll(async () => {
		uploader = await colleague();
	});
	afterAll(async () => await uploader.context().close());

	const choose = async (name: string, buffer: Buffer, page: Page = uploader) => {
		await page.goto(`${editor().playground.url}/form/upload-contacts`);
		const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
		await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
	};

	/** Uploads a file as a person does. Returns the text of the last page. */
	async function upload(name: string, file: Buffer): Promise<string> {
		await choose(name, file);
		await press(uploader, 'This would happen');
		return await press(uploader, 'Uploaded');
	}

	const contact = (id: string) => editor().playground.sandbox.contact(id);

	inEditor(editor, 'a German file with semicolons is uploaded', async () => {
		const rows =
			'Kundennr;Vorname;Nachname;E-Mail geschäftlich;PLZ;Ort\nK-1;Jürgen;Groß;j@example.com;80331;München\n';
		expect(await upload('kunden.csv', Buffer.from(rows))).toContain(
			'1 created, 0 changed, 0 unchanged, 0 refused',
		);
		expect(contact('K-1')).toMatchObject({ first_name: 'Jürgen', last_name: 'Groß' });
	});

	inEditor(editor, 'a file in Windows-1252 is uploaded with its letters', async () => {
		const file = windows1252('ID;Vorname;Nachname;Firma\nW-1;Änne;Müller;Café „Zur Post“ – 5 €\n');
		expect(await upload('win.csv', file)).toContain('1 created');
		expect(contact('W-1')).toMatchObject({ first_name: 'Änne', company: 'Café „Zur Post“ – 5 €' });
	});

	inEditor(
		editor,
		'an Excel file with birthdays is uploaded, and refused rows come back unchanged with the reason',
		async () => {
			const page = uploader;
			const file = excel([
				['ID', 'First Name', 'Last Name', 'Birthday'],
				['X-1', 'Ada', 'Lovelace', new Date(Date.UTC(1985, 4, 12))],
				['X-2', '=1+1', '', null],
			]);
			await choose('people.xlsx', file);
			expect(await press(page, 'This would happen')).toMatch(
				/1 new, .* 1 refused[^]*Last Name.*line 3 \(X-2/,
			);
			const download = page.waitForEvent('download');
			expect(await press(page, 'Uploaded')).toContain('1 created, 0 changed, 0 unchanged, 1 refused');
			expect(contact('X-1')).toMatchObject({ birthday: '1985-05-12' });
			const stream = await (await download).createReadStream();
			const chunks: Buffer[] = [];
			for await (const chunk of stream) chunks.push(chunk as Buffer);
			const back = sheets.read(Buffer.concat(chunks));
			const cells = JSON.stringify(back.Sheets[back.SheetNames[0] ?? '']);
			expect(cells).toMatch(/X-2[^]*=1\+1[^]*Last Name/);
			// A name that looks like a formula stays text.
			expect(cells).not.toContain('"f":');
		},
	);

	inEditor(
		editor,
		'the page explains a file without IDs, one that is no table, and an empty one',
		async () => {
			const page = uploader;
			const cases: Array<[string, Buffer, string]> = [
				['people.csv', Buffer.from('First Name,Last Name\nAda,Lovelace\n'), 'No row has an ID.'],
				['picture.csv', Buffer.from([0, 1, 2, 0, 255]), 'is no table that can be read'],
				['<b>empty</b>.csv', Buffer.from(''), 'is no table that can be read'],
			];
			for (const [name, file, words] of cases) {
				await choose(name, file);
				expect(await press(page, 'Nothing has been uploaded')).toContain(words);
			}
		},
	);

	inEditor(editor, 'nobody opens the page without its password', async () => {
		const answer = await fetch(`${editor().playground.url}/form/upload-contacts`);
		expect(answer.status).toBe(401);
	});

	inEditor(
		editor,
		'of a sheet with title rows, each reason is told once with its lines, and the refused lines come back in order',
		async () => {
			const page = uploader;
			const file = excel([
				['Kundenliste', null, null, null, null],
				[null, null, null, null, null],
				['2026', 'Kundennr', 'Vorname', 'Nachname', 'Handy'],
				['a', 'T-10', 'Ada', 'Lovelace', '0171 1234567'],
				['b', 'T-11', 'Bob', null, null],
				[null, null, null, null, null],
				['c', 'T-12', 'Eve', null, null],
			]);
			await choose('kunden.xlsx', file);
			const plan = await press(page, 'This would happen');
			expect(plan).toContain('1 new, 0 changed, 0 unchanged, 2 refused');
			expect(plan).toMatch(/line 5 \(b T-11 Bob\), line 7 \(c T-12 Eve\)/);
			expect(plan).toContain('checks each value once more');
			const download = page.waitForEvent('download');
			expect(await press(page, 'Uploaded')).toContain('1 created, 0 changed, 0 unchanged, 2 refused');
			const chunks: Buffer[] = [];
			for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
			const back = sheets.read(Buffer.concat(chunks));
			const sheet = back.Sheets[back.SheetNames[0] ?? ''] ?? {};
			const [headings, ...rows] = sheets.utils.sheet_to_json(sheet, { header: 1 });
			expect(headings).toEqual(['2026', 'Kundennr', 'Vorname', 'Nachname', 'Handy', 'What is wrong']);
			expect(rows.map((row) => row[1])).toEqual(['T-11', 'T-12']);
			await choose(
				'kunden.csv',
				Buffer.from('Handy;Kundennr;Vorname;Nachname\n0171 7654321;T-10;Ada;Lovelace\n'),
			);
			expect(await press(page, 'This would happen')).toContain(
				'T-10: Handy from 0171 1234567 to 0171 7654321',
			);
			await page.getByText('Choose another file').click();
			await page.locator('input[type=file]').waitFor();
		},
	);

	inEditor(
		editor,
		'whoever asked to be deleted is left out and named, also if it was a moment ago, and all others are uploaded',
		async () => {
			const page = uploader;
			const tables = await dataTables(editor().playground.api);
			// The uploads before have created it, without a row.
			const table = await tables.find('Deletions');
			if (!table) throw new Error('The table is missing');
			expect(await tables.rows(table)).toEqual([]);
			const remember = async (id: string) =>
				await tables.insert(table, {
					contact: hashOf(id),
					result: 'deleted',
					gone_at: '2026-03-01T10:00:00.000Z',
				});
			await remember('L-1');
			const people = ['L-1;Anna', 'L-2;Bob', 'L-3;Carl'].map((row) => `${row};Muster`);
			const file = Buffer.from(['Kundennr;Vorname;Nachname', ...people].join('\n'));
			await choose('kunden.csv', file);
			const plan = await press(page, 'This would happen');
			expect(plan).toContain('2 new, 0 changed, 0 unchanged, 0 refused, 1 left out');
			expect(plan).toMatch(/line 2 \(L-1 Anna Muster\), written down as deleted on 2026-03-01/);
			await mkdir(join(STATE, 'pictures'), { recursive: true });
			await page.screenshot({ path: join(STATE, 'pictures', 'left-out.png'), fullPage: true });
			await remember('L-3');
			const said = await press(page, 'Uploaded');
			expect(said).toContain('1 created, 0 changed, 0 unchanged, 0 refused');
			expect(said).toMatch(/2 left out.*line 2 \(L-1 Anna Muster\), line 4 \(L-3 Carl Muster\)/);
			expect(['L-1', 'L-2', 'L-3'].map((id) => contact(id)?.first_name)).toEqual([
				undefined,
				'Bob',
				undefined,
			]);

			await choose('kunden.csv', Buffer.from('Kundennr;Vorname;Nachname\nL-1;Anna;Muster\n'));
			expect(await press(page, 'Nothing has been uploaded')).toMatch(/0 refused, 1 left out[^]*L-1 Anna/);

			await choose('kunden.csv', Buffer.from('Kundennr;Vorname;Nachname\nL-4;Dora;Muster\n'));
			await press(page, 'This would happen');
			await remember('L-4');
			expect(await press(page, 'Uploaded')).toMatch(/0 created[^]*1 left out.*line 2 \(L-4 Dora Muster\)/);
			expect(contact('L-4')).toBeUndefined();
		},
	);

	inEditor(editor, 'two people can upload at the same time', async () => {
		const page = uploader;
		const other = await page.context().newPage();
		const fileOf = (id: string) => Buffer.from(`id,first_name,last_name\n${id},Two,People\n`);
		await choose('one.csv', fileOf('T-1'));
		await choose('two.csv', fileOf('T-2'), other);
		expect(await press(page, 'This would happen')).toContain('T-1: Two People');
		expect(await press(other, 'This would happen')).toContain('T-2: Two People');
		await Promise.all([press(other, 'Uploaded'), press(page, 'Uploaded')]);
		expect(['T-1', 'T-2'].map((id) => contact(id)?.last_name)).toEqual(['People', 'People']);
		await other.close();
	});

	inEditor(editor, 'take it back restores every value that nobody has changed since', async () => {
		const { page, playground } = editor();
		const { sandbox } = playground;
		sandbox.seed({
			contacts: ['B-1', 'B-2'].map((id) => ({ id, first_name: 'Ada', last_name: 'Old', company: 'Before' })),
		});
		const rows = 'id,last_name,first_name,company\nB-1,New,Ada,After\nB-2,New,Ada,After\nB-3,New,Ada,\n';
		expect(await upload('wrong.csv', Buffer.from(rows))).toContain('1 created, 2 changed');
		sandbox.seed({ contacts: [{ id: 'B-2', first_name: 'Ada', last_name: 'New', company: 'Since' }] });
		await open('take-it-back');
		await press(page, 'Which upload?');
		await page.locator('select').selectOption({ index: 1 });
		const plan = await press(page, 'This would be put back');
		expect(plan).toMatch(/2 can be put back, 1 changed since/);
		expect(plan).toMatch(/New contacts of this upload [^]*B-3/);
		expect(await press(page, 'Done')).toContain('2 put back, 1 left alone, because it was changed since');
		expect(contact('B-1')).toMatchObject({ last_name: 'Old', company: 'Before' });
		expect(contact('B-2')).toMatchObject({ last_name: 'Old', company: 'Since' });
		expect(contact('B-3')).toBeDefined();
	});

	inEditor(
		editor,
		'what changed reports each change once, also one without an event, and lists who withdrew',
		async () => {
			const { page, playground } = editor();
			const { api, sandbox, workflows } = playground;
			const id = workflows['what-changed'] ?? '';
			const changed = await api.workflow(id);
			Object.assign(changed.settings as object, {
				saveDataSuccessExecution: 'all',
				saveManualExecutions: true,
			});
			await api.updateWorkflow(id, changed);
			const ask = async () => {
				await open('who-withdrew');
				return await press(page, /withdrew in the last 30 days/);
			};
			// The first events create the rows.
			const tables = await dataTables(api);
			await eventually(
				async () => {
					const table = await tables.find('Contacts as last seen');
					return table && (await tables.rows(table)).some((row) => row.contact_id === 'demo-05')
						? true
						: undefined;
				},
				'the first rows',
				180_000,
			);
			const count = Number(/^(\d+) withdrew/.exec(await ask())?.[1]);
			const consents = [{ type: 'by phone', granted: false, granted_at: new Date().toISOString() }];
			const before = sandbox.contact('demo-05');
			// The other one was uploaded without an event, so the night sees it for the first time.
			const unseen = { ...contact('B-3'), id: 'B-3', documentation: { consents } };
			sandbox.seed({ contacts: [{ ...before, id: 'demo-05', documentation: { consents } }, unseen] });
			const toldAtNight = async () => {
				const night = await finished(api, await api.run(id, 'Every Night'));
				const runs = night.data.resultData.runData.Withdrew ?? [];
				return runs.flatMap(({ data }) => data?.main[0] ?? []).map(({ json }) => json);
			};
			expect(await toldAtNight()).toEqual([
				expect.objectContaining({ contact_id: 'demo-05', field: 'consent by phone' }),
				expect.objectContaining({ contact_id: 'B-3', field: 'consent by phone', from: 'not known' }),
			]);
			expect(await toldAtNight()).toEqual([]);
			const text = await ask();
			expect(text).toMatch(new RegExp(`^${count + 2} withdrew`));
			expect(text).toMatch(/Eva Brandt\s+demo-05\s+\S+\s+by phone/);
			await page.setViewportSize({ width: 390, height: 900 });
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
			await mkdir(join(STATE, 'pictures'), { recursive: true });
			await page.screenshot({ path: join(STATE, 'pictures', 'who-withdrew 390.png'), fullPage: true });
			await page.setViewportSize({ width: 1_600, height: 1_000 });
			await page.screenshot({ path: join(STATE, 'pictures', 'who-withdrew 1600.png') });
		},
		400_000,
	);

	/** What the service holds: the newest entry of a type decides. All entries here have different times. */
	function countAtTheService(): Record<string, [granted: number, withdrawn: number, neverAsked: number]> {
		const { contacts } = editor().playground.sandbox.state();
		const lists = contacts.map(({ documentation }) => documentation?.consents ?? []);
		const types = new Set(lists.flatMap((list) => list.map(({ type }) => String(type))));
		const stateOf = (list: (typeof lists)[number], type: string) =>
			list
				.filter((one) => one.type === type)
				.sort((a, b) => Date.parse(String(a.granted_at)) - Date.parse(String(b.granted_at)))
				.at(-1)?.granted;
		return Object.fromEntries(
			[...types].map((type) => {
				const states = lists.map((list) => stateOf(list, type));
				const of = (state: boolean | undefined) => states.filter((one) => one === state).length;
				return [type, [of(true), of(false), of(undefined)]] as const;
			}),
		);
	}

	inEditor(
		editor,
		'how many may we write to: after the night, the page counts what the service has, in light and dark, on a phone and a screen',
		async () => {
			const { page, playground } = editor();
			const { api, sandbox, workflows } = playground;
			const consents = (...list: Array<[type: string, granted: boolean, day: number]>) => ({
				consents: list.map(([type, granted, day]) => ({
					type,
					granted,
					granted_at: `2026-02-${String(day).padStart(2, '0')}T10:00:00Z`,
				})),
			});
			const person = (id: string, documentation: object) => ({
				id,
				first_name: 'Count',
				last_name: id,
				documentation,
			});
			// The service lists no contacts. These four were put into the sandbox without an event or an upload.
			const headers = { authorization: sandbox.apiKey };
			for (const id of ['demo-09', 'demo-10', 'demo-11', 'demo-12'])
				expect((await fetch(`${sandbox.url}/contacts/${id}`, { method: 'DELETE', headers })).status).toBe(
					204,
				);
			// None of them has an event: the night finds them by their upload.
			const uploaded = [
				person('count-1', consents(['post <b>', true, 1])),
				person('count-2', consents(['post <b>', true, 1], ['post <b>', false, 2])),
				person('count-3', consents(['email', false, 1], ['email', true, 3])),
				person('count-4', {}),
			];
			const answer = await fetch(`${sandbox.url}/contacts`, {
				method: 'POST',
				headers: { ...headers, 'content-type': 'application/json' },
				body: JSON.stringify(uploaded),
			});
			expect(answer.status).toBe(202);
			await eventually(() => Promise.resolve(sandbox.contact('count-4')), 'the upload');

			const night = async (name: string) => {
				const id = workflows[name] ?? '';
				const execution = await finished(api, await api.run(id, 'Every Night'));
				expect([name, execution.data.resultData.error]).toEqual([name, undefined]);
			};
			await night('what-changed');
			// The nights have one row together, which is nobody.
			const seen = await (await dataTables(api)).find('Contacts as last seen');
			if (!seen) throw new Error('The table is missing');
			const nights = (await (await dataTables(api)).rows(seen)).filter(({ contact_id }) => !contact_id);
			expect(nights).toEqual([expect.objectContaining({ fields: '' })]);
			expect(Date.now() - Date.parse(String(nights[0]?.seen_at))).toBeLessThan(600_000);
			await night('how-many-may-we-write-to');

			const read = async () => {
				await open('how-many');
				await press(page, 'How many may we write to?');
				await page.locator('main section').first().waitFor();
				const sections = await page.locator('main section').allInnerTexts();
				return Object.fromEntries(
					sections.map((text) => {
						const number = (words: string) =>
							Number(new RegExp(`([\\d,]+) ${words}`).exec(text)?.[1]?.replace(',', ''));
						const counts = [number('granted'), number('withdrawn'), number('never asked')];
						return [text.split('\n')[0]?.trim(), counts];
					}),
				);
			};
			const counts = await read();
			expect(counts).toEqual(countAtTheService());
			expect(Object.keys(counts).length).toBeGreaterThan(2);

			const tables = await dataTables(api);
			const table = await tables.find('Consents by day');
			if (!table) throw new Error('The table is missing');
			for (let week = 1; week <= 20; week++) {
				const day = new Date(Date.now() - week * 7 * 86_400_000).toISOString().slice(0, 10);
				for (const [type, [granted, withdrawn, never_asked]] of Object.entries(countAtTheService())) {
					const earlier = { granted: Math.max(0, granted - week), withdrawn: withdrawn + (week % 4) };
					await tables.insert(table, { day, type, ...earlier, never_asked });
				}
			}
			expect(await read()).toEqual(counts);
			await mkdir(join(STATE, 'pictures'), { recursive: true });
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				for (const width of [390, 1_200]) {
					await page.setViewportSize({ width, height: 900 });
					const { wide, lines } = await page.evaluate(() => ({
						wide: document.documentElement.scrollWidth,
						lines: document.querySelectorAll('svg polyline').length,
					}));
					expect(wide).toBeLessThanOrEqual(width);
					expect(lines).toBe(2 * Object.keys(counts).length);
					const path = join(STATE, 'pictures', `how-many ${colorScheme} ${width}.png`);
					await page.screenshot({ path, fullPage: true });
				}
			}
			await page.emulateMedia({ colorScheme: null });
			await page.setViewportSize({ width: 1_600, height: 1_000 });

			// What changed has stopped three days ago: no number is kept, and the page says that it is old.
			const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
			await tables.update(seen, 'name', String(nights[0]?.name), { seen_at: daysAgo(3) });
			const stopped = await finished(
				api,
				await api.run(workflows['how-many-may-we-write-to'] ?? '', 'Every Night'),
			);
			expect(stopped.data.resultData.error?.message).toMatch(
				/^What changed has not read the contacts since \d{4}-\d\d-\d\d \d\d:\d\d, so nothing was counted/,
			);
			for (const type of Object.keys(countAtTheService()))
				await tables.update(table, 'type', type, { day: daysAgo(3).slice(0, 10) });
			await read();
			expect(await page.locator('main .old').innerText()).toContain('What changed does not run any more');
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				for (const width of [390, 1_200]) {
					await page.setViewportSize({ width, height: 900 });
					const path = join(STATE, 'pictures', `how-many-old ${colorScheme} ${width}.png`);
					await page.screenshot({ path, fullPage: true });
				}
			}
			await page.emulateMedia({ colorScheme: null });
			await page.setViewportSize({ width: 1_600, height: 1_000 });

			// As the table knows who is there, a page finds them.
			await open('find-a-person');
			await page.locator('input').first().fill('count-3');
			expect(await press(page, '1 contact')).toMatch(/Count count-3\s+ID\s+count-3[^]*email: granted/);
			await page.setViewportSize({ width: 390, height: 900 });
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
			await page.screenshot({ path: join(STATE, 'pictures', 'find-a-person light 390.png'), fullPage: true });
			await page.emulateMedia({ colorScheme: 'dark' });
			await page.screenshot({ path: join(STATE, 'pictures', 'find-a-person dark 390.png'), fullPage: true });
			await page.emulateMedia({ colorScheme: null });
			await page.getByText('Search again').click();
			await page.locator('#submit-btn').waitFor();
			await page.setViewportSize({ width: 1_600, height: 1_000 });
			await open('find-a-person');
			await page.locator('input').first().fill('nobody@example.com');
			await press(page, 'Nobody was found');
		},
		400_000,
	);

	inEditor(editor, 'a second page with another Form Path leads back to itself', async () => {
		const { api, url, workflows } = editor().playground;
		const { nodes, connections, settings } = await api.workflow(workflows['upload-page'] ?? '');
		const path = 'upload-without-consents';
		for (const { name, parameters } of nodes)
			if (name === 'Choose a File') Object.assign(parameters.options as object, { path });
		const { id } = await api.createWorkflow({ name: path, active: false, nodes, connections, settings });
		await api.publish(id);
		await published(api, id);
		await uploader.goto(`${url}/form/${path}`);
		const buffer = Buffer.from('First Name,Last Name\nAda,Lovelace\n');
		await uploader
			.locator('input[type=file]')
			.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
		await press(uploader, 'Nothing has been uploaded');
		await uploader.getByText('Choose another file').click();
		await uploader.waitForURL(`${url}/form/${path}`);
		await uploader.locator('input[type=file]').waitFor();
	});

	// Behind all others, because its contacts would count in them.
	inEditor(
		editor,
		'a yes of somebody who has withdrawn is counted as still withdrawn, an unclear word as unclear, and the page says how to undo',
		async () => {
			const { api, sandbox, workflows } = editor().playground;
			const at = (granted: boolean, type = 'newsletter') => ({
				consents: [{ type, granted, granted_at: '2026-01-02T10:00:00Z' }],
			});
			sandbox.seed({
				contacts: [
					{ id: 'S-1', first_name: 'Ada', last_name: 'Muster', documentation: at(false) },
					{ id: 'S-2', first_name: 'Bob', last_name: 'Muster', documentation: at(true) },
					{ id: 'S-3', first_name: 'Carl', last_name: 'Muster' },
				],
			});
			const id = workflows['upload-page'] ?? '';
			const choosing = async (consents: object | undefined) => {
				const workflow = await api.workflow(id);
				for (const { name, parameters } of workflow.nodes)
					if (['Dry Run', 'Upload'].includes(name)) Object.assign(parameters.options as object, { consents });
				await api.updateWorkflow(id, workflow);
				await api.publish(id);
				await published(api, id);
			};
			await choosing({
				values: [{ column: 'newsletter', type: 'newsletter', grantedAtColumn: '', yesMeans: 'granted' }],
			});
			const rows = ['S-1;Ada;ja', 'S-2;Bob;nein', 'S-3;Carl;vielleicht', 'S-4;Dora;ja'];
			const table = rows.map((row) => row.replace(/;(\w+);/, ';$1;Muster;'));
			await choose('kunden.csv', Buffer.from(['Kundennr;Vorname;Nachname;Newsletter', ...table].join('\n')));
			const plan = await press(uploader, 'This would happen');
			expect(plan).toMatch(
				/newsletter: 1 granted, 1 withdrawn, 1 still withdrawn line 2 \(S-1 Ada Muster\), 1 unclear and not written line 4 \(S-3 Carl Muster\)/,
			);
			expect(plan).not.toContain('is not uploaded');
			await mkdir(join(STATE, 'pictures'), { recursive: true });
			const shoot = async (name: string) => {
				for (const colorScheme of ['light', 'dark'] as const) {
					await uploader.emulateMedia({ colorScheme });
					for (const width of [390, 1_200]) {
						await uploader.setViewportSize({ width, height: 900 });
						const path = join(STATE, 'pictures', `${name} ${colorScheme} ${width}.png`);
						await uploader.screenshot({ path, fullPage: true });
					}
				}
				await uploader.emulateMedia({ colorScheme: null });
			};
			await shoot('upload-plan');
			const said = await press(uploader, 'Uploaded');
			expect(said).toContain(
				'Consents: newsletter withdrawn: 1, newsletter granted: 1, newsletter still withdrawn: 1, newsletter unclear and not written: 1.',
			);
			expect(said).toContain('opens the workflow Take it back');
			await shoot('upload-done');
			expect(contact('S-1')?.documentation?.consents).toHaveLength(1);

			// The same file again: only what the service does not take is left to say.
			await choose('kunden.csv', Buffer.from(['Kundennr;Vorname;Nachname;Newsletter', table[0]].join('\n')));
			expect(await press(uploader, 'Nothing has been uploaded')).toContain('1 still withdrawn');

			await choosing(undefined);
			await choose(
				'kunden.csv',
				Buffer.from(['Kundennr;Vorname;Nachname;Newsletter', 'S-5;Eva;Muster;nein'].join('\n')),
			);
			expect(await press(uploader, 'This would happen')).toMatch(
				/is not uploaded: Newsletter\. A yes there grants nothing, and a no withdraws nobody\./,
			);
		},
		180_000,
	);
});
