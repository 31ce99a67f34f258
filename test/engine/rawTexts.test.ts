/* eslint-disable */
/** Failures inside n8n or on the way are reported in words, with the step and the row. */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import { actionBench, contact, withoutJitter, wordsOf } from '../support/action';

const bench = actionBench();
withoutJitter();

const GET = { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}' };
const HISTORY = { resource: 'event', operation: 'getMany' };
const PDF = { resource: 'documentation', operation: 'download', contactId: '={{ $json.id }}' };
const zipped = { headers: { 'content-encoding': 'gzip' }, times: null };

it.each([
	['an answer', GET, '/contacts/*', { status: 200, body: { id: 'c1' } }],
	['a list', HISTORY, '/events', { status: 200, body: [] }],
	['a file', PDF, '/documentation/*', { status: 200, body: '%PDF-1.4', contentType: 'application/pdf' }],
])('%s with a wrong Content-Encoding is reported as damaged', async (_, parameters, path, answer) => {
	bench.sandbox.faults.add({ path, ...answer, ...zipped });
	const run = await bench.run(parameters, { items: [{ id: 'c1' }] });
	expect(run.error?.message).toSay('answerDamaged');
	expect(wordsOf(run)).toMatch(/n8n says: code Z_DATA_ERROR\./);
	expect(wordsOf(run)).not.toMatch(/header check/);
});

describe('a time zone', () => {
	it.each(['DEFAULT', undefined])('%s means the one of n8n', async (timezone) => {
		bench.sandbox.seed({ events: 1 });
		const run = await bench.run({ ...HISTORY, filters: { from: '2026-01-31T08:00:00' } }, { timezone });
		expect(run.error).toBeUndefined();
		expect(bench.requests()[0]).toMatch(/from=2026-01-31T\d\d%3A00%3A00\.000Z/);
	});

	it('that is unknown is refused by name if it is needed, before any request', async () => {
		const timezone = 'Mars/Olympus';
		const run = await bench.run({ ...HISTORY, filters: { from: '2026-01-31T08:00:00' } }, { timezone });
		expect(wordsOf(run)).toMatch(/time zone.*"Mars\/Olympus"/);
		expect(bench.requests()).toEqual([]);
		const known = await bench.run(
			{ ...HISTORY, filters: { from: '2026-01-31T08:00:00+01:00' } },
			{ timezone },
		);
		expect(known.error).toBeUndefined();
	});

	it('that is unknown does not hide the message about a wait', async () => {
		bench.sandbox.faults.add({ status: 429, headers: { 'retry-after': '3600' }, times: null });
		const run = await bench.run(HISTORY, { timezone: 'Mars/Olympus' });
		expect(run.error?.message).toSay('asksToWait');
	});
});

it.each([
	['stop', undefined],
	['go on', 'continueRegularOutput' as const],
])('a failure inside n8n names the step and the row (%s)', async (_, onError) => {
	bench.sandbox.seed({
		contacts: [contact('c1'), contact('c2')],
		events: [{ event_id: 'd', type: 'documentation', contact_id: 'c2' }],
	});
	const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
	jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValue(full);
	const run = await bench.run(PDF, { items: [{ id: 'c2' }], onError });
	const words = onError ? JSON.stringify(run.json[0]) : wordsOf(run);
	expect(words).toSay('unexpected', { doing: 'the file was stored' });
	expect(words).toMatch(/row 1 of the input/);
	expect(words).toMatch(/n8n says: ENOSPC/);
	jest.restoreAllMocks();
});
