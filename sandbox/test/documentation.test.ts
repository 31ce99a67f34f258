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

/** Reads a PDF as a viewer does: from the end to the table, from there to each object, and to the page. */
function pageOf(data: Buffer): string {
	const file = data.toString('latin1');
	expect(file).toMatch(/^%PDF-1\.\d\n/);
	const [, table = 0] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
	const [, entries = ''] =
		/^xref\n0 \d+\n((?:\d{10} \d{5} [nf] \n)+)trailer\n/.exec(file.slice(Number(table))) ?? [];
	const [free, ...starts] = entries.split('\n').filter(Boolean);
	expect(free).toBe('0000000000 65535 f ');
	const objects = starts.map((start, index) => {
		const [, object] =
			new RegExp(`^${index + 1} 0 obj\n([^]*?)\nendobj\n`).exec(file.slice(parseInt(start))) ?? [];
		return object ?? 'missing';
	});
	expect([objects.length > 4, objects.includes('missing')]).toEqual([true, false]);
	for (const object of objects) {
		const [, length, content = ''] = /^<<\/Length (\d+)>>\nstream\n([^]*)\nendstream$/.exec(object) ?? [];
		if (length !== undefined) expect(content).toHaveLength(Number(length));
	}
	const pages = objects.filter((object) => object.includes('/Type/Page/'));
	expect(pages).toHaveLength(1);
	const [, content] = /\/Contents (\d+) 0 R/.exec(pages[0] ?? '') ?? [];
	return objects[Number(content) - 1] ?? '';
}

/** The lines of the page. */
const textOf = (data: Buffer): string[] =>
	[...pageOf(data).matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)].map(([, text = '']) =>
		text.replace(/\\(.)/g, '$1'),
	);

test('a ready PDF is a 200 with one page and a file name', async () => {
	b.sandbox.seed({ events: [documentation('d')] });
	const response = await pdf('/documentation/c/d');
	expect(response.status).toBe(200);
	expect(response.headers).toMatchObject({
		'content-type': 'application/pdf',
		'content-disposition': 'attachment; filename="consents-c-d.pdf"',
		'content-length': String(response.data.length),
		'request-id': expect.any(String),
	});
	expect(textOf(response.data).join()).toContain('Event d, 2026-03-01T10:00:00Z');
});

describe('GET /documentation/{contactID}', () => {
	test('returns the PDF of the newest event by time, in whatever order the events arrived', async () => {
		b.sandbox.seed({ events: [documentation('new', 9), documentation('old', 1)] });
		const { headers } = await b.get('/documentation/c');
		expect(headers['content-disposition']).toContain('consents-c-new.pdf');
	});

	test.each([
		['event', 204],
		['ready', 200],
	] as const)(
		'with latestDocumentation %s, an unready newest PDF is answered as the option says',
		async (latestDocumentation, status) => {
			b.sandbox.configure({ latestDocumentation });
			b.sandbox.seed({
				events: [documentation('old', 1), documentation('new', 9, { documentation: 'not_generated' })],
			});
			expect((await b.get('/documentation/c')).status).toBe(status);
		},
	);
});

describe('the PDF', () => {
	test('has the same bytes each time, also after the contact changed', async () => {
		b.sandbox.seed({ events: [documentation('d')] });
		const first = (await pdf('/documentation/c/d')).data as Buffer;
		b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Somebody' }] });
		b.sandbox.configure({ pdfBytes: 1 });
		expect(first.equals((await pdf('/documentation/c/d')).data)).toBe(true);
		expect(first.equals((await pdf('/documentation/c')).data)).toBe(true);
	});

	test('is filled up to pdfBytes', async () => {
		const pdfBytes = 20_000;
		b.sandbox.configure({ pdfBytes });
		b.sandbox.seed({ events: [documentation('d')] });
		const { data } = await pdf('/documentation/c/d');
		expect(Math.abs(data.length - pdfBytes)).toBeLessThan(300);
		expect(textOf(data).length).toBeGreaterThan(0);
	});

	test('has its file name in both header forms if the name is not ASCII', async () => {
		b.sandbox.seed({ events: [documentation('ü"/x')] });
		const { headers } = await b.get(`/documentation/c/${encodeURIComponent('ü"/x')}`);
		expect(headers['content-disposition']).toBe(
			`attachment; filename="consents-c-___x.pdf"; filename*=UTF-8''consents-c-%C3%BC%22%2Fx.pdf`,
		);
	});

	const make = (contact: object) =>
		textOf(consentsPdf({ contact: { id: 'c', ...contact }, eventId: 'e', eventTime: 't', fillTo: 0 }));

	test('can hold any texts, and many of them', () => {
		const consents = Array.from({ length: 200 }, () => ({ granted: true }));
		const names = { first_name: 'x'.repeat(5000), last_name: 'Жуков 李小龍 😀\n\t\u0000' };
		expect(make({ ...names, documentation: { consents } }).length).toBeLessThan(60);
	});

	test('escapes characters that would end a text, and keeps the accents that the font has', () => {
		const [, contact] = make({ first_name: ') Tj ET (', last_name: 'Čapek \\ Müller 李' });
		expect(contact).toBe('Contact c: ) Tj ET ( Capek \\ Müller ?');
	});

	test('shows the consents of the contact', () => {
		const consents = [
			{ type: 'email', granted: true, granted_at: '2025-05-04T10:30:00Z', granted_ip: '192.0.2.1' },
			{ type: 'phone', granted: false },
		];
		expect(make({ first_name: 'Ada', documentation: { consents } }).slice(1)).toEqual([
			'Contact c: Ada',
			'Event e, t',
			'email: granted 2025-05-04T10:30:00Z 192.0.2.1',
			'phone: not granted',
		]);
	});

	test('of a triggered event shows the contact as it was when the event was triggered', async () => {
		await b.post('/events/trigger', { type: 'confirm', contact: { id: 'c', last_name: 'Lovelace' } });
		b.sandbox.seed({ contacts: [{ id: 'c', first_name: 'Somebody', last_name: 'Else' }] });
		expect(textOf((await pdf('/documentation/c')).data)).toContain('Contact c: Ada Lovelace');
	});
});
