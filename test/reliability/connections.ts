/** Every connection that this process opens, by target. */
import { Socket } from 'node:net';

export interface Connections {
	/** `host:port` of each connection so far. */
	targets(): string[];
	opened(): number;
	/** Those that are not closed yet. */
	open(): number;
	clear(): void;
	/** Puts Node's own function back. */
	stop(): void;
}

interface Target {
	host?: string;
	port?: number | string;
	path?: string;
}

/** `connect` gets its options as such, or inside the list that `net.connect` makes of its arguments. */
const targetOf = (first: unknown): Target =>
	Array.isArray(first) ? (first[0] as Target) : (first as Target);

export function watchConnections(): Connections {
	const original = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
	const targets = new Set<string>();
	const open = new Set<Socket>();
	let opened = 0;
	Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]) {
		const { host = 'localhost', port, path } = targetOf(args[0]) ?? {};
		targets.add(path ?? `${host}:${port}`);
		opened += 1;
		open.add(this);
		this.once('close', () => open.delete(this));
		return original.apply(this, args);
	};
	return {
		targets: () => [...targets],
		opened: () => opened,
		open: () => open.size,
		clear: () => targets.clear(),
		stop: () => {
			Reflect.set(Socket.prototype, 'connect', original);
		},
	};
}
