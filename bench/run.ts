/** `npm run bench -- --help` */
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { run } from '../playground/command';
import { ROOT } from '../playground/paths';
import { terminalReport } from '../playground/report';
import { caseNames, caseOf, DISTANCES, FARTHEST, type CaseName, type Contender, type Sample } from './cases';
import { writeReport } from './report';
import { keepResults, median } from './results';
import { credentialsFor, takeSample, type Task } from './samples';
import { startWorld, type World } from './world';

const HELP = `Measures this package beside a workflow built by hand, both in a real n8n, and beside a bare client.

  npm run bench -- [options]

  --quick                small sizes and one repetition, to see that it works; leaves docs/performance.md alone
  --case <name>          one of ${caseNames.join(', ')}; repeatable
  --round-trip <ms>      one of ${DISTANCES.join(', ')}; repeatable
  --repetitions <n>      default 3
  --n8n <folder>         where n8n is installed; default the playground's
  --report               only writes the page again, from the last results
  --help
`;

const FLAGS = {
	quick: { type: 'boolean' },
	case: { type: 'string', multiple: true },
	'round-trip': { type: 'string', multiple: true },
	repetitions: { type: 'string' },
	n8n: { type: 'string' },
	report: { type: 'boolean' },
	help: { type: 'boolean' },
} as const;

const report = terminalReport();

/** Widths to try for the bare client: a distance asks for more requests at once. */
const FLOOR_WIDTHS = { near: [4, 16, 64], far: [32, 128] };

type Turn = Pick<Task, 'contender' | 'width'>;
const turnOf =
	(contender: Contender) =>
	(width: number): Turn => ({ contender, width });

/** The ways to do the work; of those with a fixed width, all that are tried. */
function turnsOf(name: CaseName, roundTrip: number): Turn[] {
	const { widths = [] } = caseOf(name);
	const floors = roundTrip > 0 ? FLOOR_WIDTHS.far : FLOOR_WIDTHS.near;
	return [
		{ contender: 'package' },
		{ contender: 'byHand' },
		...(widths.length > 0 ? floors : [1]).map(turnOf('floor')),
		...(roundTrip === FARTHEST ? widths : []).map(turnOf('fixed')),
	];
}

/** In each repetition every contender once, in turn beginning with another: a busy minute hits all of them. */
async function measureCase(
	world: World,
	task: Omit<Task, 'contender'>,
	repetitions: number,
): Promise<Sample[]> {
	const credentials = await credentialsFor(world, task.roundTrip);
	const turns = turnsOf(task.name, task.roundTrip);
	const { quick } = caseOf(task.name);
	// Once before, so that the code is compiled as in an n8n that has been up for a while.
	for (const turn of turns) await takeSample(world, { ...task, ...turn, size: quick }, credentials);
	const samples: Sample[] = [];
	for (let repetition = 0; repetition < repetitions; repetition++) {
		const at = repetition % turns.length;
		for (const turn of [...turns.slice(at), ...turns.slice(0, at)]) {
			samples.push(await takeSample(world, { ...task, ...turn }, credentials));
		}
	}
	const line = turns.map(({ contender, width }) => {
		const own = samples.filter((sample) => sample.contender === contender && sample.width === width);
		return `${contender}${width ? ` ×${width}` : ''} ${median(own.map(({ ms }) => ms)).toFixed(0)}`;
	});
	report.line(`  ${task.name} ${task.size}, ${task.roundTrip} ms away: ${line.join('  ')} ms`);
	return samples;
}

async function commit(): Promise<string> {
	const { code, output } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT });
	return code === 0 ? output.trim() : 'unknown';
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: FLAGS });
	if (values.help) return report.line(HELP);
	if (values.report) return await writeReport();
	const quick = values.quick === true;
	const repetitions = Number(values.repetitions ?? (quick ? 1 : 3));
	const world = await startWorld(values.n8n && resolve(values.n8n), report);
	try {
		const version = await world.playground.api.version();
		const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, n8n ${version}`;
		for (const roundTrip of (values['round-trip'] ?? DISTANCES).map(Number)) {
			for (const name of caseNames.filter((one) => values.case?.includes(one) ?? true)) {
				const size = quick ? caseOf(name).quick : caseOf(name).size;
				const samples = await measureCase(world, { name, size, roundTrip }, repetitions);
				const date = new Date().toISOString().slice(0, 10);
				const facts = { name, size, roundTrip, date, commit: await commit(), machine };
				if (!quick) await keepResults({ ...facts, samples });
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
