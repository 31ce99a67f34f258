/**
 * Explores every schedule up to a depth: from each reachable state, each action is tried. A state that was seen
 * before is not explored again. From each new state everything calms down once, and the oracle checks the result.
 */
import { createHash } from 'node:crypto';

import type { Action } from './alphabet';
import { Life, type LifeSettings, type LifeWorld, type Production } from './life';
import { WAYS, type Way } from './n8n';
import { problemsOf } from './oracle';
import { SERVICE, type ServiceOptions } from './service';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

export interface Scope {
	name: string;
	way: Way;
	alphabet: readonly Action[];
	depth: number;
	settings: LifeSettings;
	service: Partial<ServiceOptions>;
	/** The exploration begins right at the activation, so that late events are from after the start. */
	isNew?: boolean;
	/** Actions before the exploration begins, so that schedules can be short. */
	prologue?: readonly Action[];
}

export interface Explored {
	/** How many schedules the scope has, and to how many distinct states they lead. */
	schedules: number;
	states: number;
	polls: number;
	/** The schedules that fail, with their problems. */
	problems: string[];
	milliseconds: number;
}

/** A set of texts that needs little memory. */
class Seen {
	private readonly hashes = new Set<string>();

	add(text: string): boolean {
		const { size } = this.hashes;
		return this.hashes.add(createHash('sha1').update(text).digest('base64')).size > size;
	}

	get size(): number {
		return this.hashes.size;
	}
}

interface Node {
	world: LifeWorld;
	path: string;
}

/**
 * Calms down: two hours, so that a far look-back is completed, and further until no event comes for that long.
 * Without the far look-back, polls must be less than ten minutes apart; otherwise no promise holds for a service
 * whose clock steps back.
 */
const calmDown = async (life: Life): Promise<void> =>
	await (life.settings.auditDays > 0 ? life.settle(9, 15 * MINUTE) : life.settle(27, 5 * MINUTE));

export async function explore(
	production: Production,
	canonical: (world: LifeWorld, settings: LifeSettings) => string,
	{ way, alphabet, depth, settings, service, isNew = false, prologue = [] }: Scope,
	most = 10,
): Promise<Explored> {
	const start = Date.now();
	const life = new Life(production, { ...SERVICE, ...service }, way, settings, NOW);
	const seen = new Seen();
	const explored: Explored = {
		schedules: alphabet.length ** depth,
		states: 0,
		polls: 0,
		problems: [],
		milliseconds: 0,
	};
	const judge = async (path: string) => {
		await calmDown(life);
		const problems = problemsOf(life.verdict());
		if (problems.length > 0) explored.problems.push(`${path}: ${problems.join('; ')}`);
	};
	const isOver = () => explored.problems.length >= most;

	await life.publish();
	if (!isNew) {
		life.now += MINUTE;
		await life.poll();
		life.now += 3 * 60 * MINUTE;
		// The event moves the checkpoint. Otherwise the history would be read from the start at each poll.
		life.service.add(life.now, 'update');
		await life.poll();
	}
	for (const { run } of prologue) await run(life);
	let level: Node[] = [{ world: life.snapshot(), path: '' }];
	for (let step = 1; step <= depth && !isOver(); step++) {
		const next: Node[] = [];
		for (const { world, path } of level) {
			for (const { name, run } of alphabet) {
				life.restore(world);
				await run(life);
				const after = life.snapshot();
				if (!seen.add(canonical(after, settings))) continue;
				const longer = path === '' ? name : `${path} > ${name}`;
				if (step < depth) next.push({ world: after, path: longer });
				await judge(longer);
				if (isOver()) break;
			}
			if (isOver()) break;
		}
		level = next;
	}
	return { ...explored, states: seen.size, polls: life.polls, milliseconds: Date.now() - start };
}

/** A scope, in each of n8n's ways to keep the state. */
export const inAllWays = (scope: Omit<Scope, 'way'>): Scope[] => WAYS.map((way) => ({ ...scope, way }));
