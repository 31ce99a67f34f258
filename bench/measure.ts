import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';

/** The cost of one run to the process that did it. */
export interface Measurement {
	/** Wall clock, milliseconds. */
	ms: number;
	/** Processor time of all threads, milliseconds. */
	cpuMs: number;
	/** Highest resident memory during the run above that before it, bytes. */
	peakBytes: number;
	connections: number;
}

let connections = 0;
subscribe('net.client.socket', () => connections++);

const collect = () => {
	for (let pass = 0; pass < 3; pass++) (globalThis as { gc?: () => void }).gc?.();
};

/** Linux can be told to forget the highest memory use so far; elsewhere it is that of the whole process. */
function forgetPeak(): boolean {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
		return true;
	} catch {
		return false;
	}
}

function peak(canForget: boolean): number {
	if (!canForget) return process.resourceUsage().maxRSS * 1024;
	const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
	return Number(kilobytes) * 1024;
}

/** Runs something once, with nothing else to collect or to wait for. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; measurement: Measurement }> {
	collect();
	const before = process.memoryUsage.rss();
	const canForget = forgetPeak();
	const connectionsBefore = connections;
	const cpu = process.cpuUsage();
	const start = performance.now();
	const result = await work();
	const ms = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	return {
		result,
		measurement: {
			ms,
			cpuMs: (user + system) / 1000,
			peakBytes: Math.max(0, peak(canForget) - before),
			connections: connections - connectionsBefore,
		},
	};
}
