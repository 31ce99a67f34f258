/* eslint-disable */
/** Records every connection that this process opens. Node's own diagnostics channel leaves out connections over TLS. */
import { Socket } from 'node:net';

export interface Connections {
	/** `host:port` of each connection so far. */
	targets: Set<string>;
	/** The connections that are still open. */
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
		// `net.connect` passes its arguments on as an array.
		const { host = 'localhost', port, path } = [args[0]].flat()[0] as Target;
		seen.targets.add(path ?? `${host}:${port}`);
		seen.open.add(this);
		this.once('close', () => seen.open.delete(this));
		return original.apply(this, args);
	};
	return seen;
}
