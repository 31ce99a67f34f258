/** Records that were read before the service made their upload wait. Time stands still but for what a test adds. */
import { sleep, type IDataObject } from 'n8n-workflow';

import { contact, contacts, madeUpUpload, refusal, type Answer } from '../support/made-up-upload';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** An upload of two contacts that has to wait for so many seconds, as often as there are waits. */
async function upload(waits: number[], fieldsNotSent: 'keep' | 'clear' = 'keep') {
	const left = [...waits];
	const run = madeUpUpload({
		rows: ['c1', 'c2'].map((id) => ({ id, first_name: 'Ada', last_name: 'Lovelace', title: 'Dr.' })),
		fieldsNotSent,
		service: ({ method, ids }, count) => {
			if (method === 'GET') return { status: 200, body: contact(ids, { company: `read as ${count}` }) };
			const seconds = left.shift();
			return seconds === undefined
				? undefined
				: { ...refusal(429), headers: { 'retry-after': String(seconds) } };
		},
	});
	await jest.advanceTimersByTimeAsync(14 * 60_000);
	const { sent, reads, items } = await run;
	const last: IDataObject[] = sent.at(-1)?.body ?? [];
	return { reads: reads.join(' '), items, companies: last.map(({ company }) => company) };
}

it.each<[what: string, waits: number[], reads: string, companies: string[]]>([
	['are sent as they are after a minute', [60], 'c1 c2', ['read as 1', 'read as 2']],
	['are read again after more than a minute', [61], 'c1 c2 c1 c2', ['read as 4', 'read as 5']],
	['are as fresh as when they were read again', [61, 50], 'c1 c2 c1 c2', ['read as 4', 'read as 5']],
	['are read again where they wait again', [61, 61], 'c1 c2 c1 c2 c1 c2', ['read as 7', 'read as 8']],
	[
		'are read again three times, and then sent',
		[61, 61, 61, 61],
		'c1 c2 c1 c2 c1 c2 c1 c2',
		['read as 10', 'read as 11'],
	],
])('%s', async (_what, waits, reads, companies) => {
	const run = await upload(waits);
	expect(run).toMatchObject({ reads, companies });
	expect(run.items).toMatchObject([{ accepted: true }, { accepted: true }]);
});

it('are not read at all with Clear', async () => {
	expect(await upload([61], 'clear')).toMatchObject({ reads: '', items: [{ id: 'c1' }, { id: 'c2' }] });
});

/** The upload has to wait for 61 s, and then the service answers otherwise when c1 is read. */
async function waited({ later, continues = true }: { later: Answer; continues?: boolean }) {
	let posts = 0;
	const run = madeUpUpload({
		fieldsNotSent: 'keep',
		continues,
		rows: [
			{ id: 'c1', title: 'Dr.' },
			{ id: 'c2', title: 'Dr.' },
		],
		service: ({ method, ids }) => {
			if (method === 'GET') {
				return posts > 0 && ids === 'c1' ? later : { status: 200, body: contact(ids, { last_name: 'Old' }) };
			}
			return posts++ === 0 ? { ...refusal(429), headers: { 'retry-after': '61' } } : undefined;
		},
	});
	await jest.advanceTimersByTimeAsync(200_000);
	return await run;
}

it('lays the rows over what the records are by then', async () => {
	const { sent, items } = await waited({ later: { status: 200, body: contact('c1', { last_name: 'New' }) } });
	const last = sent.filter(({ method }) => method === 'POST').at(-1);
	expect(last?.body).toMatchObject([
		{ id: 'c1', title: 'Dr.', last_name: 'New' },
		{ id: 'c2', title: 'Dr.', last_name: 'Old' },
	]);
	expect(items).toMatchObject([{ accepted: true }, { accepted: true }]);
});

it('does not bring back a contact that was deleted meanwhile', async () => {
	const { items, uploads } = await waited({ later: refusal(404) });
	expect(uploads).toEqual(['c1 c2', 'c2']);
	expect(items).toMatchObject([
		{ error: 'First Name and Last Name are missing' },
		{ id: 'c2', accepted: true },
	]);
});

it.each([
	['cannot be read', refusal(403), 'The service does not allow this request'],
	['is another record', { status: 200, body: contact('c3') }, /another/],
])('refuses only the contact whose record %s', async (_, later, words) => {
	const { items, uploads } = await waited({ later });
	expect(uploads).toEqual(['c1 c2', 'c2']);
	expect(items).toMatchObject([
		{ error: typeof words === 'string' ? words : expect.stringMatching(words) },
		{ id: 'c2', accepted: true },
	]);
});

it('On Error stop: sends nothing of the batch', async () => {
	const { error, uploads } = await waited({ later: refusal(404), continues: false });
	expect(uploads).toEqual(['c1 c2']);
	expect(error).toMatchObject({
		message: 'First Name and Last Name are missing',
		description: expect.stringMatching(/Accepted: 0 of 2 contacts.*Refused: 1\. Not sent: 1\./s),
	});
});

it('sends nothing where all of them were deleted meanwhile', async () => {
	let posts = 0;
	const run = madeUpUpload({
		fieldsNotSent: 'keep',
		rows: [{ id: 'c1', title: 'Dr.' }],
		service: ({ method, ids }) => {
			if (method === 'GET') return posts > 0 ? refusal(404) : { status: 200, body: contact(ids) };
			posts++;
			return { ...refusal(429), headers: { 'retry-after': '61' } };
		},
	});
	await jest.advanceTimersByTimeAsync(200_000);
	const { items, uploads } = await run;
	expect(uploads).toEqual(['c1']);
	expect(items).toMatchObject([{ error: 'First Name and Last Name are missing' }]);
});

it('Clear: the batches behind the first one go together once it was accepted', async () => {
	const run = madeUpUpload({
		rows: contacts(Array.from({ length: 50 }, (_, at) => `c${at + 10}`).join(' ')),
		options: { batchSize: 10 },
		service: async () => {
			await sleep(100);
			return undefined;
		},
	});
	await jest.advanceTimersByTimeAsync(5_000);
	const { sent } = await run;
	const [first = 0, ...others] = sent.map(({ at }) => at);
	expect(others.filter((at) => at - first < 150).length).toBe(4);
});

describe('where a lot is refused and nobody is named', () => {
	const rows = contacts(Array.from({ length: 300 }, (_, at) => `c${at}`).join(' '));
	const options = { parallelUploads: 1 };

	it('those who are asked are read again, too, if they had to wait', async () => {
		let posts = 0;
		const run = madeUpUpload({
			rows,
			options,
			fieldsNotSent: 'keep',
			service: ({ method, ids }) => {
				if (method === 'GET') return { status: 200, body: contact(ids) };
				if (ids !== 'c168') return refusal(400);
				return posts++ === 0 ? { ...refusal(429), headers: { 'retry-after': '120' } } : undefined;
			},
		});
		await jest.advanceTimersByTimeAsync(400_000);
		const { sent } = await run;
		const steps = sent.filter(({ ids }) => ids === 'c168').map(({ method }) => method);
		expect(steps.slice(0, 4)).toEqual(['GET', 'POST', 'GET', 'POST']);
	});

	it('the rest is not even read', async () => {
		const run = madeUpUpload({
			rows,
			options,
			fieldsNotSent: 'keep',
			service: ({ method }) => (method === 'POST' ? refusal(400) : undefined),
		});
		await jest.advanceTimersByTimeAsync(10_000);
		const { items, reads } = await run;
		expect(items.every(({ error }) => error === 'The service could not read the request')).toBe(true);
		expect(items).toHaveLength(300);
		expect(reads.length).toBeLessThan(120);
	});
});
