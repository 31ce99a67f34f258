/* eslint-disable */
/** Every connection that this process opens. Node's own diagnostics channel leaves out those over TLS. */
import { Socket } from 'node:net';

export interface Connections {
	/** `host:port` of each connection so far. */
	targets: Set<string>;
	/** Those that are not closed yet. */
	open: Set<Socket>;
	stop(): void;
}

interface Target {
	host?: string;
	port?: number | string;
	path?: string;
}

export function watchConnections(): Connections {
	const original = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
	const stop = () => void Reflect.set(Socket.prototype, 'connect', original);
	const seen: Connections = { targets: new Set(), open: new Set(), stop };
	Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]) {
		// `net.connect` hands its arguments on as a list.
		const { host = 'localhost', port, path } = [args[0]].flat()[0] as Target;
		seen.targets.add(path ?? `${host}:${port}`);
		seen.open.add(this);
		this.once('close', () => seen.open.delete(this));
		return original.apply(this, args);
	};
	return seen;
}
