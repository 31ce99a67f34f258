/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** PDFs over a narrow line: all of them arrive, although no poll has time for all. */
import {
	createServer,
	request as ask,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { triggerBench } from '../support/trigger';

const bench = triggerBench();
const KILOBYTE = 1000;
const TICK = 50;

/** Passes requests on to the sandbox; the answers share so many bytes a second. */
class NarrowLine {
	private readonly open = new Map<ServerResponse, Buffer>();
	private readonly server: Server;
	private readonly ticking: NodeJS.Timeout;

	constructor(target: () => string, bytesPerSecond: number) {
		this.server = createServer((request, response) => this.pass(request, response, target()));
		this.ticking = setInterval(() => this.send((bytesPerSecond * TICK) / 1000), TICK);
	}

	async listen(): Promise<string> {
		await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private pass(request: IncomingMessage, response: ServerResponse, target: string): void {
		const { method, headers, url = '' } = request;
		const passed = ask(new URL(url, target), { method, headers }, (answer) => {
			const parts: Buffer[] = [];
			answer.on('data', (part: Buffer) => parts.push(part));
			answer.on('end', () => {
				response.writeHead(answer.statusCode ?? 500, answer.headers);
				this.open.set(response, Buffer.concat(parts));
			});
		});
		response.on('close', () => this.open.delete(response));
		request.pipe(passed);
	}

	private send(bytes: number): void {
		const share = Math.ceil(bytes / Math.max(1, this.open.size));
		for (const [response, rest] of this.open) {
			if (rest.length <= share) {
				this.open.delete(response);
				response.end(rest);
			} else {
				response.write(rest.subarray(0, share));
				this.open.set(response, rest.subarray(share));
			}
		}
	}

	close(): void {
		clearInterval(this.ticking);
		this.server.closeAllConnections();
		this.server.close();
	}
}

it.each([
	['60 PDFs of 400 KB at 300 KB/s', 60, 400 * KILOBYTE, 300 * KILOBYTE, 60],
	['20 PDFs of 3 MB at 1 MB/s, each late already', 20, 3000 * KILOBYTE, 1000 * KILOBYTE, 0],
])(
	'%s all arrive',
	async (_, count, size, bytesPerSecond, documentationWait) => {
		bench.sandbox.configure({ pdfBytes: size, logBodies: false });
		const line = new NarrowLine(() => new URL(bench.sandbox.baseUrl).origin, bytesPerSecond);
		try {
			const baseUrl = await line.listen();
			const { apiKey } = bench.sandbox;
			const parameters = { options: { documentationWait } };
			const trigger = bench.active({ way: 'durable', parameters, credentials: { baseUrl, apiKey } });
			await trigger.publish();
			const ids = bench.eventIds(count, 'documentation');
			let polls = 0;
			for (; polls < 12 && trigger.ids.length < count; polls++) {
				// The poll before may still be written.
				bench.later(3000);
				await trigger.tick();
			}
			const items = trigger.executions.flat();
			expect([...trigger.ids].sort()).toEqual([...ids].sort());
			expect(new Set(items.map(({ json }) => json.documentation_status))).toEqual(new Set(['downloaded']));
			process.stdout.write(`${count} PDFs of ${size / KILOBYTE} KB: ${polls} polls\n`);
		} finally {
			line.close();
		}
	},
	600_000,
);
