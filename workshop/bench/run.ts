/* eslint-disable */
/** `npm --prefix workshop run bench -- --help` */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { sourcesHash } from '../../test/support/hash';
import { terminalReport } from '../n8n/report';
import { caseNames, caseOf, CONTENDERS, DISTANCES, quickSize, type Contender, type Sample } from './cases';
import { writeReport } from './report';
import { keepResults, medianOf } from './results';
import { credentialsFor, takeSample, type Task } from './samples';
import { startWorld, type World } from './world';

const HELP = `Measures this package beside a workflow built by hand, both in a real n8n.

  npm --prefix workshop run bench -- [options]

  --quick                small sizes and one repetition, to see that it works; leaves results.md alone
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

type Work = Omit<Task, 'contender'>;

/** Each repetition runs both contenders, in alternating order, so that a busy minute hits both. */
async function measureCase(world: World, work: Work, repetitions: number): Promise<Sample[]> {
	const credentials = await credentialsFor(world, work.roundTrip);
	const take = async (contender: Contender, size = work.size) =>
		await takeSample(world, { ...work, contender, size }, credentials);
	// An unmeasured first run compiles the code, as in an n8n that has been running for a while.
	for (const contender of CONTENDERS) await take(contender, quickSize(work.name));
	const samples: Sample[] = [];
	for (let repetition = 0; repetition < repetitions; repetition++) {
		const turns = repetition % 2 === 0 ? CONTENDERS : [...CONTENDERS].reverse();
		for (const contender of turns) samples.push(await take(contender));
	}
	const line = CONTENDERS.map((contender) => {
		const own = samples.filter((one) => one.contender === contender);
		const cpu = own.map(({ cpuMs }) => (cpuMs / work.size).toFixed(2)).join(' ');
		return `${contender} ${medianOf({ samples }, contender).toFixed(0)} (CPU each: ${cpu})`;
	});
	report.line(`  ${work.name} ${work.size}, ${work.roundTrip} ms away: ${line.join('  ')} ms`);
	return samples;
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: FLAGS });
	if (values.help) return report.line(HELP);
	if (values.report) return await writeReport();
	const quick = values.quick === true;
	const unknown = [
		...(values.case ?? []).filter((text) => !caseNames.some((name) => name === text)),
		...(values['round-trip'] ?? []).filter((text) => !DISTANCES.some((ms) => String(ms) === text)),
	];
	if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}\n\n${HELP}`);
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
