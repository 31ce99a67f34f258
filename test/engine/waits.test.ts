/* eslint-disable */
/** A service asks to wait: how long no request is sent, which other requests wait, and what people are told. Time is virtual. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { NodeApiError } from 'n8n-workflow';

import { contact, KEY, wordsOf, type Parameters } from '../support/action';
import { Engine } from '../support/engine';
import { declared } from '../support/features';
import { forgetWaits } from '../support/forget';
import { ActiveTrigger } from '../support/poll';
import { virtualTime } from '../support/virtual-time';
import { sentence } from '../support/sentences';
import { cases } from '../support/cases';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const time = virtualTime();
beforeEach(forgetWaits);

type Refusal = { status: number; headers?: Record<string, string> };

/**
 * A service that answers everything except what `refusal` refuses. `seen` has the time, method and path of each
 * request.
 */
async function startService(refusal: (line: string, at: number) => Refusal | undefined) {
	const start = performance.now();
	const seen: Array<{ at: number; line: string }> = [];
	const service = await time.serve((request, response): unknown => {
		const at = performance.now() - start;
		const line = `${request.method} ${request.url?.replace('/v1', '')}`;
		seen.push({ at, line });
		const refused = refusal(line, at);
		const { status = request.method === 'POST' ? 202 : 200, headers = {} } = refused ?? {};
		response.writeHead(status, {
			'request-id': 'r-1',
			'content-type': 'application/json',
			'operation-id': 'o-1',
			...headers,
		});
		const id = request.url?.split('/').at(-1);
		if (refused) return response.end('{"message":"Not now"}');
		return response.end(
			/events|operations\?/.test(line)
				? '[]'
				: JSON.stringify({ id, first_name: 'A', last_name: 'B', status: 'done' }),
		);
	});
	return { seen, credentials: { baseUrl: service.baseUrl, apiKey: KEY } };
}

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}' };
const UPSERT: Parameters = {
	resource: 'contact',
	operation: 'upsert',
	columns: { mappingMode: 'autoMapInputData', value: null },
	options: {},
};
const PDF: Parameters = { resource: 'documentation', operation: 'download', contactId: '={{ $json.id }}' };

const run = async (
	service: { credentials: Record<string, string> },
	parameters: Parameters,
	more: object = {},
) =>
	await time.until(
		engine.run({ parameters, items: [{ id: 'a' }], credentials: service.credentials, ...more }),
	);

const seconds = (from: number) => String(Math.floor(Date.now() / SECOND) + from);
const date = (from: number) => new Date(Date.now() + from * SECOND).toUTCString();

describe.each([429, 503])('a %i that asks to wait', (status) => {
	it.each<[string, () => string, number, number]>([
		['seconds', () => '7', 7, 8],
		['a date', () => date(7), 6, 8],
		['a fraction', () => '1.5', 0.9, 3],
		['a list', () => '5, 10', 0.9, 3],
		['seconds since 1970', () => seconds(7), 0.9, 3],
		['milliseconds since 1970', () => `${Date.now() + 7000}`, 0.9, 3],
		['a time that has passed', () => date(-30), 0.9, 3],
		['a negative number', () => '-5', 0.9, 3],
		['a date far away', () => date(2 * 24 * 3600), 0.9, 3],
		['words', () => 'in 5 s', 0.9, 3],
		['nothing', () => '', 0.9, 3],
	])(
		'for %s is followed by the next request at that time, and no row is refused',
		async (_, wait, least, most) => {
			let isAsked = false;
			const service = await startService(() => {
				if (isAsked) return undefined;
				isAsked = true;
				return { status, headers: { 'retry-after': wait(), date: date(0) } };
			});
			const { json, error } = await run(service, GET);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id: 'a' }]);
			const [first, second] = service.seen.map(({ at }) => at / SECOND) as [number, number];
			expect(second - first).toBeGreaterThanOrEqual(least);
			expect(second - first).toBeLessThan(most);
		},
	);
});

it('a mistaken Retry-After does not stop other executions', async () => {
	const service = await startService((_, at) =>
		at < 5 * SECOND ? { status: 429, headers: { 'retry-after': seconds(60) } } : undefined,
	);
	await run(service, GET);
	const { json, error } = await run(service, GET);
	expect([error, json.length, service.seen.length < 10]).toEqual([undefined, 1, true]);
});

describe('the message about a wait', () => {
	const hour = () => ({ status: 429, headers: { 'retry-after': '3600' } });

	it('names the time until which the node waits, in the time zone of the workflow', async () => {
		jest.setSystemTime(new Date('2026-03-01T12:05:10Z'));
		const service = await startService(hour);
		const first = await run(service, GET, { timezone: 'Europe/Berlin' });
		expect(wordsOf(first)).toMatch(new RegExp(`^The service ${sentence('asksToWait')} 14:06\\n`));
		await time.until(new Promise((resolve) => setTimeout(resolve, 10 * MINUTE)));
		const later = await run(service, GET, { timezone: 'America/New_York' });
		expect(wordsOf(later)).toMatch(new RegExp(`^The service ${sentence('asksToWait')} 08:06\\n`));
		expect(service.seen).toHaveLength(1);
	});

	it('also names the day if it is not today', async () => {
		jest.setSystemTime(new Date('2026-03-01T22:29:30Z'));
		const service = await startService(hour);
		expect(wordsOf(await run(service, GET, { timezone: 'Europe/Berlin' }))).toMatch(
			new RegExp(`^The service ${sentence('asksToWait')} 2026-03-02 00:30\\n`),
		);
		forgetWaits();
		const here = await run(service, GET, { timezone: 'UTC' });
		expect(here.error?.message).toBe(`The service ${sentence('asksToWait')} 23:30`);
	});
});

describe('a quota on uploads', () => {
	const quota = (line: string) =>
		line.startsWith('POST') ? { status: 429, headers: { 'retry-after': '3600' } } : undefined;

	it('does not stop triggers or reads', async () => {
		const service = await startService(quota);
		const upload = await run(service, UPSERT, { items: [contact('a')] });
		expect(wordsOf(upload)).toMatch(new RegExp(`^The service ${sentence('asksToWait')}`));
		const { error } = await run(service, GET);
		expect(error).toBeUndefined();
		const trigger = new ActiveTrigger({ engine, credentials: service.credentials });
		await time.until(trigger.publish());
		await time.until(trigger.tick());
		expect(service.seen.filter(({ line }) => line.startsWith('GET /events')).length).toBeGreaterThan(1);
		// The wait applies to other requests that write.
		const before = service.seen.length;
		const deletion = await run(service, { ...GET, operation: 'delete' });
		expect([wordsOf(deletion).split('\n')[0], service.seen.length]).toEqual([
			expect.toSay('asksToWait'),
			before,
		]);
	});

	it('does not stop what is sent with the key, if it is one on pings, which have none', async () => {
		const service = await startService((line) =>
			line.endsWith('/ping') ? { status: 429, headers: { 'retry-after': '3600' } } : undefined,
		);
		await run(service, { resource: 'health', operation: 'ping' });
		const { error } = await run(service, GET);
		expect(error).toBeUndefined();
	});

	it('does not stop the reads of the same upload', async () => {
		const service = await startService(quota);
		const items = Array.from({ length: 150 }, (_, at) => contact(`c${at}`, { company: 'New' }));
		await run(service, UPSERT, { items, onError: 'continueRegularOutput' });
		const read = service.seen.map(({ line }) => line).filter((line) => line.startsWith('GET /contacts'));
		expect(new Set(read).size).toBe(150);
	});
});

it('a trigger that is asked to wait says until when, and its wait does not stop uploads', async () => {
	jest.setSystemTime(new Date('2026-03-01T12:00:00Z'));
	const service = await startService((line) =>
		line.startsWith('GET') ? { status: 429, headers: { 'retry-after': '3600' } } : undefined,
	);
	const trigger = new ActiveTrigger({ engine, credentials: service.credentials });
	await time.until(trigger.publish());
	const failure = await time.until(
		trigger.tick().then(
			() => undefined,
			(error: NodeApiError) => error,
		),
	);
	expect(failure?.message).toMatch(new RegExp(`^The service ${sentence('asksToWait')} \\d\\d:\\d\\d$`));
	expect(failure?.failure?.cause).toBe(declared('rate-limited'));
	const { error } = await run(service, { ...UPSERT, fieldsNotSent: 'clear' }, { items: [contact('a')] });
	expect(error).toBeUndefined();
});

describe('a service that takes no request', () => {
	const rows = Array.from({ length: 5 }, (_, at) => ({ id: `c${at}` }));
	const warned = () => {
		const warn = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
		return () => warn.mock.calls.map(([text]) => text);
	};
	afterEach(() => void jest.restoreAllMocks());

	it.each([GET, { ...GET, operation: 'delete' }])(
		'makes five rows fail after 15 minutes, and not before; the log and the hint say so ($operation)',
		async (parameters) => {
			const told = warned();
			const service = await startService(() => ({ status: 500 }));
			const began = performance.now();
			const { json, hints } = await run(service, parameters, {
				items: rows,
				onError: 'continueRegularOutput',
			});
			const minutes = (performance.now() - began) / MINUTE;
			expect([json.length, minutes > 14, minutes < 15.1]).toEqual([5, true, true]);
			for (const [at, { error, message }] of json.entries()) {
				expect(error).toBe(sentence('notProcessed'));
				expect(message).toSay('tookNoRequest');
				expect(message).toSay('cameFrom', { rows: `row ${at + 1}` });
				expect(message).toContain('Not now');
			}
			expect(hints.map((hint) => hint.message)).toEqual([
				expect.stringMatching(new RegExp(`^${sentence('waitedForAny', { seconds: '8\\d\\d' })}$`)),
			]);
			expect(told()).toEqual([
				expect.stringMatching(
					new RegExp(
						`^Contact Consent of workflow workflow: ${sentence('noRequestForMinute')}.*could not process`,
					),
				),
			]);
		},
	);

	it.each<[string, Parameters, number, RegExp]>([
		['an upload in one request', { ...UPSERT, fieldsNotSent: 'clear' }, 300, /POST/],
		['an upload in two requests', { ...UPSERT, fieldsNotSent: 'clear' }, 2000, /./],
		['an upload of one batch with Keep', UPSERT, 80, /POST/],
		['an upload of several batches with Keep, from its first POST on', UPSERT, 250, /POST/],
		[
			'a consent for each row',
			{
				...UPSERT,
				operation: 'setConsent',
				contactId: '={{ $json.id }}',
				consentType: 'm',
				// This service stores nothing, so nothing can be read back.
				options: { waitUntilFinished: false },
			},
			30,
			/POST/,
		],
	])('for a minute makes no row fail of %s', async (_, parameters, count, down) => {
		let from: number | undefined;
		const service = await startService((line, at) => {
			if (down.test(line)) from ??= at;
			return at < (from ?? Infinity) + MINUTE && from !== undefined ? { status: 500 } : undefined;
		});
		const items = Array.from({ length: count }, (_, at) => contact(`c${at}`, { first_name: 'N' }));
		const { json, hints } = await run(service, parameters, { items, onError: 'continueRegularOutput' });
		expect([json.length, json.filter(({ error }) => error !== undefined)]).toEqual([count, []]);
		expect(service.seen.length).toBeLessThan(2 * count + 100);
		expect(hints.map((hint) => hint.message).join()).toMatch(
			new RegExp(sentence('waitedForAny', { seconds: '\\d+' })),
		);
	});

	it('for five minutes makes no row fail, and the hint says why it took so long', async () => {
		const told = warned();
		const service = await startService((_, at) => (at < 5 * MINUTE ? { status: 502 } : undefined));
		const { json, error, hints } = await run(service, GET, { items: rows });
		expect([error, json.length]).toEqual([undefined, 5]);
		expect(hints.map((hint) => hint.message)).toEqual([
			expect.stringMatching(new RegExp(`^${sentence('waitedForAny', { seconds: '[23]\\d\\d' })}$`)),
		]);
		expect(told()).toHaveLength(1);
	});
});

describe('one request of many', () => {
	const COUNT = cases(300, 800);
	const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `c${at}` }));

	it.each([
		['no time', {}, 1],
		['a minute', { 'retry-after': '60' }, 6],
	])(
		'that is asked to wait for %s again and again is refused by itself and does not hold up the others for long',
		async (_, headers, most) => {
			const service = await startService((line) =>
				line.endsWith('/c7') ? { status: 429, headers } : undefined,
			);
			const began = performance.now();
			const { json } = await run(service, GET, { items: many(COUNT), onError: 'continueRegularOutput' });
			const refused = json.filter(({ error }) => error !== undefined);
			expect(refused).toHaveLength(1);
			expect(refused[0]?.message).toMatch(/row 8/);
			expect(json).toHaveLength(COUNT);
			expect((performance.now() - began) / MINUTE).toBeLessThan(most);
			// The others are finished after the first wait.
			const others = service.seen.filter(({ line }) => !line.endsWith('/c7'));
			expect(others.at(-1)?.at).toBeLessThan(2.5 * MINUTE);
		},
	);

	it('is refused, too, if several are asked to wait again and again', async () => {
		const service = await startService((line) => (/\/c\d0$/.test(line) ? { status: 429 } : undefined));
		const { json } = await run(service, GET, { items: many(500), onError: 'continueRegularOutput' });
		expect(json.filter(({ error }) => error !== undefined)).toHaveLength(9);
	});

	it('for a document that is asked to wait does not stop other documents', async () => {
		const service = await startService((line) =>
			line.endsWith('/c3') ? { status: 429, headers: { 'retry-after': '600' } } : undefined,
		);
		await run(service, PDF, {
			items: many(20),
			onError: 'continueRegularOutput',
			onStart: (cancel: () => void) => setTimeout(cancel, MINUTE),
		});
		expect(new Set(service.seen.map(({ line }) => line)).size).toBe(20);
		expect(service.seen.at(-1)?.at).toBeLessThan(MINUTE);
	});

	it('for a document stops all documents if several in a row are asked to wait', async () => {
		const service = await startService(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
		await run(service, PDF, { items: many(20), onError: 'continueRegularOutput' });
		expect(service.seen.length).toBeLessThanOrEqual(8);
		const { error } = await run(service, PDF);
		expect(error?.message).toSay('asksToWait');
		expect(service.seen.length).toBeLessThanOrEqual(8);
	});
});
