/**
 * A proxy that lies half a round trip away in both directions, where the kernel's own delay (tc netem) is not available:
 * `distance.ts <port of the service> <round trip in ms>`.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const [target = 0, roundTrip = 0] = process.argv.slice(2).map(Number);
const oneWay = roundTrip / 2;

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

/** Hands on everything that comes in, later, in the same order. */
function delayed(from: Socket, to: Socket, delayOf: () => number): void {
	const later = laterInOrder();
	from.on('data', (chunk) => later(() => to.writable && to.write(chunk), delayOf()));
	from.on('end', () => later(() => to.end(), delayOf()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroy(), delayOf() + 1000));
}

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
	const opened = performance.now();
	const service = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
	// A connection costs a round trip before its first byte: the handshake.
	delayed(client, service, () => Math.max(oneWay, opened + 3 * oneWay - performance.now()));
	delayed(service, client, () => oneWay);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
	process.send?.((server.address() as AddressInfo).port),
);
process.on('disconnect', () => process.exit(0));
