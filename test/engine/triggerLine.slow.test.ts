/* eslint-disable */
/** PDFs over a slow connection. All of them arrive, although no poll has time for all. */
import type { ServerResponse } from 'node:http';

import { startGateway, type Gateway } from '../support/gateway';
import { triggerBench } from '../support/trigger';

const bench = triggerBench();
const KILOBYTE = 1000;
const TICK = 50;

/** The open answers share this many bytes per second. */
function narrow(gateway: Gateway, bytesPerSecond: number): NodeJS.Timeout {
	const open = new Map<ServerResponse, Buffer>();
	gateway.deliver = (outgoing, body) => {
		open.set(outgoing, body);
		outgoing.on('close', () => open.delete(outgoing));
	};
	return setInterval(() => {
		const share = Math.ceil((bytesPerSecond * TICK) / 1000 / Math.max(1, open.size));
		for (const [outgoing, rest] of open) {
			if (rest.length <= share) {
				open.delete(outgoing);
				outgoing.end(rest);
			} else {
				outgoing.write(rest.subarray(0, share));
				open.set(outgoing, rest.subarray(share));
			}
		}
	}, TICK);
}

it.each([
	['60 PDFs of 400 KB at 300 KB/s', 60, 400 * KILOBYTE, 300 * KILOBYTE, 60],
	['20 PDFs of 3 MB at 1 MB/s, each of them overdue,', 20, 3000 * KILOBYTE, 1000 * KILOBYTE, 0],
])(
	'%s all arrive',
	async (_, count, size, bytesPerSecond, documentationWait) => {
		bench.sandbox.configure({ pdfBytes: size, logBodies: false });
		const gateway = await startGateway(() => new URL(bench.sandbox.baseUrl).origin);
		const ticking = narrow(gateway, bytesPerSecond);
		try {
			const credentials = { baseUrl: gateway.baseUrl, apiKey: bench.sandbox.apiKey };
			const parameters = { options: { documentationWait } };
			const trigger = bench.active({ way: 'durable', parameters, credentials });
			await trigger.publish();
			const ids = bench.eventIds(count, 'documentation');
			let polls = 0;
			for (; polls < 12 && trigger.ids.length < count; polls++) {
				// n8n may still be writing the state of the poll before.
				bench.later(3000);
				await trigger.tick();
			}
			const items = trigger.executions.flat();
			expect([...trigger.ids].sort()).toEqual([...ids].sort());
			expect(new Set(items.map(({ json }) => json.documentation_status))).toEqual(new Set(['downloaded']));
			process.stdout.write(`${count} PDFs of ${size / KILOBYTE} KB: ${polls} polls\n`);
		} finally {
			clearInterval(ticking);
			gateway.close();
		}
	},
	600_000,
);
