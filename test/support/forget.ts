/* eslint-disable */
/** The build keeps some data for the lifetime of the process. Tests begin without that data. */
import { join } from 'node:path';

// The sources. If a file or a name of theirs moves, the types say so.
import type * as RecentReads from '../../nodes/ContactConsent/editor/recentReads';
import type * as RetryAfterWaits from '../../nodes/ContactConsent/transport/retryAfterWaits';
import type * as RecordTurns from '../../nodes/ContactConsent/transport/recordTurns';
import type * as FirstPoll from '../../nodes/ContactConsent/trigger/firstPoll';
import type * as Memory from '../../nodes/ContactConsent/trigger/processMemory';
import type * as SharedLimit from '../../nodes/ContactConsent/trigger/rateLimitDelay';

const BUILD = join(__dirname, '..', '..', 'dist', 'nodes', 'ContactConsent');

/** Node itself (shared-environment.js) or Jest may have loaded packages, and with them n8n's loader. */
function loaded<T extends object>(file: string): T[] {
	const path = join(BUILD, file);
	const { loadedByNode = require.cache } = globalThis as { loadedByNode?: typeof require.cache };
	const modules = [loadedByNode[path]?.exports as T | undefined];
	// `npm --prefix workshop run reliability` runs without Jest.
	if (typeof jest !== 'undefined') modules.push(jest.requireActual<T>(path));
	return modules.filter((module) => module !== undefined);
}

/** Forgets the waits that services asked for. */
export const forgetWaits = () =>
	loaded<typeof RetryAfterWaits>('transport/retryAfterWaits.js').forEach((closed) => closed.forgetWaits());

/** Forgets the names that lists of the editor have shown. */
export const forgetNames = () =>
	loaded<typeof RecentReads>('editor/recentReads.js').forEach((reads) => reads.forgetReads());

/** How many records somebody has asked for whose turn has not ended. */
export const recordsClaimed = () =>
	loaded<typeof RecordTurns>('transport/recordTurns.js').reduce((sum, one) => sum + one.recordsClaimed(), 0);

/** Forgets what a restart of n8n forgets. */
export function forgetAll(): void {
	forgetNames();
	loaded<typeof Memory>('trigger/processMemory.js').forEach(({ memories }) => memories.clear());
	loaded<typeof FirstPoll>('trigger/firstPoll.js').forEach(({ polled }) => polled.clear());
	loaded<typeof SharedLimit>('trigger/rateLimitDelay.js').forEach(({ limits }) => limits.clear());
	forgetWaits();
}
