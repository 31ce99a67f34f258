/* eslint-disable */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { actionBench, bytesOf, contact, KEY, withoutJitter } from '../support/action';
import { waitsTakeNoTime } from '../support/virtual-time';

const bench = actionBench();
withoutJitter();
waitsTakeNoTime();

const download = (more: IDataObject = {}) => ({
	resource: 'documentation',
	operation: 'download',
	contactId: 'c-1',
	...more,
});
const ofEvent = (options: IDataObject = {}, eventId = 'ev-1') => ({
	...download({ documentationOf: 'event', options }),
	eventId,
});

const pdfOf = async (path: string): Promise<Buffer> => {
	const response = await fetch(`${bench.sandbox.url}/documentation/${path}`, {
		headers: { Authorization: KEY },
	});
	return Buffer.from(await response.arrayBuffer());
};

beforeEach(() => {
	bench.sandbox.seed({
		contacts: [contact('c-1')],
		events: [
			{ event_id: 'ev-1', type: 'documentation', contact_id: 'c-1', event_time: '2026-01-01T00:00:00Z' },
			{ event_id: 'ev-2', type: 'documentation', contact_id: 'c-1', event_time: '2026-01-02T00:00:00Z' },
		],
	});
});

// n8n reads the answer differently for each mode.
describe.each(['filesystem-v2', 'default'])('in the binary data mode %s, the PDF', (mode) => {
	beforeEach(
		() => void jest.replaceProperty(Container.get(BinaryDataService), 'mode' as never, mode as never),
	);
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['the latest state', download(), 'c-1', { contact_id: 'c-1' }, 'consents-c-1.pdf'],
		['an event', ofEvent(), 'c-1/ev-1', { contact_id: 'c-1', event_id: 'ev-1' }, 'consents-c-1-ev-1.pdf'],
	])('of %s arrives byte by byte', async (_, parameters, path, ids, file_name) => {
		const expected = await pdfOf(path);
		const { outputs } = await bench.run(parameters);
		const [item] = outputs[0] ?? [];
		expect(item?.json).toEqual({
			...ids,
			documentation_status: 'downloaded',
			file_name,
			file_size: expected.length,
		});
		expect(item?.binary?.data).toMatchObject({ mimeType: 'application/pdf', fileName: file_name });
		expect(item?.pairedItem).toEqual({ item: 0 });
		expect((await bytesOf(item?.binary?.data)).equals(expected)).toBe(true);
		expect(expected.subarray(0, 5).toString()).toBe('%PDF-');
	});
});

describe('with a PDF that is not generated yet, the option When Not Generated', () => {
	beforeEach(() => bench.sandbox.setDocumentation('ev-1', 'not_generated'));

	it('waits by default until it is there', async () => {
		setTimeout(() => bench.sandbox.setDocumentation('ev-1', 'ready'), 300);
		expect((await bench.run(ofEvent())).json).toMatchObject([{ documentation_status: 'downloaded' }]);
		// At growing pauses, the first of 100 ms.
		expect(bench.requests().length).toBeLessThan(6);
	});

	it.each([
		['error', /^Try again later, or set the option 'When Not Generated' to wait for it/],
		['wait', /^It was waited for 1 second\. .* increase the option 'Max Wait \(Seconds\)'/],
	])('set to "%s" refuses the row and says how to go on', async (whenNotGenerated, advice) => {
		const { error } = await bench.run(ofEvent({ whenNotGenerated, maxWait: 1 }));
		expect((error as { description?: string }).description).toMatch(advice);
	});

	it('set to "output" outputs an item without a file at once', async () => {
		const { json } = await bench.run(ofEvent({ whenNotGenerated: 'output' }));
		expect(json).toEqual([{ contact_id: 'c-1', event_id: 'ev-1', documentation_status: 'not_generated' }]);
		expect(bench.requests().length).toBe(1);
	});
});

it.each([
	['not_found', 'ev-9'],
	['gone', 'ev-1'],
])(
	'a PDF that is %s is an item with found: false if On Not Found is "empty"',
	async (documentation_status, event_id) => {
		bench.sandbox.setDocumentation('ev-1', 'gone');
		const { json } = await bench.run(ofEvent({ onNotFound: 'empty' }, event_id));
		expect(json).toEqual([{ contact_id: 'c-1', event_id, documentation_status, found: false }]);
	},
);

describe('over a slow connection', () => {
	const ROWS = 32;
	const KILOBYTE = 1000;
	/** All PDFs together take 150 s, and one of them may take 120 s. */
	const SIZE = 20 * KILOBYTE;
	const BYTES_PER_SECOND = 4 * KILOBYTE;
	/** What a connection takes before it is slow. The node knows from it that this is a PDF. */
	const FIRST_BYTES = 1100;
	const TICK = 500;
	const open = new Map<ServerResponse, Buffer>();
	let server: Server;
	let ticking: NodeJS.Timeout;
	let asked: number;
	const pdf = Buffer.alloc(SIZE, ' ');
	pdf.write('%PDF-1.4');

	const pass = () => {
		const share = Math.ceil((BYTES_PER_SECOND * TICK) / 1000 / Math.max(1, open.size));
		for (const [response, rest] of open) {
			open.set(response, rest.subarray(share));
			if (rest.length > share) response.write(rest.subarray(0, share));
			else response.end(rest);
		}
	};
	beforeEach(async () => {
		asked = 0;
		const events = Array.from({ length: ROWS }, (_, at) => ({
			event_id: `e-${at}`,
			type: 'documentation',
			contact_id: `c-${at}`,
			event_time: '2026-01-01T00:00:00Z',
		}));
		server = createServer(({ url = '' }, response) => {
			response.setHeader('request-id', 'r');
			if (url.includes('/events')) {
				response.setHeader('content-type', 'application/json');
				return response.end(JSON.stringify(events));
			}
			asked++;
			response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': SIZE });
			response.write(pdf.subarray(0, FIRST_BYTES));
			open.set(response, pdf.subarray(FIRST_BYTES));
			return response.on('close', () => open.delete(response));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		ticking = setInterval(pass, TICK);
	});
	afterEach(() => {
		clearInterval(ticking);
		server.closeAllConnections();
		server.close();
	});

	it.each([
		['of rows', ROWS, download({ contactId: '={{ $json.id }}' })],
		[
			'of a list',
			1,
			{
				resource: 'event',
				operation: 'getMany',
				returnAll: true,
				filters: { types: ['documentation'] },
				options: { downloadDocumentation: true },
			},
		],
	])('the PDFs %s all arrive, each asked for once', async (_, rows, parameters) => {
		const items = Array.from({ length: rows }, (__, at) => ({ id: `c-${at}` }));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const { json, error } = await bench.run(parameters, { items, credentials: { baseUrl, apiKey: KEY } });
		expect(error).toBeUndefined();
		expect(json.map(({ documentation_status }) => documentation_status)).toEqual(
			Array(ROWS).fill('downloaded'),
		);
		expect(asked).toBe(ROWS);
	});
});
