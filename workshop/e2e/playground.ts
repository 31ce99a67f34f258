/* eslint-disable */
import { basename, join } from 'node:path';

import { type Playground, type PlaygroundOptions, startPlayground } from '../playground';
import { STATE } from '../../test/support/paths';

export { eventually } from '../playground/executions';

/** The time limit includes the installation of n8n at the first run. */
export const START_WITHIN_MS = 15 * 60_000;

/** Each worker of jest has a folder of its own, because two test files run at the same time. */
export const OWN_FOLDER = join(STATE, `e2e-${process.env.JEST_WORKER_ID ?? '1'}`);

/** Another n8n than the one of `npm start`. */
const OTHER_N8N = process.env.PLAYGROUND_N8N;

// On a small machine n8n answers slowly.
jest.setTimeout(120_000);

/** A playground for the tests: empty at first, on free ports, with the n8n of `npm start`. */
export function usePlayground(options: PlaygroundOptions = {}): () => Playground {
	let playground: Playground | undefined;
	beforeAll(async () => {
		playground = await startPlayground({
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
