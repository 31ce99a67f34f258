/* eslint-disable */
/** Writes the results into results.md. */
import { join } from 'node:path';

import { count, table, writePart } from '../../test/support/markdown';
import { caseNames, caseOf, isUpload } from './cases';
import { keptResults, medianOf, type CaseResults } from './results';

const MISSING = '–';

const verdict = (isMet: boolean): string => (isMet ? '✓' : '✗');
const times = (value: number): string => `${value.toFixed(2)}×`;

const titleOf = ({ name, size }: CaseResults): string =>
	`${caseOf(name).title}, ${count(size)} ${caseOf(name).unit}`;

/** A line for each case, and a column for each distance. */
function byDistance(results: CaseResults[], cell: (result: CaseResults) => string): string {
	const distances = [...new Set(results.map(({ roundTrip }) => roundTrip))];
	const rows = caseNames.flatMap((name) => {
		const own = results.filter((one) => one.name === name);
		if (!own[0]) return [];
		const cells = distances.map((roundTrip) => {
			const result = own.find((one) => one.roundTrip === roundTrip);
			return [`${roundTrip} ms`, result ? cell(result) : MISSING] as const;
		});
		return [{ '': titleOf(own[0]), ...Object.fromEntries(cells) }];
	});
	return table(rows);
}

/** How many times as fast as the workflow built by hand this package is. */
function speed(result: CaseResults): string {
	const value = medianOf(result, 'byHand') / medianOf(result, 'package');
	// For uploads, the promise is never to be slower.
	return isUpload(result.name) ? `${times(value)} ${verdict(value >= 1)}` : times(value);
}

/** The content of each generated part of the page, by its name. */
const tables = (results: CaseResults[]): Record<string, string> => {
	const facts = (pick: (result: CaseResults) => string) => [...new Set(results.map(pick))].join(', ');
	return {
		measured: `Measured on ${facts(({ date }) => date)} (sources ${facts(({ sources }) => sources)}), on ${facts(({ machine }) => machine)}.`,
		speed: byDistance(results, speed),
	};
};

/** The slowest and the fastest case of a distance. */
function rangeOf(roundTrip: number, results: CaseResults[]): string {
	const own = results.filter((one) => one.roundTrip === roundTrip);
	const speeds = own.map((one) => medianOf(one, 'byHand') / medianOf(one, 'package'));
	return `${roundTrip} ms: ${times(Math.min(...speeds))} to ${times(Math.max(...speeds))}`;
}

export async function writeReport(): Promise<void> {
	const results = await keptResults();
	const distances = [...new Set(results.map(({ roundTrip }) => roundTrip))];
	process.stdout.write(`= ${distances.map((roundTrip) => rangeOf(roundTrip, results)).join(', ')}\n`);
	for (const [name, content] of Object.entries(tables(results))) {
		await writePart(join(__dirname, 'results.md'), name, content);
	}
}
