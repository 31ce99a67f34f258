/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** The build keeps to what a service asked for as long as the process lives; tests begin without. */
import { join } from 'node:path';

const FILE = join(__dirname, '..', '..', 'dist', 'nodes', 'ContactConsent', 'transport', 'closed.js');

interface Closed {
	forgetWaits(): void;
}

/** Packages, and with them n8n's loader, may be loaded by Node itself (shared-environment.js) or by Jest. */
export function forgetWaits(): void {
	const { loadedByNode = require.cache } = globalThis as { loadedByNode?: typeof require.cache };
	(loadedByNode[FILE]?.exports as Closed | undefined)?.forgetWaits();
	// `npm run reliability` runs without Jest.
	if (typeof jest !== 'undefined') jest.requireActual<Closed>(FILE).forgetWaits();
}
