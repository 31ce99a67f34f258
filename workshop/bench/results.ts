/* eslint-disable */
/** The samples of the last runs, stored in a file, and their medians. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { caseNames, type CaseName, type Contender, type Sample } from './cases';
import { BENCH } from './world';

/** All samples of one case over one distance, taken in one run. */
export interface CaseResults {
	name: CaseName;
	size: number;
	/** The added round-trip time in milliseconds. */
	roundTrip: number;
	date: string;
	/** The hash of the sources, from `sourcesHash`. */
	sources: string;
	/** The machine: processors and versions. */
	machine: string;
	samples: Sample[];
}

const FILE = join(BENCH, 'results.json');

/** The nearest distance first, then in the order of the cases. */
export async function keptResults(): Promise<CaseResults[]> {
	const text = await readFile(FILE, 'utf8').catch(() => '[]');
	return JSON.parse(text) as CaseResults[];
}

/** Replaces the results of the same case and distance. */
export async function keepResults(results: CaseResults): Promise<void> {
	const others = (await keptResults()).filter(
		({ name, roundTrip }) => name !== results.name || roundTrip !== results.roundTrip,
	);
	const place = ({ name, roundTrip }: CaseResults) => roundTrip * 100 + caseNames.indexOf(name);
	const all = [...others, results].sort((a, b) => place(a) - place(b));
	await writeFile(FILE, JSON.stringify(all, null, '\t'));
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The median of a contender's runs, in milliseconds. */
export const medianOf = ({ samples }: Pick<CaseResults, 'samples'>, contender: Contender): number =>
	median(samples.filter((one) => one.contender === contender).map(({ ms }) => ms));
