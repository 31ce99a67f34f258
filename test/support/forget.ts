/* eslint-disable */
/** The build keeps some things as long as the process lives; tests begin without. */
import { join } from 'node:path';

const BUILD = join(__dirname, '..', '..', 'dist', 'nodes', 'ContactConsent');

/** Packages, and with them n8n's loader, may be loaded by Node itself (shared-environment.js) or by Jest. */
function loaded<T extends object>(file: string): T[] {
	const path = join(BUILD, file);
	const { loadedByNode = require.cache } = globalThis as { loadedByNode?: typeof require.cache };
	const modules = [loadedByNode[path]?.exports as T | undefined];
	// `npm run reliability` runs without Jest.
	if (typeof jest !== 'undefined') modules.push(jest.requireActual<T>(path));
	return modules.filter((module) => module !== undefined);
}

/** What services asked for. */
export const forgetWaits = () =>
	loaded<{ forgetWaits(): void }>('transport/door.js').forEach((closed) => closed.forgetWaits());

/** What a restart of n8n does. */
export function forgetAll(): void {
	loaded<{ memories: Map<string, unknown> }>('trigger/memory.js').forEach(({ memories }) => memories.clear());
	forgetWaits();
}
