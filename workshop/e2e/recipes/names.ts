/* eslint-disable */
import { readdir, readFile, stat } from 'node:fs/promises';

import { EVERY_10_SECONDS } from '../../playground/trigger-workflow';
import { eventually } from '../playground';
import { publishCopy, type Stage } from './stage';

const NAME = 'consent-pdfs-to-files';
const TIME = '2026-03-01T12:00:00Z';
const LATER = '2026-03-01T12:01:00Z';
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(9);

/** Names of contacts, with the beginning of the file name that they must lead to. */
const NAMES: Array<[first: string, last: string, file: string]> = [
	['Ada', 'Lovelace', 'Lovelace, Ada – newsletter – 2026-03-01.pdf'],
	['../../..', '../etc', 'etc – newsletter'],
	['..', '.', 'pdf-name '],
	['a/b\\c', 'd:e*f?g"h<i>j|k', 'd-e-f-g-h-i-j-k, a-b-c – newsletter'],
	['Null\u0000Byte', 'Line\r\nBreak\u2028\u0007', 'Line Break, Null Byte – newsletter'],
	['', 'CON', 'CON – newsletter'],
	['x', 'nul.txt', '_nul.txt, x – newsletter'],
	['', '', 'pdf-name '],
	['   ', '\t', 'pdf-name '],
	[LONG, LONG, 'Wolfeschlegelsteinhausenbergerdorff'],
	['😀'.repeat(200), '漢字'.repeat(200), '漢字漢字'],
	['\ud800 half', '\u202egnp.exe', 'gnp.exe, half – newsletter'],
	["D'Arcy", 'Ångström-Weiß Jr.', "Ångström-Weiß Jr, D'Arcy – newsletter"],
	['.hidden', '-rf', 'rf, hidden – newsletter'],
	['[a](b){c}', '~$HOME `id` %20 & ! + @', '~$HOME `id` %20 & ! + @, a--b--c- – newsletter'],
];

/** Each document is saved in its own file, in the folder of its year, whatever the names are. */
export function namesTests(stage: Stage): void {
	test('names on the PDFs: each document has its own file, whatever the name is', async () => {
		const { api, sandbox } = stage.playground();
		const contacts = NAMES.map(([first_name, last_name], index) => ({
			id: `pdf/name ${index}`,
			first_name,
			last_name,
			documentation: {
				consents: [
					{ type: 'newsletter', granted: true },
					{ type: 'phone', granted: false, granted_at: '2026-02-02T12:00:00Z' },
					// This consent was granted once and withdrawn by the one above.
					{ type: 'phone', granted: true, granted_at: '2026-02-01T12:00:00Z' },
				],
			},
		}));
		const count = NAMES.length + 2;
		// The last document comes with the next poll, when its file name is already taken.
		const since = { beginWith: 'date', startFrom: '2026-03-01T00:00:00Z', options: { maxEvents: count } };
		const document = (contact_id: string, event_id: string, event_time = TIME) => ({
			contact_id,
			event_id,
			event_time,
			type: 'documentation' as const,
			documentation: 'ready' as const,
			received: true,
		});
		// Ada has two documents at that time, another Ada has one, and a third document of hers comes later.
		const namesake = { ...contacts[0], id: 'pdf-namesake' };
		sandbox.seed({
			contacts: [...contacts, namesake],
			events: [
				...contacts.map((contact, index) => document(contact.id, `pdf-${index}`)),
				document('pdf/name 0', 'pdf-again'),
				document('pdf-namesake', 'pdf-namesake'),
				document('pdf/name 0', 'pdf-third', LATER),
			],
		});
		const id = await publishCopy(stage, NAME, {
			'New Document': { pollTimes: EVERY_10_SECONDS, ...since },
		});
		const files = async (wanted: number) =>
			await eventually(async () => {
				// Documents of other tests are of other days.
				const all = await readdir(stage.file('documents', '2026'));
				const found = all.filter((name) => name.includes('2026-03-01'));
				// n8n creates a file before it writes into it.
				const sizes = await Promise.all(
					found.map(async (name) => (await stat(stage.file('documents', '2026', name))).size),
				);
				return found.length >= wanted && !sizes.includes(0) ? found : undefined;
			}, `${wanted} PDFs`);
		const found = (await files(count + 1)).map((name) => name.normalize('NFC'));

		expect(found).toHaveLength(count + 1);
		const missing = NAMES.filter(([, , beginning]) => !found.some((name) => name.startsWith(beginning)));
		expect(missing).toEqual([]);
		const lovelace = found.filter((name) => name.startsWith('Lovelace'));
		expect(lovelace).toHaveLength(4);
		expect(lovelace).toContain('Lovelace, Ada – newsletter – 2026-03-01.pdf');
		for (const name of found) {
			expect(name).toMatch(/^[^.].* – newsletter – 2026-03-01( \([\da-f]{8}\))?\.pdf$/u);
			expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\u202e]|^(con|nul)\./iu);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
			const pdf = await readFile(stage.file('documents', '2026', name));
			expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
		}
		// No file was written outside the folder.
		expect((await readdir(stage.file())).filter((name) => name.endsWith('.pdf'))).toEqual([]);
		await api.unpublish(id);
	});
}
