/** One page with the consents of a contact. The same input gives the same bytes. */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import type { Consent, Contact } from './model';

export interface PdfContent {
	contact: Contact;
	eventId: string;
	/** The `event_time` as sent. */
	eventTime: string;
	at: Date;
	/** Size in bytes to which the file is filled up; 0: not filled up. */
	fillTo: number;
}

const A4: [number, number] = [595.28, 841.89];
const LEFT = 56;
const RIGHT = A4[0] - LEFT;
const INK = rgb(0.13, 0.15, 0.19);
const SOFT = rgb(0.42, 0.45, 0.5);
const LINE = rgb(0.82, 0.84, 0.87);
const YES = rgb(0.07, 0.5, 0.27);
const NO = rgb(0.75, 0.15, 0.13);
const COLUMNS = [LEFT, 206, 254, 346];
const WIDTHS = [142, 44, 88, RIGHT - 346];
const ROWS_PER_PAGE = 23;

/** For contacts without consents: the static generic documentation. */
const GENERIC: Consent[] = [
	{ type: 'Contact by e-mail', granted: true },
	{ type: 'Contact by telephone', granted: true },
	{ type: 'Contact by post', granted: false },
];

const DIRECT = /[\x20-\x7e\xa1-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

const STROKES: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i' };

/** Standard fonts have only WinAnsi characters. Other letters lose their accents or become a question mark. */
function printable(text: string): string {
	const replaced = [...text.normalize('NFC')].map((char) => {
		if (DIRECT.test(char)) return char;
		if (/\s/.test(char)) return ' ';
		const bare = STROKES[char] ?? char.normalize('NFD')[0] ?? '';
		return DIRECT.test(bare) ? bare : '?';
	});
	return replaced.join('');
}

function fitted(text: string, font: PDFFont, size: number, width: number): string {
	const clean = printable(text).slice(0, 400);
	if (font.widthOfTextAtSize(clean, size) <= width) return clean;
	let end = clean.length;
	while (end > 0 && font.widthOfTextAtSize(`${clean.slice(0, end)}…`, size) > width) end--;
	return `${clean.slice(0, end)}…`;
}

interface Pen {
	page: PDFPage;
	plain: PDFFont;
	bold: PDFFont;
}

function write(pen: Pen, text: string, x: number, y: number, more: Partial<Style> = {}): void {
	const { size = 10, bold = false, color = INK, width = RIGHT - x } = more;
	const font = bold ? pen.bold : pen.plain;
	pen.page.drawText(fitted(text, font, size, width), { x, y, size, font, color });
}

interface Style {
	size: number;
	bold: boolean;
	color: typeof INK;
	width: number;
}

const rule = ({ page }: Pen, y: number, thickness = 0.6): void =>
	page.drawLine({ start: { x: LEFT, y }, end: { x: RIGHT, y }, thickness, color: LINE });

const shortTime = (text: string | undefined): string =>
	text ? text.replace('T', ' ').replace(/(:\d\d)(\.\d+)?(Z|[+-].*)?$/, '$1') : '–';

function writeHead(pen: Pen, { contact, eventId, eventTime }: PdfContent): void {
	const title = [contact.title, contact.first_name, contact.last_name];
	const name = title.filter(Boolean).join(' ') || contact.id;
	write(pen, 'Documentation of consents', LEFT, 762, { size: 20, bold: true });
	write(pen, 'Generic document of the sandbox, without legal effect', LEFT, 743, { color: SOFT });
	rule(pen, 728, 1.2);
	const facts = [
		['Contact', name],
		['Contact id', contact.id],
		['Company', contact.company ?? '–'],
		['Event id', eventId],
		['Generated at', eventTime],
	];
	facts.forEach(([label = '', value = ''], row) => {
		const y = 704 - row * 18;
		write(pen, label, LEFT, y, { color: SOFT });
		write(pen, value, LEFT + 96, y, { bold: row === 0 });
	});
}

function writeRow(pen: Pen, y: number, consent: Consent): void {
	const cells = [
		consent.type ?? consent.id ?? '–',
		consent.granted ? 'yes' : 'no',
		shortTime(consent.granted_at),
		consent.granted_ip ?? '–',
	];
	cells.forEach((text, column) => {
		const color = column === 1 ? (consent.granted ? YES : NO) : INK;
		write(pen, text, COLUMNS[column] ?? LEFT, y, {
			size: 9,
			color,
			width: WIDTHS[column],
			bold: column === 1,
		});
	});
	rule(pen, y - 8);
}

function writeTable(pen: Pen, consents: Consent[]): void {
	let y = 590;
	['Consent', 'Granted', 'Granted at', 'IP address'].forEach((label, column) =>
		write(pen, label, COLUMNS[column] ?? LEFT, y, { size: 9, bold: true, color: SOFT }),
	);
	rule(pen, y - 8, 1);
	for (const consent of consents.slice(0, ROWS_PER_PAGE)) writeRow(pen, (y -= 22), consent);
	const more = consents.length - ROWS_PER_PAGE;
	if (more > 0) write(pen, `and ${more} more`, LEFT, 48, { size: 9, color: SOFT });
}

export async function consentsPdf(content: PdfContent): Promise<Buffer> {
	const { contact, eventId, at, fillTo } = content;
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(`Consents of ${contact.id}`);
	pdf.setSubject(`Event ${eventId}`);
	pdf.setProducer('Contact Consent sandbox');
	pdf.setCreator('Contact Consent sandbox');
	pdf.setCreationDate(at);
	pdf.setModificationDate(at);
	pdf.setLanguage('en');
	const pen: Pen = {
		page: pdf.addPage(A4),
		plain: await pdf.embedFont(StandardFonts.Helvetica),
		bold: await pdf.embedFont(StandardFonts.HelveticaBold),
	};
	const own = contact.documentation?.consents ?? [];
	writeHead(pen, content);
	writeTable(pen, own.length > 0 ? own : GENERIC);
	const small = await pdf.save({ useObjectStreams: false });
	if (fillTo <= small.length) return Buffer.from(small);
	const filler = Buffer.alloc(Math.max(0, fillTo - small.length - 96), 'contact consent sandbox ');
	pdf.context.register(pdf.context.stream(filler));
	return Buffer.from(await pdf.save({ useObjectStreams: false }));
}
