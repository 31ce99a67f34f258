/** Records that were read before the service made their upload wait. Time stands still but for what a test adds. */
import type { IDataObject } from 'n8n-workflow';

import { contact, madeUpUpload, refusal } from '../support/made-up-upload';

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
