/** `npm run bench -- --help` */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { installN8n } from '../playground/install';
import { nodeBinary } from '../playground/node-binary';
import { PLAYGROUND } from '../playground/paths';
import { terminalReport } from '../playground/report';
import { start as startSandbox } from '../sandbox';
import { caseNames, caseOf, contendersOf, PDF_BYTES, type CaseName, type Place } from './cases';
import type { Job, Sample } from './contender';
import { BENCH, buildPackage, fromPlayground } from './n8n';
import { writeReport } from './report';
import { keepResults, median } from './results';

const HELP = `Measures this package beside n8n's own nodes and two bare clients.

  npm run bench -- [options]

  --quick                small sizes and one repetition, to see that it works; leaves docs/performance.md alone
  --case <name>          one of ${caseNames.join(', ')}; repeatable
  --round-trip <ms>      added round-trip time; repeatable, default 0 and 20
  --help
`;

const FLAGS = {
	quick: { type: 'boolean' },
	case: { type: 'string', multiple: true },
	'round-trip': { type: 'string', multiple: true },
	help: { type: 'boolean' },
} as const;

const script = (name: string) => join(__dirname, `${name}.ts`);
const report = terminalReport();

/** Runs a contender on the Node of n8n. NODE_OPTIONS=--cpu-prof shows where its time goes. */
async function takeSamples(job: Job): Promise<Sample[]> {
	const { folder } = job.place;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const child = fork(script('contender'), [JSON.stringify(job)], {
		execPath: nodeBinary(PLAYGROUND).path,
		execArgv: ['--expose-gc', '--import', 'tsx'],
		env: {
			...process.env,
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: 'bench',
			N8N_LOG_LEVEL: 'silent',
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			N8N_DIAGNOSTICS_ENABLED: 'false',
		},
	});
	const samples: Sample[] = [];
	child.on('message', (sample: Sample) => samples.push(sample));
	// Its exit code says nothing: n8n's isolate for expressions may crash while the process ends.
	await once(child, 'exit');
	if (samples.length < job.sizes.length) throw new Error(`${job.contender} failed`);
	return samples;
}

/** In each repetition every contender once, in turn beginning with another: a busy minute hits all of them. */
async function measureCase(place: Place, control: string, name: CaseName, quick: boolean): Promise<Sample[]> {
	const { sizes: all, quick: small } = caseOf(name);
	const sizes = quick ? small : place.isFar ? all.slice(-1) : all;
	const repetitions = quick ? 1 : place.isFar ? 3 : 5;
	const contenders = contendersOf(name);
	const samples: Sample[] = [];
	for (let repetition = 0; repetition < repetitions; repetition++) {
		const first = repetition % contenders.length;
		for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
			samples.push(...(await takeSamples({ contender, name, sizes, place, control })));
		}
	}
	for (const size of sizes) {
		const line = contenders.map((contender) => {
			const own = samples.filter((sample) => sample.contender === contender && sample.size === size);
			return `${contender} ${median(own.map(({ ms }) => ms)).toFixed(1)}`;
		});
		report.line(`  ${name} ${size}: ${line.join('  ')} ms`);
	}
	return samples;
}

/** The port at which the service seems to be that far away. */
async function portAt(roundTrip: number, port: number): Promise<number> {
	if (roundTrip === 0) return port;
	const proxy = fork(script('distance'), [String(port), String(roundTrip)]);
	return ((await once(proxy, 'message')) as [number])[0];
}

function machine(): string {
	const { version } = fromPlayground<{ version: string }>('n8n/package.json');
	return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, n8n ${version}`;
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: FLAGS });
	if (values.help) return report.line(HELP);
	const quick = values.quick === true;
	await installN8n(PLAYGROUND, report);
	await report.step('Building the package', buildPackage);
	const sandbox = await startSandbox({
		port: 0,
		docs: false,
		logBodies: false,
		logLimit: 1e6,
		pdfBytes: PDF_BYTES + 512,
	});
	const { apiKey, baseUrl: control } = sandbox;
	for (const roundTrip of (values['round-trip'] ?? ['0', '20']).map(Number)) {
		report.line(`${machine()}, ${roundTrip} ms added round trip`);
		const baseUrl = `http://127.0.0.1:${await portAt(roundTrip, sandbox.port)}`;
		const folder = join(BENCH, `run-${process.pid}`);
		const place = { baseUrl, apiKey, folder, isFar: roundTrip > 0 };
		for (const name of caseNames.filter((one) => values.case?.includes(one) ?? true)) {
			const samples = await measureCase(place, control, name, quick);
			const date = new Date().toISOString().slice(0, 10);
			if (!quick) await keepResults({ name, roundTrip, date, machine: machine(), samples });
		}
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
