/**
 * A proxy that lies half a round trip away in both directions, where the kernel's own delay (tc netem) is not to be had.
 * A connection costs one round trip before its first byte, as on a real wire.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { answerTo, runner } from './ipc';

/** Does things later, in the order in which they were asked for: timers of their own would overtake each other. */
function laterInOrder(): (work: () => void, delay: number) => void {
	const queue: Array<{ at: number; work: () => void }> = [];
	const pump = () => {
		while (queue[0] !== undefined && queue[0].at <= performance.now()) queue.shift()?.work();
		if (queue[0] !== undefined) setTimeout(pump, Math.max(0, queue[0].at - performance.now()));
	};
	return (work, delay) => {
		queue.push({ at: performance.now() + delay, work });
		if (queue.length === 1) setTimeout(pump, delay);
	};
}

/** Hands on what comes in, later, in the same order. */
function delayed(from: Socket, to: Socket, delayOf: () => number): void {
	const later = laterInOrder();
	from.on('data', (chunk) => later(() => to.writable && to.write(chunk), delayOf()));
	from.on('end', () => later(() => to.end(), delayOf()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroy(), delayOf() + 1000));
}

function main(): void {
	const target = Number(process.env.BENCH_TARGET_PORT);
	const oneWay = Number(process.env.BENCH_ROUND_TRIP) / 2;
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const opened = performance.now();
		const service = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
		// What is sent at once would have left only when the handshake was over.
		delayed(client, service, () => Math.max(oneWay, opened + 3 * oneWay - performance.now()));
		delayed(service, client, () => oneWay);
	});
	server.listen(0, '127.0.0.1', () => {
		answerTo(runner, { where: () => ({ port: (server.address() as AddressInfo).port }) });
		process.send?.('ready');
	});
}

main();
