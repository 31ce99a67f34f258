/** Writes the results into docs/performance.md, between its two marks, and draws its picture. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { count, table, writePage, type Row } from '../playground/markdown';
import { ROOT } from '../playground/paths';
import { caseNames, caseOf, FARTHEST, type CaseName, WIDEST } from './cases';
import { drawPicture } from './picture';
import { keptResults, summary, type CaseResults, type Summary } from './results';

const PAGE = join(ROOT, 'docs', 'performance.md');
const PICTURE = join(ROOT, 'docs', 'performance.svg');
const BEGIN = '<!-- results: written by `npm run bench` -->';
const END = '<!-- end of results -->';
const MISSING = '–';

/** It may take so many times as long as with the best width found by trying. */
const WIDTH_GOAL = 1.3;

/** Of two figures in one cell. */
const PAIR = 'this package / built by hand';

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

const toFixed = (own: Summary, fixed: Summary): string => {
	const ratio = own.ms / fixed.ms;
	return `${times(ratio)} ${verdict(ratio <= WIDTH_GOAL)}`;
};

function widths(results: CaseResults[]): string {
	const lineOf = (result: CaseResults): Row[] => {
		const [own, within] = [summary(result, 'package'), summary(result, 'fixed', WIDEST)];
		const best = summary(result, 'fixed');
		if (!own || !within || !best) return [];
		return [
			{
				'': titleOf(result),
				[`best number up to ${WIDEST}`]: within.width ?? 0,
				'time, as a multiple': toFixed(own, within),
				'best number of all tried': best.width ?? 0,
				'time, as a multiple ': toFixed(own, best),
			},
		];
	};
	return table(results.filter(({ roundTrip }) => roundTrip === FARTHEST).flatMap(lineOf));
}

const timeOf = ({ ms, range: [least, most] }: Summary): string =>
	`${seconds(ms)} (${seconds(least)}–${seconds(most)})`;

const section = (title: string, text: string, body: string): string => [title, text, body].join('\n\n');

function sections(results: CaseResults[]): string[] {
	return [
		section(
			'## Against the workflow built by hand',
			'How many times as fast this package is, by the added round-trip time. Above 1 it is faster.',
			byDistance(results, speed),
		),
		section(
			`## How well the number of requests at once is chosen, ${FARTHEST} ms away`,
			`The package decides while it runs how many requests are under way. Here it is compared with copies of itself that keep to one number all the time. Goal: at most ${WIDTH_GOAL} times as long.`,
			widths(results),
		),
		section(
			'## Against the bare client',
			`Time of ${PAIR}, as multiples of the bare client's at its best number of requests at once (after "at").`,
			byDistance(results, toFloor),
		),
		section(
			'## The times behind the ratios',
			`Seconds, ${PAIR}: the median, and in brackets the fastest and the slowest run. They hold for this machine alone.`,
			byDistance(results, (result) => both(result, timeOf)),
		),
		section(
			'## Requests, and connections at once',
			`${PAIR}: requests in all, and the most connections that the service had open at the same time.`,
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
