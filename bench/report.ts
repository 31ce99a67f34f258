import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { format } from 'prettier';

import { ROOT } from '../playground/paths';
import { CONTENDERS, SETTINGS, type Contender } from './cases';
import { drawPicture } from './picture';
import { OWNERS, type Owner } from './profile';
import { keptResults, sizesOf, summariesOf, type CaseResults, type Summaries, type Summary } from './results';

const DOCUMENT = join(ROOT, 'docs', 'performance.md');
const PICTURE = join(ROOT, 'docs', 'performance.svg');
const BEGIN = '<!-- results: written by `npm run bench` -->';
const END = '<!-- end of results -->';

const NAMES: Readonly<Record<Contender, string>> = {
	package: 'this package',
	workflow: 'built by hand',
	perContact: 'built by hand, an item for each contact',
	connection: 'floor: connection per request',
	keepAlive: 'floor: keep-alive',
};

const MISSING = '–';

export const duration = (ms: number): string =>
	ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 100 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const number = (value: number): string => Math.round(value).toLocaleString('en');

const table = (head: string[], rows: string[][]): string =>
	[head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

type Pick = (summary: Summary) => number;

/** How many times as much one contender needs as another. */
export function ratio(summaries: Summaries, of: Contender, to: Contender, pick: Pick = ({ ms }) => ms) {
	const [one, other] = [summaries[of], summaries[to]];
	return one && other ? pick(one) / pick(other) : undefined;
}

const times = (value: number | undefined): string => (value === undefined ? MISSING : `${value.toFixed(2)}×`);

/** A ratio, and whether it keeps within its goal. */
function judged(
	value: number | undefined,
	goal: number | undefined,
	isMet: (value: number) => boolean,
): string {
	if (value === undefined || goal === undefined) return times(value);
	return `${times(value)} (goal ${goal}) ${isMet(value) ? '✓' : '✗'}`;
}

/** A row for each case, at its largest size or at every one above the smallest. */
function rowsOf(
	results: CaseResults[],
	cells: (summaries: Summaries, result: CaseResults) => string[],
	every = false,
) {
	return results.flatMap((result) => {
		const sizes = sizesOf(result);
		return (every ? sizes : sizes.slice(-1)).map((size) => [
			`${SETTINGS[result.name].title}, ${number(size)} ${SETTINGS[result.name].unit}`,
			...cells(summariesOf(result, size), result),
		]);
	});
}

const contendersBy = (show: (summary: Summary) => string) => (summaries: Summaries) =>
	CONTENDERS.map((contender) => {
		const summary = summaries[contender];
		return summary ? show(summary) : MISSING;
	});

const withSpread = ({ ms, spread, repetitions }: Summary): string =>
	repetitions < 3
		? `${duration(ms)} (${repetitions} only)`
		: `${duration(ms)} ± ${(spread * 100).toFixed(0)} %`;

function ratiosTable(results: CaseResults[]): string {
	const head = [
		'',
		'to a connection per request',
		'to keep-alive',
		'built by hand, to this package',
		'… with an item for each contact',
	];
	const rows = rowsOf(results, (summaries, { name, roundTrip }) => {
		const goal = roundTrip === 0 ? SETTINGS[name].goal : {};
		const { floor = NaN, workflow = NaN } = goal;
		return [
			judged(ratio(summaries, 'package', 'connection'), goal.floor, (value) => value <= floor),
			times(ratio(summaries, 'package', 'keepAlive')),
			judged(ratio(summaries, 'workflow', 'package'), goal.workflow, (value) => value >= workflow),
			judged(ratio(summaries, 'perContact', 'package'), goal.workflow, (value) => value >= workflow),
		];
	});
	return table(head, rows);
}

const OWNER_NAMES: Readonly<Record<Owner, string>> = {
	own: "the contender's own code",
	n8n: 'n8n and its libraries',
	node: 'Node, and the profiler itself',
	gc: 'collecting garbage',
	waiting: 'waiting',
};

/** Where the time goes, in milliseconds of the main thread: of this package, and of the floor. */
function profilesTable(results: CaseResults[]): string {
	const rows = results.flatMap(({ name, profiles }) =>
		CONTENDERS.flatMap((contender) => {
			const time = profiles[contender];
			if (time === undefined) return [];
			const title = `${SETTINGS[name].title}: ${NAMES[contender]}`;
			return [[title, ...OWNERS.map((owner) => number(time[owner]))]];
		}),
	);
	return table(['', ...OWNERS.map((owner) => OWNER_NAMES[owner])], rows);
}

/** How cost grows from 10× to 100×: 10 is linear. */
function growthTable(results: CaseResults[]): string {
	const names = CONTENDERS.map((contender) => NAMES[contender]);
	const rows = results.flatMap((result) => {
		const sizes = sizesOf(result);
		const [small = 0, large = 0] = sizes.slice(-2);
		if (sizes.length < 2 || small === 0) return [];
		const [low, high] = [summariesOf(result, small), summariesOf(result, large)];
		const growth = (pick: Pick) =>
			CONTENDERS.map((contender) => {
				const [from, to] = [low[contender], high[contender]];
				return from && to ? `${(pick(to) / pick(from) / (large / small)).toFixed(2)}` : MISSING;
			});
		return [[SETTINGS[result.name].title, ...growth(({ ms }) => ms)]];
	});
	return table(['', ...names], rows);
}

function sectionOf(results: CaseResults[], roundTrip: number): string {
	if (results.length === 0) return '';
	const names = CONTENDERS.map((contender) => NAMES[contender]);
	const parts = [
		roundTrip === 0 ? '## On one machine' : `## With ${roundTrip} ms of added round-trip time`,
		'Medians of interleaved repetitions, and half the distance between the quartiles.',
		table(['', ...names], rowsOf(results, contendersBy(withSpread))),
		'Ratios of these medians:',
		ratiosTable(results),
		'Requests, and the connections they took:',
		table(
			['', ...names],
			rowsOf(
				results,
				contendersBy((s) => `${number(s.requests)} on ${number(s.connections)}`),
			),
		),
	];
	if (roundTrip > 0) return parts.join('\n\n');
	const withMemory = rowsOf(results, (summaries) => [
		...contendersBy(({ peakBytes }) => megabytes(peakBytes))(summaries),
		times(ratio(summaries, 'package', 'connection', ({ peakBytes }) => peakBytes)),
	]);
	return [
		...parts,
		'### Processor time of the process',
		table(
			['', ...names],
			rowsOf(
				results,
				contendersBy(({ cpuMs }) => duration(cpuMs)),
				true,
			),
		),
		'### Where the time goes',
		'Milliseconds of one more run of the largest size, sampled by V8’s profiler, which slows it down.',
		profilesTable(results),
		'### Peak memory above the input',
		table(['', ...names, 'this package to a connection per request'], withMemory),
		'### Growth from 10× to 100×',
		'1 is linear.',
		growthTable(results),
	].join('\n\n');
}

/** Writes the results into docs/performance.md, between its two marks, and draws its picture. */
export async function writeReport(): Promise<void> {
	const [near, far] = [await keptResults(0), await keptResults(20)];
	const taken = [...near, ...far].map(({ at }) => at).sort();
	const [machine] = near.map(({ machine: of }) => of);
	const text = [
		BEGIN,
		`Measured ${taken.at(0)?.slice(0, 10)} to ${taken.at(-1)?.slice(0, 10)} on ${machine}.`,
		sectionOf(near, 0),
		sectionOf(far, 20),
		END,
	].join('\n\n');
	const document = await readFile(DOCUMENT, 'utf8');
	const [before, after] = [document.split(BEGIN)[0], document.split(END)[1]];
	if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has lost its marks`);
	await writeFile(
		DOCUMENT,
		await format(before + text + after, { parser: 'markdown', useTabs: true, printWidth: 110 }),
	);
	await writeFile(PICTURE, drawPicture(near));
}
