/** All processes of a run: the sandbox behind TLS, proxies that add distance, n8n, and the bare client. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { startPlayground, type Playground } from '../playground';
import { run } from '../playground/command';
import { nodeBinary } from '../playground/node-binary';
import { PLAYGROUND, STATE } from '../playground/paths';
import type { Report } from '../playground/report';
import { DISTANCES } from './cases';
import { installFixedWidths } from './fixed-width';
import type { FloorAnswer, FloorJob } from './floor';
import type { Started } from './service';

export const BENCH = join(STATE, 'bench');

export interface World {
	playground: Playground;
	service: Started;
	/** The service's address with `/v1`, so many milliseconds away. */
	v1: (roundTrip: number) => string;
	/** The most connections that the service had open at once since it was asked last. */
	atOnce: () => Promise<number>;
	floor: (job: FloorJob) => Promise<FloorAnswer>;
	stop: () => Promise<void>;
}

const script = (name: string) => join(__dirname, `${name}.ts`);

/** What a process says next, or says to a message. */
const answerOf = async <T>(child: ChildProcess, message?: object): Promise<T> =>
	await new Promise((resolve, reject) => {
		const failed = () => reject(new Error('A process of the bench ended too early'));
		child.once('exit', failed);
		child.once('message', (answer) => {
			child.off('exit', failed);
			resolve(answer as T);
		});
		if (message) child.send(message);
	});

/** Made anew for each run; n8n and the bare client are told to trust it. */
async function makeCertificate(): Promise<string> {
	await mkdir(BENCH, { recursive: true });
	const args =
		'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=bench ' +
		'-addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem';
	const { code, output } = await run('openssl', args.split(' '), { cwd: BENCH });
	if (code !== 0) throw new Error(`openssl made no certificate: ${output}`);
	return join(BENCH, 'cert.pem');
}

/** The workflows of the playground that poll would take time away. */
async function calm({ api, workflows }: Playground): Promise<void> {
	for (const id of Object.values(workflows)) {
		if ((await api.workflow(id)).active) await api.unpublish(id);
	}
}

/** The ports at which the service seems to be so far away. */
async function distances(port: number, children: ChildProcess[]): Promise<Map<number, number>> {
	const ports = new Map([[0, port]]);
	for (const roundTrip of DISTANCES.filter((one) => one > 0)) {
		const proxy = fork(script('distance'), [String(port), String(roundTrip)]);
		children.push(proxy);
		ports.set(roundTrip, await answerOf<number>(proxy));
	}
	return ports;
}

/** @param n8nDir where n8n is installed; missing: the playground's own */
export async function startWorld(n8nDir: string | undefined, report: Report): Promise<World> {
	const certificate = await makeCertificate();
	const trust = { NODE_EXTRA_CA_CERTS: certificate };
	const playground = await startPlayground({
		n8nDir,
		userFolder: join(BENCH, 'home'),
		fresh: true,
		n8nPort: 0,
		sandboxPort: 0,
		demo: false,
		env: trust,
		prepare: installFixedWidths,
		report,
	});
	await calm(playground);
	const sandbox = fork(script('service'), [BENCH]);
	const service = await answerOf<Started>(sandbox);
	const children = [sandbox];
	const ports = await distances(service.port, children);
	const client = fork(script('floor'), [], {
		execPath: nodeBinary(n8nDir ?? PLAYGROUND).path,
		execArgv: ['--import', 'tsx'],
		env: { ...process.env, ...trust },
	});
	children.push(client);
	return {
		playground,
		service,
		v1: (roundTrip) => `https://127.0.0.1:${ports.get(roundTrip)}/v1`,
		atOnce: async () => await answerOf<number>(sandbox, {}),
		floor: async (job) => await answerOf<FloorAnswer>(client, job),
		stop: async () => {
			for (const child of children) child.disconnect();
			await playground.stop();
		},
	};
}
