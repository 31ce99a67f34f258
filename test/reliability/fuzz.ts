/** Plays made-up attacks against each operation and counts. */
import fc from 'fast-check';

import { attack } from './attack';
import { attacks, HOSTILE_OPERATIONS } from './hostile';
import type { Lab } from './lab';

export interface FuzzRow {
	operation: string;
	attacks: number;
	/** Attacks that were refused before any request, and requests that reached the service. */
	unsent: number;
	requests: number;
	/** Runs in which something happened that must never happen. */
	offences: number;
}

/** Longest that one attack may take. */
const HANG = 15_000;

const within = async <T>(work: Promise<T>): Promise<T | undefined> => {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), HANG);
	});
	return await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** @throws for an attack that never ends */
export async function fuzz(
	lab: Lab,
	runs: number,
	seed: number,
	onOffence: (text: string) => void = (text) => void process.stderr.write(`${text}\n`),
): Promise<FuzzRow[]> {
	const rows: FuzzRow[] = [];
	for (const operation of HOSTILE_OPERATIONS) {
		const row: FuzzRow = { operation, attacks: 0, unsent: 0, requests: 0, offences: 0 };
		for (const made of fc.sample(attacks(lab, operation), { numRuns: runs, seed })) {
			const seen = await within(attack(lab, made));
			if (!seen) throw new Error(`${operation} never ends: ${JSON.stringify(made)}`);
			row.attacks += 1;
			row.requests += seen.requests;
			if (seen.requests === 0) row.unsent += 1;
			if (seen.offences.length === 0) continue;
			row.offences += 1;
			onOffence(`${operation}: ${seen.offences.join('; ')}: ${JSON.stringify(made)}`);
		}
		rows.push(row);
	}
	return rows;
}
