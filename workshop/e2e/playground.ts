/* eslint-disable */
import { basename, join } from 'node:path';

import { type Playground, type PlaygroundOptions, startPlayground } from '../playground';
import { STATE } from '../../test/support/paths';

export { eventually } from '../n8n/executions';

/** Installing n8n may be part of the first run. */
export const START_WITHIN_MS = 15 * 60_000;

/** Two files run at once. */
export const OWN_FOLDER = join(STATE, `e2e-${process.env.JEST_WORKER_ID ?? '1'}`);

/** The folder of another n8n than that of `npm start`: `npm run test:compat:e2e` sets it. */
const OTHER_N8N = process.env.E2E_N8N_DIR;

// n8n answers slowly on a small machine.
jest.setTimeout(120_000);

/** A playground of the tests' own: empty at first, on free ports, with the same n8n as `npm start`. */
export function usePlayground(options: PlaygroundOptions = {}): () => Playground {
	let playground: Playground | undefined;
	beforeAll(async () => {
		playground = await startPlayground({
			n8nDir: OTHER_N8N,
			userFolder: OTHER_N8N ? join(STATE, `e2e-${basename(OTHER_N8N)}`) : OWN_FOLDER,
			fresh: true,
			n8nPort: 0,
			sandboxPort: 0,
			mailPort: 0,
			demo: false,
			...options,
		});
	}, START_WITHIN_MS);
	afterAll(async () => await playground?.stop(), 60_000);
	return () => {
		if (!playground) throw new Error('The playground did not start');
		return playground;
	};
}
