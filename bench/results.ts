import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CASES, CONTENDERS, type CaseName, type Contender } from './cases';
import type { Measurement } from './measure';
import { BENCH } from './n8n';
import type { TimeByOwner } from './profile';

export interface Sample extends Measurement {
	contender: Contender;
	size: number;
	requests: number;
}

/** All samples of one case over one distance, taken in one run. */
export interface CaseResults {
	name: CaseName;
	/** Added round-trip time, milliseconds. */
	roundTrip: number;
	at: string;
	/** Processors and versions. */
	machine: string;
	samples: Sample[];
	/** Where the time of one more run went, of those whose process is profiled. */
	profiles: Partial<Record<Contender, TimeByOwner>>;
}

const FOLDER = join(BENCH, 'results');
const fileOf = (name: CaseName, roundTrip: number) => join(FOLDER, `${name}-${roundTrip}ms.json`);

export async function keepResults(results: CaseResults): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	await writeFile(fileOf(results.name, results.roundTrip), JSON.stringify(results, null, '\t'));
}

/** What was measured last, case by case. */
export async function keptResults(roundTrip: number): Promise<CaseResults[]> {
	const texts = await Promise.all(
		CASES.map(async (name) => await readFile(fileOf(name, roundTrip), 'utf8').catch(() => undefined)),
	);
	return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as CaseResults]));
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** What a contender's samples of one size come to. */
export interface Summary {
	repetitions: number;
	ms: number;
	/** Half the distance between the quartiles, as a part of the median. */
	spread: number;
	cpuMs: number;
	peakBytes: number;
	requests: number;
	connections: number;
}

function summaryOf(samples: readonly Sample[]): Summary | undefined {
	if (samples.length === 0) return undefined;
	const of = (pick: (sample: Sample) => number) => samples.map(pick);
	const times = of(({ ms }) => ms).sort((a, b) => a - b);
	const half = Math.floor(times.length / 2);
	const [low, high] = [median(times.slice(0, half + 1)), median(times.slice(-half - 1))];
	const ms = median(times);
	return {
		repetitions: samples.length,
		ms,
		spread: (high - low) / 2 / ms,
		cpuMs: median(of((s) => s.cpuMs)),
		peakBytes: median(of((s) => s.peakBytes)),
		requests: median(of((s) => s.requests)),
		connections: median(of((s) => s.connections)),
	};
}

export type Summaries = Partial<Record<Contender, Summary>>;

export const summariesOf = ({ samples }: CaseResults, size: number): Summaries =>
	Object.fromEntries(
		CONTENDERS.map((contender) => [
			contender,
			summaryOf(samples.filter((sample) => sample.contender === contender && sample.size === size)),
		]),
	);

export const sizesOf = ({ samples }: CaseResults): number[] =>
	[...new Set(samples.map(({ size }) => size))].sort((a, b) => a - b);
