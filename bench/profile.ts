/** Whose code the time of a run is spent in, by V8's sampling profiler. */
import { Session, type Profiler } from 'node:inspector/promises';

import { PACKAGE } from './n8n';

export const OWNERS = ['own', 'n8n', 'node', 'gc', 'waiting'] as const;

/** `own` is the contender's: the package's, or a bare client's. */
export type Owner = (typeof OWNERS)[number];

/** Milliseconds. */
export type TimeByOwner = Record<Owner, number>;

const MICROSECONDS_BETWEEN_SAMPLES = 500;

/** Where a frame belongs; nothing where that is for its caller to say: V8's own, and Node's functions in C++. */
function ownerOf({ url, functionName }: Profiler.ProfileNode['callFrame']): Owner | undefined {
	if (functionName === '(idle)') return 'waiting';
	if (functionName === '(garbage collector)') return 'gc';
	if (url === '') return undefined;
	if (url.startsWith('node:')) return 'node';
	if (url.includes(PACKAGE)) return 'own';
	return url.includes('/node_modules/') || url.includes('/engine.ts') ? 'n8n' : 'own';
}

function owners({ nodes }: Profiler.Profile): Map<number, Owner> {
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
	const found = new Map<number, Owner>();
	// Parents stand before their children.
	for (const { id, callFrame } of nodes) {
		found.set(id, ownerOf(callFrame) ?? found.get(parents.get(id) ?? id) ?? 'node');
	}
	return found;
}

/** Does the work under the profiler. Its figures are for shares, not for comparison with a run without it. */
export async function timeByOwner<T>(work: () => Promise<T>): Promise<{ result: T; time: TimeByOwner }> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: MICROSECONDS_BETWEEN_SAMPLES });
	await session.post('Profiler.start');
	const result = await work();
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	const ownerOfNode = owners(profile);
	const time: TimeByOwner = { own: 0, n8n: 0, node: 0, gc: 0, waiting: 0 };
	const { samples = [], timeDeltas = [] } = profile;
	for (const [index, node] of samples.entries()) {
		time[ownerOfNode.get(node) ?? 'node'] += (timeDeltas[index] ?? 0) / 1000;
	}
	return { result, time };
}
