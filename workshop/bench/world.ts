/* eslint-disable */
/** All processes of a run: n8n, and the sandbox behind TLS. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import execa from 'execa';

import { startPlayground, type Playground } from '../playground';
import { STATE } from '../../test/support/paths';
import type { Report } from '../n8n/report';
import type { Started } from './service';

export const BENCH = join(STATE, 'bench');

export interface World {
	playground: Playground;
	service: Started;
	/** The service's address with `/v1`, at this round-trip time in milliseconds. */
	v1: (roundTrip: number) => string;
	stop: () => Promise<void>;
}

const script = (name: string) => join(__dirname, `${name}.ts`);

/** The first message of a process. */
const answerOf = async <T>(child: ChildProcess): Promise<T> =>
	await new Promise((resolve, reject) => {
		const failed = () => reject(new Error('A process of the bench ended too early'));
		child.once('exit', failed);
		child.once('message', (answer) => {
			child.off('exit', failed);
			resolve(answer as T);
		});
	});

/** A certificate that is made for each run and that n8n trusts. */
async function makeCertificate(): Promise<string> {
	await mkdir(BENCH, { recursive: true });
	const args =
		'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=bench ' +
		'-addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem';
	await execa('openssl', args.split(' '), { cwd: BENCH });
	return join(BENCH, 'cert.pem');
}

/** Stops the playground's workflows that poll, because their polls would take time. */
async function calm({ api, workflows }: Playground): Promise<void> {
	for (const id of Object.values(workflows)) {
		if ((await api.workflow(id)).active) await api.unpublish(id);
	}
}

export async function startWorld(report: Report): Promise<World> {
	const certificate = await makeCertificate();
	const trust = { NODE_EXTRA_CA_CERTS: certificate };
	const playground = await startPlayground({
		userFolder: join(BENCH, 'home'),
		fresh: true,
		n8nPort: 0,
		sandboxPort: 0,
		demo: false,
		env: trust,
		report,
	});
	await calm(playground);
	const sandbox = fork(script('service'), [BENCH]);
	const service = await answerOf<Started>(sandbox);
	return {
		playground,
		service,
		v1: (roundTrip) => `https://127.0.0.1:${service.ports[roundTrip]}/v1`,
		stop: async () => {
			sandbox.disconnect();
			await playground.stop();
		},
	};
}
