/** Writes the results into docs/performance.md, between its two marks, and draws its picture. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { count, table, writePage, type Row } from '../playground/markdown';
import { ROOT } from '../playground/paths';
import { caseNames, caseOf, CONTENDERS, FARTHEST, type CaseName, WIDEST } from './cases';
import { drawPicture } from './picture';
import { keptResults, summary, type CaseResults, type Summary } from './results';

const PAGE = join(ROOT, 'docs', 'performance.md');
const PICTURE = join(ROOT, 'docs', 'performance.svg');
const BEGIN = '<!-- results: written by `npm run bench` -->';
const END = '<!-- end of results -->';
const MISSING = '–';

/** It may take so many times as long as with the best width found by trying. */
const WIDTH_GOAL = 1.3;

const verdict = (isMet: boolean): string => (isMet ? '✓' : '✗');
const times = (value: number): string => `${value.toFixed(2)}×`;
const seconds = (ms: number): string => (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);

const titleOf = ({ name, size }: CaseResults): string =>
	`${caseOf(name).title}, ${count(size)} ${caseOf(name).unit}`;

/** A line for each case, and a column for each distance. */
function byDistance(results: CaseResults[], cell: (result: CaseResults) => string): string {
	const distances = [...new Set(results.map(({ roundTrip }) => roundTrip))];
	const lineOf = (name: CaseName): Row[] => {
		const own = results.filter((one) => one.name === name);
		if (!own[0]) return [];
		const cells = distances.map((roundTrip) => {
			const result = own.find((one) => one.roundTrip === roundTrip);
			return [`${roundTrip} ms`, result ? cell(result) : MISSING] as const;
		});
		return [{ '': titleOf(own[0]), ...Object.fromEntries(cells) }];
	};
	return table(caseNames.flatMap(lineOf));
}

/** How many times as fast this package is. */
function speed(result: CaseResults): string {
	const [byHand, own] = [summary(result, 'byHand'), summary(result, 'package')];
	if (!byHand || !own) return MISSING;
	const value = byHand.ms / own.ms;
	const { goal } = caseOf(result.name);
	if (!goal) return times(value);
	const least = result.roundTrip === 0 ? goal.near : goal.far;
	return `${times(value)} (goal ${least}) ${verdict(value >= least)}`;
}

const both = (result: CaseResults, show: (one: Summary) => string): string =>
	(['package', 'byHand'] as const)
		.map((contender) => summary(result, contender))
		.map((one) => (one ? show(one) : MISSING))
		.join(' / ');

/** Times as multiples of the bare client's, and the width at which that was fastest. */
function toFloor(result: CaseResults): string {
	const floor = summary(result, 'floor');
	if (!floor) return MISSING;
	return `${both(result, ({ ms }) => times(ms / floor.ms))} at ${floor.width}`;
}

function widths(results: CaseResults[]): string {
	const lineOf = (result: CaseResults): Row[] => {
		const [own, best] = [summary(result, 'package'), summary(result, 'fixed', WIDEST)];
		const free = summary(result, 'fixed');
		if (!own || !best || !free) return [];
		const ratio = own.ms / best.ms;
		return [
			{
				'': titleOf(result),
				[`best width up to ${WIDEST}`]: best.width ?? 0,
				[`time as a multiple of it (goal at most ${WIDTH_GOAL})`]: `${times(ratio)} ${verdict(ratio <= WIDTH_GOAL)}`,
				'best width of all tried': free.width ?? 0,
				'time as a multiple of that': times(own.ms / free.ms),
			},
		];
	};
	return table(results.filter(({ roundTrip }) => roundTrip === FARTHEST).flatMap(lineOf));
}

const timeOf = ({ ms, range: [least, most] }: Summary): string =>
	`${seconds(ms)} (${seconds(least)}–${seconds(most)})`;

const section = (title: string, text: string, body: string): string => [title, text, body].join('\n\n');

function sections(results: CaseResults[]): string[] {
	const { package: own, byHand } = CONTENDERS;
	return [
		section(
			'## Against the workflow built by hand',
			'How many times as fast this package is, by the added round-trip time. Above 1 it is faster.',
			byDistance(results, speed),
		),
		section(
			`## How well the number of requests at once is chosen, ${FARTHEST} ms away`,
			'The package decides while it runs how many requests are under way. Here it is compared with copies of itself that keep to one number all the time.',
			widths(results),
		),
		section(
			'## Against the bare client',
			`Time of ${own} / ${byHand}, as multiples of the bare client's at its best number of requests at once (after "at").`,
			byDistance(results, toFloor),
		),
		section(
			'## The times behind the ratios',
			`Seconds, ${own} / ${byHand}: the median, and in brackets the fastest and the slowest run. They hold for this machine alone.`,
			byDistance(results, (result) => both(result, timeOf)),
		),
		section(
			'## Requests, and connections at once',
			`${own} / ${byHand}: requests in all, and the most connections that the service had open at the same time.`,
			byDistance(results, (result) =>
				both(result, ({ requests, atOnce }) => `${count(requests)} (${count(atOnce)})`),
			),
		),
	];
}

export async function writeReport(): Promise<void> {
	const results = await keptResults();
	const facts = (pick: (result: CaseResults) => string) => [...new Set(results.map(pick))].join(', ');
	const text = [
		BEGIN,
		`Measured on ${facts(({ date }) => date)} at commit ${facts(({ commit }) => commit)}, on ${facts(({ machine }) => machine)}.`,
		...sections(results),
		END,
	].join('\n\n');
	const page = await readFile(PAGE, 'utf8');
	const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
	if (before === undefined || after === undefined) throw new Error(`${PAGE} has lost its marks`);
	await writePage(PAGE, before + text + after);
	await writeFile(PICTURE, drawPicture(results));
}
