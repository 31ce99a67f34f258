/* eslint-disable */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ask, jsonOf, type Stage } from './stage';

const NAME = 'what-do-you-have-about-me';

/** All files below a folder, by their path. */
async function filesIn(folder: string): Promise<Map<string, Buffer>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return new Map(
		await Promise.all(
			files.map(async (file) => [file.slice(folder.length + 1), await readFile(file)] as const),
		),
	);
}

async function unzip(archive: string): Promise<Map<string, Buffer>> {
	const folder = await mkdtemp(join(tmpdir(), 'about-'));
	try {
		await promisify(execFile)('python3', ['-m', 'zipfile', '-e', archive, folder]);
		return await filesIn(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** The archive has everything about one contact, and nothing about another one. */
export function aboutTests(stage: Stage): void {
	test('what do you have about me: the archive has the contact, its consents, its events and its PDFs', async () => {
		const { sandbox, folder } = stage.playground();
		const contact_id = 'me/é';
		const at = (day: number) => `2025-06-0${day}T12:00:00.000Z`;
		const about = { contact_id, received: true };
		sandbox.seed({
			contacts: [
				{
					id: contact_id,
					first_name: '<b>Ada</b>',
					last_name: '=1+1',
					documentation: {
						consents: [
							{ type: 'newsletter', granted: true, granted_at: at(1) },
							{ type: 'newsletter', granted: false, granted_at: at(3) },
						],
					},
				},
				{ id: 'me', first_name: 'Somebody', last_name: 'Else' },
			],
			events: [
				{ ...about, event_id: 'me-1', type: 'update', event_time: at(1) },
				{ ...about, event_id: '=me/2', type: 'documentation', event_time: at(1), documentation: 'ready' },
				{ ...about, event_id: '=me-2', type: 'documentation', event_time: at(1), documentation: 'ready' },
				{ ...about, event_id: 'me-3', type: 'documentation', event_time: at(2), documentation: 'gone' },
				{
					...about,
					event_id: 'me-4',
					type: 'documentation',
					event_time: at(3),
					documentation: 'not_generated',
				},
				{ contact_id: 'me', event_id: 'other', type: 'update', event_time: at(2), received: true },
			],
		});
		const execution = await ask(stage, NAME, 'Who', { contact_id });
		const path = String(jsonOf(execution, 'Write Archive')[0]?.fileName);
		expect(path).toMatch(/^\.n8n-files\/about_me-_[\d-]{17}\.zip$/);
		const files = await unzip(join(folder.root, path));
		expect([...files.keys()].sort()).toEqual([
			'consents.json',
			'contact.json',
			'documents.json',
			'documents/1_2025-06-01.pdf',
			'documents/2_2025-06-01.pdf',
			'events.json',
		]);
		const json = (name: string) =>
			JSON.parse(files.get(name)?.toString() ?? '') as Array<{ event_id: string }>;
		expect(json('contact.json')).toMatchObject({ id: contact_id, first_name: '<b>Ada</b>' });
		expect(json('consents.json')).toMatchObject([
			{ type: 'newsletter', granted: true },
			{ type: 'newsletter', granted: false },
		]);
		const events = json('events.json').map(({ event_id }) => event_id);
		expect(events).toEqual(['me-1', '=me/2', '=me-2', 'me-3', 'me-4']);
		expect(json('documents.json')).toMatchObject([
			{ event_id: '=me/2', documentation_status: 'downloaded', file: 'documents/1_2025-06-01.pdf' },
			{ event_id: '=me-2', documentation_status: 'downloaded', file: 'documents/2_2025-06-01.pdf' },
			{ event_id: 'me-3', documentation_status: 'gone' },
			{ event_id: 'me-4', documentation_status: 'not_generated' },
		]);
		for (const number of [1, 2]) {
			const pdf = files.get(`documents/${number}_2025-06-01.pdf`)?.toString('latin1');
			expect(pdf).toMatch(/^%PDF-[^]*%%EOF\s*$/);
		}

		// A contact without events, a deleted contact with events, and an unknown ID.
		sandbox.seed({ contacts: [{ id: 'me-quiet', first_name: 'No', last_name: 'Events' }] });
		const quiet = await ask(stage, NAME, 'Who', { contact_id: 'me-quiet' });
		expect(jsonOf(quiet, 'Files of the Archive')).toMatchObject([{ events: 0, documents: 0 }]);
		sandbox.seed({ events: [{ ...about, contact_id: 'me-gone', event_id: 'me-5', type: 'update' }] });
		const gone = await ask(stage, NAME, 'Who', { contact_id: 'me-gone' });
		expect(jsonOf(gone, 'Files of the Archive')).toMatchObject([{ events: 1, documents: 0 }]);
		const nobody = await ask(stage, NAME, 'Who', { contact_id: 'me-nobody' }, { mayFail: true });
		expect(nobody.data.resultData.error?.message).toContain('nothing about the ID "me-nobody"');
	});
}
