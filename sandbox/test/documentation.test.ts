import { PDFDocument } from 'pdf-lib';
import { consentsPdf } from '../records/pdf';
import { bench } from './support';

const b = bench();
const pdf = (path: string) => b.get(path, { responseType: 'arraybuffer' });
const documentation = (event_id: string, minute = 0, more = {}) => ({
	event_id,
	event_time: `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`,
	type: 'documentation' as const,
	contact_id: 'c',
	...more,
});

beforeEach(() => {
	b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Ada' }, { id: 'other' }] });
});

async function textOf(data: Buffer): Promise<string> {
	const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
	const page = await (await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise).getPage(1);
	const { items } = await page.getTextContent();
	return items
		.map((item) => ('str' in item ? item.str : ''))
		.join('|')
		.replace(/\|[\s|]*/g, '|');
}

test('200: a PDF of one page with a file name', async () => {
	b.sandbox.seed({ events: [documentation('d')] });
	const response = await pdf('/documentation/c/d');
	expect(response.status).toBe(200);
	expect(response.headers).toMatchObject({
		'content-type': 'application/pdf',
		'content-disposition': 'attachment; filename="consents-c-d.pdf"',
		'content-length': String(response.data.length),
		'request-id': expect.any(String),
	});
	const read = await PDFDocument.load(response.data, { updateMetadata: false });
	expect(read.getPageCount()).toBe(1);
	expect(read.getCreationDate()?.toISOString()).toBe('2026-03-01T10:00:00.000Z');
});

describe('the latest document of a contact', () => {
	test('is that of the newest event, whatever arrived last', async () => {
		b.sandbox.seed({ events: [documentation('new', 9), documentation('old', 1)] });
		const { headers } = await b.get('/documentation/c');
		expect(headers['content-disposition']).toContain('consents-c-new.pdf');
	});

	test.each([
		['event', 204],
		['ready', 200],
	] as const)('latestDocumentation %s', async (latestDocumentation, status) => {
		b.sandbox.configure({ latestDocumentation });
		b.sandbox.seed({
			events: [documentation('old', 1), documentation('new', 9, { documentation: 'not_generated' })],
		});
		expect((await b.get('/documentation/c')).status).toBe(status);
	});
});

describe('the file', () => {
	test('is the same byte for byte, also after the contact changed', async () => {
		b.sandbox.seed({ events: [documentation('d')] });
		const first = (await pdf('/documentation/c/d')).data as Buffer;
		b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Somebody' }] });
		b.sandbox.configure({ pdfBytes: 1 });
		expect(first.equals((await pdf('/documentation/c/d')).data)).toBe(true);
		expect(first.equals((await pdf('/documentation/c')).data)).toBe(true);
	});

	test('pdfBytes', async () => {
		const pdfBytes = 20_000;
		b.sandbox.configure({ pdfBytes });
		b.sandbox.seed({ events: [documentation('d')] });
		const { data } = await pdf('/documentation/c/d');
		expect(Math.abs(data.length - pdfBytes)).toBeLessThan(300);
		expect((await PDFDocument.load(data)).getPageCount()).toBe(1);
	});

	test('a file name that is not ASCII comes in both forms', async () => {
		b.sandbox.seed({ events: [documentation('ü"/x')] });
		const { headers } = await b.get(`/documentation/c/${encodeURIComponent('ü"/x')}`);
		expect(headers['content-disposition']).toBe(
			`attachment; filename="consents-c-___x.pdf"; filename*=UTF-8''consents-c-%C3%BC%22%2Fx.pdf`,
		);
	});

	const at = new Date('2026-03-01T10:00:00Z');
	const make = (contact: object) =>
		consentsPdf({ contact: { id: 'c', ...contact }, eventId: 'e', eventTime: 't', at, fillTo: 0 });

	test('can be made of any texts, and of many', async () => {
		const consents = Array.from({ length: 200 }, () => ({ granted: true }));
		const names = { first_name: 'x'.repeat(5000), last_name: 'Жуков 李小龍 😀\n\t\u0000' };
		const pdf = await make({ ...names, documentation: { consents } });
		expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
	});

	test('shows the consents', async () => {
		const consents = [
			{ type: 'email', granted: true, granted_at: '2025-05-04T10:30:00Z', granted_ip: '192.0.2.1' },
			{ type: 'phone', granted: false },
		];
		const text = await textOf(await make({ first_name: 'Ada', documentation: { consents } }));
		expect(text).toContain('|Ada|');
		expect(text).toContain('|email|yes|2025-05-04 10:30:00|192.0.2.1|phone|no|–|–');
	});

	test('of a triggered event shows the contact as it was then', async () => {
		await b.post('/events/trigger', { type: 'confirm', contact: { id: 'c', last_name: 'Lovelace' } });
		b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Somebody', last_name: 'Else' }] });
		expect(await textOf((await pdf('/documentation/c')).data)).toContain('|Ada Lovelace|');
	});
});
