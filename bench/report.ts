import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { count, table, writePage } from '../playground/markdown';
import { ROOT } from '../playground/paths';
import { caseOf, CONTENDERS, contenders, type Contender } from './cases';
import { drawPicture } from './picture';
import { keptResults, sizesOf, summariesOf, type CaseResults, type Summaries, type Summary } from './results';

const PAGE = join(ROOT, 'docs', 'performance.md');
const PICTURE = join(ROOT, 'docs', 'performance.svg');
const BEGIN = '<!-- results: written by `npm run bench` -->';
const END = '<!-- end of results -->';
const MISSING = '–';

const duration = (ms: number): string =>
	ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms >= 100 ? 0 : 1)} ms`;

const titleOf = ({ name }: CaseResults, size: number): string =>
	`${caseOf(name).title}, ${count(size)} ${caseOf(name).unit}`;

/** A line for each case at its largest size, or at each size. */
function figures(results: CaseResults[], show: (summary: Summary) => string, everySize = false): string {
	const rows = results.flatMap((result) =>
		sizesOf(result)
			.slice(everySize ? 0 : -1)
			.map((size) => {
				const summaries = summariesOf(result, size);
				const cells = contenders.map((contender) => {
					const summary = summaries[contender];
					return [CONTENDERS[contender], summary ? show(summary) : MISSING];
				});
				return { '': titleOf(result, size), ...(Object.fromEntries(cells) as Record<string, string>) };
			}),
	);
	return table(rows);
}

/** How many times as long one contender takes as another, and whether that keeps within a goal. */
function ratio(
	summaries: Summaries,
	of: Contender,
	to: Contender,
	goal?: number,
	isMet: (value: number, goal: number) => boolean = (value, most) => value <= most,
): string {
	const [one, other] = [summaries[of], summaries[to]];
	if (!one || !other) return MISSING;
	const value = one.ms / other.ms;
	const verdict = goal === undefined ? '' : ` (goal ${goal}) ${isMet(value, goal) ? '✓' : '✗'}`;
	return `${value.toFixed(2)}×${verdict}`;
}

function ratios(results: CaseResults[]): string {
	const atLeast = (value: number, least: number) => value >= least;
	const rows = results.map((result) => {
		const size = sizesOf(result).at(-1) ?? 0;
		const summaries = summariesOf(result, size);
		const goal = result.roundTrip === 0 ? caseOf(result.name).goal : {};
		return {
			'': titleOf(result, size),
			'to a connection per request': ratio(summaries, 'package', 'connection', goal.floor),
			'to keep-alive': ratio(summaries, 'package', 'keepAlive'),
			'built by hand, to this package': ratio(summaries, 'workflow', 'package', goal.workflow, atLeast),
			'… with an item for each contact': ratio(summaries, 'perContact', 'package', goal.workflow, atLeast),
		};
	});
	return table(rows);
}

function sectionOf(results: CaseResults[], roundTrip: number): string {
	return [
		roundTrip === 0 ? '## On one machine' : `## With ${roundTrip} ms of added round-trip time`,
		'Medians of interleaved repetitions, and half the distance between the quartiles.',
		figures(results, ({ ms, spread }) => `${duration(ms)} ± ${(spread * 100).toFixed(0)} %`, true),
		'Ratios of these medians:',
		ratios(results),
		'Requests, and the connections they took:',
		figures(results, ({ requests, connections }) => `${count(requests)} on ${count(connections)}`),
		'Processor time of the process:',
		figures(results, ({ cpuMs }) => duration(cpuMs)),
		'Peak memory above the input:',
		figures(results, ({ peakBytes }) => `${count(peakBytes / 1e6)} MB`),
	].join('\n\n');
}

/** Writes the results into docs/performance.md, between its two marks, and draws its picture. */
export async function writeReport(): Promise<void> {
	const results = await keptResults();
	const dates = results.map(({ date }) => date).sort();
	const distances = [...new Set(results.map(({ roundTrip }) => roundTrip))];
	const at = (distance: number) => results.filter(({ roundTrip }) => roundTrip === distance);
	const text = [
		BEGIN,
		`Measured ${dates.at(0)} to ${dates.at(-1)} on ${results[0]?.machine}.`,
		...distances.map((distance) => sectionOf(at(distance), distance)),
		END,
	].join('\n\n');
	const page = await readFile(PAGE, 'utf8');
	const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
	if (before === undefined || after === undefined) throw new Error(`${PAGE} has lost its marks`);
	await writePage(PAGE, before + text + after);
	await writeFile(PICTURE, drawPicture(at(0)));
}
