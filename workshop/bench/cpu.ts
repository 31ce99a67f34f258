/* eslint-disable */
/**
 * CPU that n8n uses: n8n itself and the task runner of its Code nodes, of each the one thread that runs JavaScript. On a
 * machine that others use, too, CPU says more than the time on the clock. Only Linux tells it.
 */
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

const textOf = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};

/** The process group of a process: the fifth field. The second one, its name, may have blanks. */
const groupOf = (pid: string): number => {
	const stat = textOf(`/proc/${pid}/stat`);
	return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
};

/** Milliseconds of CPU of the first threads of processes. */
const cpuOf = (pids: string[]): number =>
	pids.reduce((sum, pid) => sum + Number(textOf(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0]), 0) /
	1e6;

export interface CpuWatch {
	/** Milliseconds of CPU between two moments (milliseconds since 1970); NaN where the system does not tell them. */
	between: (began: number, ended: number) => number;
	stop: () => void;
}

/** @param leader the process that n8n was started as */
export function watchCpu(leader: number): CpuWatch {
	const all = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
	const pids = all.filter((pid) => groupOf(pid) === leader);
	const samples: Array<{ at: number; cpu: number }> = [];
	const sample = () => void samples.push({ at: Date.now(), cpu: cpuOf(pids) });
	sample();
	const timer = setInterval(sample, SAMPLE_MS);
	const cpuAt = (moment: number): number => {
		const next = samples.findIndex(({ at }) => at >= moment);
		const [before, after] = [samples[next - 1] ?? samples[0], samples.at(next) ?? samples.at(-1)];
		if (pids.length === 0 || !before || !after) return NaN;
		const share = after.at === before.at ? 0 : (moment - before.at) / (after.at - before.at);
		return before.cpu + share * (after.cpu - before.cpu);
	};
	return {
		between: (began, ended) => cpuAt(ended) - cpuAt(began),
		stop: () => {
			clearInterval(timer);
			sample();
		},
	};
}
