/** One page with the consents of a contact, as lines of text. The same input gives the same bytes. */
import type { Contact } from './model';

export interface PdfContent {
	contact: Contact;
	eventId: string;
	/** The `event_time` as sent. */
	eventTime: string;
	/** Fills the file up to this size in bytes. 0: no filling. */
	fillTo: number;
}

const LINES_ON_A_PAGE = 48;
const LETTERS_ON_A_LINE = 90;

/** The built-in font has the characters of Latin-1. Other letters lose their accents or become question marks. */
const printable = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/[^\x20-\x7e\xa1-\xff]/gu, (char) => /^[ -~]/.exec(char.normalize('NFD'))?.[0] ?? '?')
		.slice(0, LETTERS_ON_A_LINE)
		.replace(/[\\()]/g, '\\$&');

const stream = (content: string): string => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;

function fileOf(objects: string[]): Buffer {
	let file = '%PDF-1.4\n';
	const starts = objects.map((object, index) => {
		const start = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(start).padStart(10, '0')} 00000 n \n`;
	});
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}`;
	const end = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(file + table + end, 'latin1');
}

export function consentsPdf({ contact, eventId, eventTime, fillTo }: PdfContent): Buffer {
	const { id, first_name, last_name, documentation } = contact;
	const consents = documentation?.consents ?? [];
	const lines = [
		'Documentation of consents, made by the sandbox, without legal effect',
		`Contact ${id}: ${[first_name, last_name].filter(Boolean).join(' ')}`,
		`Event ${eventId}, ${eventTime}`,
		...consents.map(({ type = '', granted, granted_at = '', granted_ip = '' }) =>
			[`${type}:`, granted ? 'granted' : 'not granted', granted_at, granted_ip].filter(Boolean).join(' '),
		),
	];
	const shown = lines.slice(0, LINES_ON_A_PAGE).map((line) => `(${printable(line)}) Tj T*`);
	const objects = [
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
		'<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
		stream(`BT /F 11 Tf 16 TL 56 780 Td ${shown.join('\n')} ET`),
	];
	const { length } = fileOf([...objects, stream('')]);
	return fileOf(fillTo > length ? [...objects, stream(' '.repeat(fillTo - length))] : objects);
}
