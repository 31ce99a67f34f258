/** `npm run bench -- --help` */
import type { ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { run as runCommand } from '../playground/command';
import { installN8n } from '../playground/install';
import { nodeBinary } from '../playground/node-binary';
import { PLAYGROUND } from '../playground/paths';
import { terminalReport } from '../playground/report';
import { CASES, CONTENDERS, contendersOf, isUpload, SETTINGS, type CaseName, type Contender } from './cases';
import type { Done, Job } from './contender';
import { answerTo, ask, startScript } from './ipc';
import { BENCH, buildPackage, fromPlayground } from './n8n';
import type { TimeByOwner } from './profile';
import { writeReport } from './report';
import { keepResults, median, type CaseResults, type Sample } from './results';
import type { Preparation, Seen } from './service';

const HELP = `Measures this package beside n8n's own nodes and two bare clients.

  npm run bench -- [options]

  --quick                small sizes and one repetition, to see that it works; leaves docs/performance.md alone
  --case <name>          one of ${CASES.join(', ')}; repeatable
  --only <contender>     one of ${CONTENDERS.join(', ')}; repeatable; leaves docs/performance.md alone
  --repetitions <n>      default 5, over distance 3
  --round-trip <ms>      added round-trip time; repeatable, default 0 and 20
  --as-built             measure the package as it was built for the last run
  --report               write docs/performance.md from what was measured last
  --help
`;

const FLAGS = {
	quick: { type: 'boolean' },
	case: { type: 'string', multiple: true },
	only: { type: 'string', multiple: true },
	repetitions: { type: 'string' },
	'round-trip': { type: 'string', multiple: true },
	'as-built': { type: 'boolean' },
	report: { type: 'boolean' },
	help: { type: 'boolean' },
} as const;

const script = (name: string) => join(__dirname, `${name}.ts`);

interface Setting {
	node: string;
	service: ChildProcess;
	/** Where contenders reach the service. */
	port: number;
	apiKey: string;
	isFar: boolean;
}

interface Taken {
	samples: Sample[];
	profile?: TimeByOwner;
}

async function takeSamples(setting: Setting, job: Omit<Job, 'place'>): Promise<Taken> {
	const { node, service, port, apiKey, isFar } = setting;
	const folder = join(BENCH, `run-${process.pid}`);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const place = { baseUrl: `http://127.0.0.1:${port}`, apiKey, folder, isFar };
	const child = startScript(node, script('contender'), {
		N8N_USER_FOLDER: folder,
		N8N_ENCRYPTION_KEY: 'bench',
		N8N_LOG_LEVEL: 'silent',
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_DIAGNOSTICS_ENABLED: 'false',
	});
	const samples: Sample[] = [];
	return await new Promise<Taken>((resolve, reject) => {
		child.on('exit', (code) => reject(new Error(`${job.contender} failed with ${code ?? 'a signal'}`)));
		answerTo(child, {
			job: (): Job => ({ ...job, place }),
			prepare: async (preparation: Preparation) => await ask(service, 'prepare', preparation),
			done: async (done: Done) => {
				const seen = await ask<Seen>(service, 'seen');
				if (isUpload(job.name) && seen.elements !== done.size) {
					reject(new Error(`${job.contender}: ${done.size} were to be uploaded, and ${seen.elements} were`));
				}
				const repeat = done.size === 0 ? job.runs : 1;
				samples.push({ ...done, contender: job.contender, requests: seen.requests / repeat });
			},
			end: (profile?: TimeByOwner) => resolve({ samples, profile }),
		});
	});
}

const rotated = <T>(list: readonly T[], by: number): T[] => [
	...list.slice(by % list.length),
	...list.slice(0, by % list.length),
];

interface Plan {
	name: CaseName;
	sizes: readonly number[];
	contenders: readonly Contender[];
	repetitions: number;
	quick: boolean;
}

const PROFILED: ReadonlySet<Contender> = new Set(['package', 'connection'] as const);

/** Takes the samples of a case: in each repetition every contender once, in turn beginning with another. */
async function measureCase(
	setting: Setting,
	plan: Plan,
	say: (line: string) => void,
): Promise<Pick<CaseResults, 'samples' | 'profiles'>> {
	const { name, sizes, contenders, repetitions, quick } = plan;
	const { runs = 1, sizes: all, quick: small } = SETTINGS[name];
	const samples: Sample[] = [];
	const profiles: CaseResults['profiles'] = {};
	const warmUp = (quick ? small : all)[2];
	for (let repetition = 0; repetition < repetitions; repetition++) {
		for (const contender of rotated(contenders, repetition)) {
			const profiled = repetition === 0 && PROFILED.has(contender);
			const taken = await takeSamples(setting, { contender, name, sizes, warmUp, runs, profiled });
			samples.push(...taken.samples);
			profiles[contender] ??= taken.profile;
		}
	}
	for (const size of sizes) {
		const line = contenders.map((contender) => {
			const times = samples.filter((s) => s.contender === contender && s.size === size).map(({ ms }) => ms);
			return `${contender} ${median(times).toFixed(1)}`;
		});
		say(`  ${name} ${size}: ${line.join('  ')} ms`);
	}
	return { samples, profiles };
}

async function startSetting(node: string, roundTrip: number): Promise<Setting & { stop: () => void }> {
	const service = startScript(node, script('service'));
	const { port, apiKey } = await ask<{ port: number; apiKey: string }>(service, 'where');
	if (roundTrip === 0) return { node, service, port, apiKey, isFar: false, stop: () => void service.kill() };
	const distance = startScript(node, script('distance'), {
		BENCH_TARGET_PORT: String(port),
		BENCH_ROUND_TRIP: String(roundTrip),
	});
	const far = await ask<{ port: number }>(distance, 'where');
	const stop = () => void (distance.kill() && service.kill());
	return { node, service, port: far.port, apiKey, isFar: true, stop };
}

async function machineOf(node: string): Promise<string> {
	const { output: version } = await runCommand(node, ['--version'], { cwd: BENCH });
	const { version: n8n } = fromPlayground<{ version: string }>('n8n/package.json');
	return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${version.trim()}, n8n ${n8n}`;
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: FLAGS });
	const report = terminalReport();
	if (values.help) return report.line(HELP);
	const quick = values.quick === true;
	const names = CASES.filter((name) => values.case?.includes(name) ?? true);
	const roundTrips = (values['round-trip'] ?? ['0', '20']).map(Number);
	if (!values.report) {
		await installN8n(PLAYGROUND, report);
		if (!values['as-built']) await report.step('Building the package', buildPackage);
		const { path: node } = nodeBinary(PLAYGROUND);
		const machine = await machineOf(node);
		for (const roundTrip of roundTrips) {
			report.line(`${machine}, ${roundTrip} ms added round trip`);
			const setting = await startSetting(node, roundTrip);
			try {
				for (const name of names) {
					const { sizes: all, quick: small } = SETTINGS[name];
					const sizes = quick ? small : roundTrip === 0 ? all : all.slice(-1);
					const repetitions = Number(values.repetitions ?? (quick ? 1 : roundTrip === 0 ? 5 : 3));
					const contenders = contendersOf(name).filter((one) => values.only?.includes(one) ?? true);
					const plan = { name, sizes, contenders, repetitions, quick };
					const measured = await measureCase(setting, plan, (line) => report.line(line));
					const results: CaseResults = {
						name,
						roundTrip,
						at: new Date().toISOString(),
						machine,
						...measured,
					};
					if (!quick && !values.only) await keepResults(results);
				}
			} finally {
				setting.stop();
			}
		}
	}
	if (!quick && !values.only) await writeReport();
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
