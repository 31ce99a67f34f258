/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** `npm run bench -- --help` */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { sourcesHash } from '../playground/hash';
import { terminalReport } from '../playground/report';
import { caseNames, caseOf, DISTANCES, FARTHEST, type Contender, quickSize, type Sample } from './cases';
import { writeReport } from './report';
import { keepResults, median } from './results';
import { credentialsFor, takeSample, type Task } from './samples';
import { startWorld, type World } from './world';

const HELP = `Measures this package beside a workflow built by hand, both in a real n8n, and beside a bare client.

  npm run bench -- [options]

  --quick                small sizes and one repetition, to see that it works; leaves docs/performance.md alone
  --case <name>          one of ${caseNames.join(', ')}; repeatable
  --round-trip <ms>      one of ${DISTANCES.join(', ')}; repeatable
  --report               only writes the page again, from the last results
  --help
`;

const FLAGS = {
	quick: { type: 'boolean' },
	case: { type: 'string', multiple: true },
	'round-trip': { type: 'string', multiple: true },
	report: { type: 'boolean' },
	help: { type: 'boolean' },
} as const;

const report = terminalReport();

/** Widths to try for the bare client: a distance asks for more requests at once. */
const FLOOR_WIDTHS = { near: [4, 16, 64], far: [32, 128, 256] };

type Turn = Pick<Task, 'contender' | 'width'>;
type Work = Omit<Task, 'contender' | 'width'>;
type Take = (turn: Turn, size?: number) => Promise<Sample>;

/** Tries each width once, with half of the work, and @returns the turn with the width that was fastest. */
async function bestWidth(take: Take, contender: Contender, widths: number[], size: number): Promise<Turn> {
	const tried: Sample[] = [];
	for (const width of widths) tried.push(await take({ contender, width }, Math.ceil(size / 2)));
	return { contender, width: tried.sort((a, b) => a.ms - b.ms)[0]?.width };
}

async function turnsOf(take: Take, { name, roundTrip, size }: Work): Promise<Turn[]> {
	const { widths } = caseOf(name);
	const floors = roundTrip > 0 ? FLOOR_WIDTHS.far : FLOOR_WIDTHS.near;
	const turns: Turn[] = [{ contender: 'package' }, { contender: 'byHand' }];
	turns.push(await bestWidth(take, 'floor', widths ? floors : [1], size));
	if (widths && roundTrip === FARTHEST) turns.push(await bestWidth(take, 'fixed', widths, size));
	return turns;
}

/** In each repetition every contender once, in turn beginning with another: a busy minute hits all of them. */
async function measureCase(world: World, work: Work, repetitions: number): Promise<Sample[]> {
	const credentials = await credentialsFor(world, work.roundTrip);
	const take: Take = async (turn, size = work.size) =>
		await takeSample(world, { ...work, ...turn, size }, credentials);
	const turns = await turnsOf(take, work);
	// Once before, so that the code is compiled as in an n8n that has been up for a while.
	for (const turn of turns.slice(0, 2)) await take(turn, quickSize(work.name));
	const samples: Sample[] = [];
	for (let repetition = 0; repetition < repetitions; repetition++) {
		const at = repetition % turns.length;
		for (const turn of [...turns.slice(at), ...turns.slice(0, at)]) samples.push(await take(turn));
	}
	const line = turns.map(({ contender, width }) => {
		const own = samples.filter((sample) => sample.contender === contender && sample.width === width);
		return `${contender}${width ? ` ×${width}` : ''} ${median(own.map(({ ms }) => ms)).toFixed(0)}`;
	});
	report.line(`  ${work.name} ${work.size}, ${work.roundTrip} ms away: ${line.join('  ')} ms`);
	return samples;
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: FLAGS });
	if (values.help) return report.line(HELP);
	if (values.report) return await writeReport();
	const quick = values.quick === true;
	const repetitions = quick ? 1 : 3;
	const world = await startWorld(report);
	try {
		const version = await world.playground.api.version();
		const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, n8n ${version}`;
		const facts = { date: new Date().toISOString().slice(0, 10), sources: await sourcesHash(), machine };
		for (const roundTrip of (values['round-trip'] ?? DISTANCES).map(Number)) {
			for (const name of caseNames.filter((one) => values.case?.includes(one) ?? true)) {
				const size = quick ? quickSize(name) : caseOf(name).size;
				const samples = await measureCase(world, { name, size, roundTrip }, repetitions);
				if (!quick) await keepResults({ ...facts, name, size, roundTrip, samples });
			}
		}
	} finally {
		await world.stop();
	}
	if (!quick) await writeReport();
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
