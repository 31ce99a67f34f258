/** What is sent for each row of an upload, from what the service has where that matters. */
import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { witnessesOf, type Run } from '../../nodes/ContactConsent/run/build';
import type { Element } from '../../nodes/ContactConsent/run/elements';
import { contact, contacts, madeUpUpload, manyIds, refusal, type Sent } from '../support/made-up-upload';

const keep = 'keep' as const;

/** Records that can be read; all else is not there. */
const having =
	(...stored: IDataObject[]) =>
	({ method, ids }: Sent) => {
		const body = method === 'GET' ? stored.find(({ id }) => id === ids) : undefined;
		return body && { status: 200, body };
	};
const bodies = (sent: readonly Sent[]) =>
	sent.filter(({ method }) => method === 'POST').flatMap(({ body }) => body);

it('a row is laid over the record with Keep, and replaces it with Clear', async () => {
	const service = having(contact('c1', { title: 'Dr.', company: 'Old' }));
	const rows = [contact('c1', { company: 'New' }), contact('c2')];
	const kept = await madeUpUpload({ rows, fieldsNotSent: keep, service });
	expect(kept.reads).toEqual(['c1', 'c2']);
	expect(bodies(kept.sent)).toEqual([contact('c1', { title: 'Dr.', company: 'New' }), contact('c2')]);
	const cleared = await madeUpUpload({ rows, service });
	expect(cleared.reads).toEqual([]);
	expect(bodies(cleared.sent)).toEqual(rows);
});

it('a row that lacks what a new record needs is refused, and the others of its batch are sent', async () => {
	const { items, uploads } = await madeUpUpload({
		rows: [{ id: 'c1', title: 'Dr.' }, contact('c2')],
		fieldsNotSent: keep,
	});
	expect(uploads).toEqual(['c2']);
	expect(items).toMatchObject([{ error: 'First Name and Last Name are missing' }, { accepted: true }]);
});

describe('an ID that comes again, with Keep,', () => {
	const number = { original: '0151 / 1', international_formatted: '+49 151 1' };
	const service = having(contact('c1', { section_work: { phone_numbers: [number] } }));

	it('is laid over what this run has sent before, which the service may still be working on', async () => {
		const rows = [
			{ id: 'c1', title: 'Dr.' },
			{ id: 'c2', first_name: 'Bob', last_name: 'B' },
			{ id: 'c1', company: 'New' },
		];
		const { sent, reads, uploads } = await madeUpUpload({ rows, fieldsNotSent: keep, service });
		expect([reads, uploads]).toEqual([
			['c1', 'c2'],
			['c1 c2', 'c1'],
		]);
		expect(bodies(sent)[2]).toMatchObject({ first_name: 'Ada', title: 'Dr.', company: 'New' });
	});

	it('knows how reads show a number, however often it was sent', async () => {
		const rows = [
			{ id: 'c1', title: 'Dr.' },
			{ id: 'c1', title: 'Prof.' },
			{ id: 'c1', phone: '+49 151 1' },
		];
		const { sent } = await madeUpUpload({ rows, fieldsNotSent: keep, service });
		expect(bodies(sent).map(({ section_work }) => section_work)).toEqual(
			rows.map(() => ({ phone_numbers: [{ number: '0151 / 1' }] })),
		);
	});

	it('may be new', async () => {
		const rows = [contact('c3', { title: 'Dr.' }), { id: 'c3', company: 'New' }];
		const { sent, reads } = await madeUpUpload({ rows, fieldsNotSent: keep, service });
		expect(reads).toEqual(['c3']);
		expect(bodies(sent)[1]).toEqual(contact('c3', { title: 'Dr.', company: 'New' }));
	});

	/** An upload to a service that takes 40 s for each request, and has not worked on any when the last one is built. */
	async function slowUpload(rows: IDataObject[], read: ReturnType<typeof having>) {
		jest.useFakeTimers({ now: 0 });
		try {
			const upload = madeUpUpload({
				rows,
				fieldsNotSent: keep,
				service: async (one) => {
					if (one.method === 'GET') return read(one);
					await sleep(40_000);
					return undefined;
				},
			});
			await jest.advanceTimersByTimeAsync(200_000);
			return await upload;
		} finally {
			jest.useRealTimers();
		}
	}

	it('is laid over the record as it is a minute later, with what this run has sent before', async () => {
		const agreed = { documentation: { consents: [{ type: 'news', granted: true }] } };
		const withdrawn = { documentation: { consents: [{ type: 'news', granted: false }] } };
		const rows = [
			{ id: 'c1', title: 'Dr.' },
			{ id: 'c1', company: 'New' },
			{ id: 'c1', position: 'Head' },
		];
		const { sent, reads } = await slowUpload(rows, (one) =>
			having(contact('c1', Date.now() < 2000 ? agreed : withdrawn))(one),
		);
		expect(reads).toEqual(['c1', 'c1']);
		expect(bodies(sent)).toEqual([
			contact('c1', { title: 'Dr.', ...agreed }),
			contact('c1', { title: 'Dr.', company: 'New', ...agreed }),
			contact('c1', { title: 'Dr.', company: 'New', position: 'Head', ...withdrawn }),
		]);
	});

	it('knows a minute later, too, how reads show a number, and that there is no record yet', async () => {
		const rows = [contact('c1'), { id: 'c1', company: 'New' }, { id: 'c1', phone: '+49 151 1' }];
		const lastOver = async (read: typeof service) => bodies((await slowUpload(rows, read)).sent)[2];
		expect(await lastOver(service)).toMatchObject({
			company: 'New',
			section_work: { phone_numbers: [{ number: '0151 / 1' }] },
		});
		expect(await lastOver(having())).toMatchObject({
			company: 'New',
			section_work: { phone_numbers: [{ number: '+49 151 1' }] },
		});
	});

	it('is laid over the record where the first upload was refused', async () => {
		const rows = [
			{ id: 'c1', title: 'refused' },
			{ id: 'c1', company: 'New' },
		];
		const { sent, items, reads } = await madeUpUpload({
			rows,
			fieldsNotSent: keep,
			service: (one) => (one.body[0]?.title === 'refused' ? refusal(422) : service(one)),
		});
		expect(items.map(({ accepted }) => accepted)).toEqual([undefined, true]);
		expect(reads).toEqual(['c1', 'c1']);
		expect(bodies(sent)[1]).not.toHaveProperty('title');
	});
});

describe('a dry run', () => {
	const dryRun = { dryRun: true };
	const service = having(contact('c1', { title: 'Dr.' }));

	it.each<['keep' | 'clear', IDataObject]>([
		['keep', { company: { from: null, to: 'New' } }],
		['clear', { title: { from: 'Dr.', to: null }, company: { from: null, to: 'New' } }],
	])('tells with %s what would change, and sends nothing', async (fieldsNotSent, changes) => {
		const rows = [contact('c1', { company: 'New' }), contact('c2')];
		const { items, uploads } = await madeUpUpload({ rows, fieldsNotSent, options: dryRun, service });
		expect(uploads).toEqual([]);
		expect(items).toMatchObject([
			{ id: 'c1', dry_run: true, exists: true, changes },
			{ id: 'c2', dry_run: true, exists: false },
		]);
		expect(items[0]?.changes).toEqual(changes);
	});

	it('compares an ID that comes again with what would be there by then', async () => {
		const rows = [{ id: 'c1', title: 'Prof.' }, { id: 'c1', title: 'Prof.', company: 'New' }, { id: 'c1' }];
		const { items } = await madeUpUpload({ rows, fieldsNotSent: keep, options: dryRun, service });
		expect(items.map(({ changes }) => changes)).toEqual([
			{ title: { from: 'Dr.', to: 'Prof.' } },
			{ company: { from: null, to: 'New' } },
			{},
		]);
	});
});

it.each<[what: string, more: IDataObject, names: string[]]>([
	['an unknown and a read-only column', { note: 'x', consents: 'y' }, ['note', 'consents']],
	['a read-only column', { consents: 'y' }, ['consents']],
	['an unknown column', { note: 'x' }, ['note']],
])('%s is named', async (_what, more, names) => {
	const { items } = await madeUpUpload({ rows: [contact('c1', more)] });
	expect(items[0]?.not_sent).toEqual(names);
});

describe('reading records', () => {
	it('begins with 16, and goes on with more at once as soon as one could be read', async () => {
		let [underWay, most, beforeFirst] = [0, 0, 0];
		const { reads } = await madeUpUpload({
			rows: contacts(manyIds(100)),
			fieldsNotSent: keep,
			service: async () => {
				most = Math.max(most, ++underWay);
				await sleep(5);
				underWay--;
				if (beforeFirst === 0) beforeFirst = most;
				return undefined;
			},
		});
		expect(reads).toHaveLength(100);
		expect(beforeFirst).toBe(16);
		expect(most).toBeGreaterThan(16);
	});

	it('refuses those alone that cannot be read, and reads each once', async () => {
		for (const count of [2, 16, 40]) {
			const { items, reads, uploads } = await madeUpUpload({
				rows: contacts(manyIds(count)),
				fieldsNotSent: keep,
				service: ({ method, ids }) => (method === 'GET' && ids !== 'c1' ? refusal(403) : undefined),
			});
			expect([reads.length, uploads]).toEqual([count, ['c1']]);
			expect(items.map(({ accepted }) => accepted === true)).toEqual(
				Array.from({ length: count }, (_, at) => at === 1),
			);
		}
	});

	it('refuses all once others were asked and were refused, too', async () => {
		const { items, reads, uploads } = await madeUpUpload({
			rows: contacts(manyIds(300)),
			fieldsNotSent: keep,
			service: () => refusal(400),
		});
		expect([uploads.length, items.length]).toEqual([0, 300]);
		expect(reads.length).toBeLessThanOrEqual(60);
		for (const { message } of items)
			expect(message).toMatch(/The service refused all \d+ requests like this/);
	});

	it.each([200, 404])('goes on where others can be read (%i)', async (status) => {
		const { items } = await madeUpUpload({
			rows: contacts(manyIds(200)),
			fieldsNotSent: keep,
			service: ({ method, ids }) => {
				if (method === 'POST') return undefined;
				if (Number(ids.slice(1)) < 60) return refusal(400);
				return status === 200 ? { status, body: contact(ids) } : undefined;
			},
		});
		expect(items.map(({ accepted }) => accepted === true)).toEqual(
			Array.from({ length: 200 }, (_, at) => at >= 60),
		);
	});
});

describe('those who are asked whether the service takes anything', () => {
	const elements = (count: number) =>
		manyIds(count)
			.split(' ')
			.map((id) => ({ id }) as Element);
	const asked = (some: Element[], repeated: string[] = []) =>
		[...witnessesOf({ repeated: new Set(repeated) } as unknown as Run, some)].map(({ id }) => id);

	it('are eight, spread over all', () => {
		expect(asked(elements(80)).join(' ')).toBe('c5 c15 c25 c35 c45 c55 c65 c75');
	});

	it('are all where there are no more', () => {
		expect(asked(elements(3)).join(' ')).toBe('c0 c1 c2');
	});

	it('are those that have not ended, and whose ID comes once', () => {
		const some = elements(5);
		for (const element of some.slice(0, 1)) element.error = new Error('no');
		expect(asked(some, ['c2']).join(' ')).toBe('c1 c3 c4');
	});
});

describe('a refusal of the service', () => {
	const entry = { code: 'v1c001', message: 'is not a valid email' };
	const validation_errors = { 0: { 'section_work.emails[0].email': entry } };
	const row = (id: string) => contact(id, { work_emails: 'x' });
	const upload = async (...rows: IDataObject[]) => {
		const service = () => refusal(422, { validation_errors });
		const { items } = await madeUpUpload({ rows, service, options: { isolateInvalid: false } });
		return items.map(({ error }) => error);
	};

	it('is told in the words of the columns', async () => {
		expect(await upload(row('c1'))).toEqual(['Work Emails "x": is not a valid email']);
	});

	it('of several together is not, because nobody knows which one it means', async () => {
		const words = 'The service refused the values';
		expect(await upload(row('c1'), row('c2'))).toEqual([words, words]);
	});
});
