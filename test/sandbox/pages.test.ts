/** Pages of made-up histories: each event once, in order, and headers of a next page exactly while there is one. */
import fc from 'fast-check';

import { start } from '../../sandbox/index';
import type { Sandbox } from '../../sandbox/index';
import { SEED } from '../support/seed';
import { cases } from '../support/cases';
import { createClient } from './differential/client';

jest.setTimeout(cases(60_000, 600_000));

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
	sandbox = await start({ port: 0, docs: false });
	client = createClient(sandbox.port);
});
afterAll(async () => {
	client.close();
	await sandbox.close();
});

const FIRST = Date.parse('2026-03-01T10:00:00.000Z');
/** Few different times, so that many events share one and many filters end on one. */
const time = fc.nat(6).map((seconds) => new Date(FIRST + seconds * 1000).toISOString());
const type = fc.constantFrom('update', 'confirm', 'documentation');
const events = fc.array(fc.record({ time, type }), { maxLength: 14 });
const filters = fc.record(
	{ type, from: time, to: time, limit: fc.constantFrom('1', '2', '3', '5', '14', '15', '1000') },
	{ requiredKeys: [], noNullPrototype: true },
);

interface Shown {
	event_id: string;
	event_time: string;
}

/** Reads all pages, by cursor or by link; the number of pages ends an endless loop. */
async function readAll(query: Record<string, string>, byLink: boolean): Promise<Shown[][]> {
	const pages: Shown[][] = [];
	const headers = { Authorization: sandbox.apiKey };
	let target: string | undefined = `/v1/events?${new URLSearchParams(query).toString()}`;
	while (target !== undefined && pages.length < 50) {
		const reply = await client.send({ method: 'GET', target, headers });
		expect(reply.status).toBe(200);
		pages.push(reply.body as Shown[]);
		const { 'next-cursor': cursor, 'next-link': link = '' } = reply.headers;
		if (cursor === undefined) expect(link).toBe('');
		else expect(new URL(link).searchParams.get('cursor')).toBe(cursor);
		const next = new URLSearchParams({ ...query, cursor: cursor ?? '' });
		const written = byLink ? link.replace(sandbox.baseUrl, '') : `/v1/events?${next.toString()}`;
		target = cursor === undefined ? undefined : written;
	}
	return pages;
}

test('events: the right ones, once each, by time, on full pages but the last', async () => {
	await fc.assert(
		fc.asyncProperty(
			events,
			filters,
			fc.constantFrom('keyset', 'offset', 'snapshot'),
			fc.constantFrom('asc', 'desc', 'shuffled'),
			fc.boolean(),
			async (list, query, cursorMode, eventOrder, byLink) => {
				sandbox.reset({ cursorMode, eventOrder });
				sandbox.seed({
					events: list.map(({ time: event_time, type: kind }, index) => ({
						event_id: `e${index}`,
						event_time,
						type: kind,
					})),
				});
				const wanted = list.flatMap(({ time: at, type: kind }, index) => {
					const inTime = at >= (query.from ?? '') && at <= (query.to ?? '9');
					return inTime && kind === (query.type ?? kind) ? [`e${index}`] : [];
				});
				const arrival = (id: string) => Number(id.slice(1));
				const timeOf = (id: string) => list[arrival(id)]?.time ?? '';
				const pages = await readAll(query, byLink);
				const shown = pages.flat();
				expect(shown.map(({ event_id }) => event_id).sort()).toEqual(wanted.sort());
				// By time, and at one time in the order of arrival.
				const inOrder = [...wanted].sort((a, b) => arrival(a) - arrival(b));
				inOrder.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
				const ids = shown.map(({ event_id }) => event_id);
				if (eventOrder === 'asc') expect(ids).toEqual(inOrder);
				if (eventOrder === 'desc') expect(ids).toEqual(inOrder.reverse());
				const limit = Number(query.limit ?? 1000);
				expect(pages).toHaveLength(Math.max(1, Math.ceil(wanted.length / limit)));
				expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
			},
		),
		{ seed: SEED, numRuns: cases(150, 2_000) },
	);
});
