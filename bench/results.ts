/** The samples of the last runs, kept in a file, and their medians. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { caseNames, contenders, type CaseName, type Contender } from './cases';
import type { Sample } from './contender';
import { BENCH } from './n8n';

/** All samples of one case over one distance, taken in one run. */
export interface CaseResults {
	name: CaseName;
	/** Added round-trip time, milliseconds. */
	roundTrip: number;
	date: string;
	/** Processors and versions. */
	machine: string;
	samples: Sample[];
}

const FILE = join(BENCH, 'results.json');

/** In the order of the cases, the nearest first. */
export async function keptResults(): Promise<CaseResults[]> {
	const text = await readFile(FILE, 'utf8').catch(() => '[]');
	return JSON.parse(text) as CaseResults[];
}

/** Replaces the results of the same case over the same distance. */
export async function keepResults(results: CaseResults): Promise<void> {
	const others = (await keptResults()).filter(
		({ name, roundTrip }) => name !== results.name || roundTrip !== results.roundTrip,
	);
	const place = ({ name, roundTrip }: CaseResults) => roundTrip * 100 + caseNames.indexOf(name);
	const all = [...others, results].sort((a, b) => place(a) - place(b));
	await writeFile(FILE, JSON.stringify(all, null, '\t'));
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

const FIGURES = ['ms', 'cpuMs', 'peakBytes', 'requests', 'connections'] as const;

export type Summary = Record<(typeof FIGURES)[number], number> & {
	/** Half the distance between the quartiles, as a part of the median. */
	spread: number;
};

function summaryOf(samples: readonly Sample[]): Summary {
	const medians = FIGURES.map((figure) => [figure, median(samples.map((sample) => sample[figure]))]);
	const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
	const half = Math.floor(times.length / 2);
	const [low, high] = [median(times.slice(0, half + 1)), median(times.slice(-half - 1))];
	return { ...(Object.fromEntries(medians) as Summary), spread: (high - low) / 2 / median(times) };
}

export type Summaries = Partial<Record<Contender, Summary>>;

export function summariesOf({ samples }: CaseResults, size: number): Summaries {
	const entries = contenders.map((contender) => {
		const own = samples.filter((sample) => sample.contender === contender && sample.size === size);
		return [contender, own.length > 0 ? summaryOf(own) : undefined];
	});
	return Object.fromEntries(entries) as Summaries;
}

export const sizesOf = ({ samples }: CaseResults): number[] =>
	[...new Set(samples.map(({ size }) => size))].sort((a, b) => a - b);
