import type { IDataObject } from 'n8n-workflow';

import { elapsed } from '../clock';
import { hashOf, type EarlierTries } from '../earlierTries';
import type { Sender } from '../transport/types';
import { isRecord, records, scalarText } from '../values';
import type { Acceptance, Draft, Earlier, Row, Target, Upload } from './types';

/** Stands for the lost answer to a request that was accepted. */
export const NO_ANSWER: Acceptance = { operationId: undefined, acceptedAt: 0, facts: {} };

/** The key of a target: it is the same in the next try, because n8n gives the node the same input again. */
const keyOfTarget = (path: readonly string[], { id, rows }: Target): string =>
	hashOf([
		path,
		id,
		rows.map(({ item, position, cells }) => [
			item,
			position,
			cells.map(({ heading, given }) => [heading.name, given]),
		]),
	]);

/**
 * Gives each target that an earlier try has uploaded the outcome that it had in that try.
 *
 * @param tries missing if n8n runs the node only once
 */
export function recallUploads(
	tries: EarlierTries | undefined,
	{ endpoint, setting, rowMemory }: Upload,
	targets: readonly Target[],
	{ withoutKey }: Pick<Sender, 'withoutKey'>,
): Earlier | undefined {
	if (tries === undefined || setting.dryRun) return undefined;
	const { path } = endpoint.post([]);
	/** By facts: all records of a request share an acceptance, because the upload waits once for each acceptance. */
	const acceptances = new Map<string, Acceptance>();
	const keys = new Map<Target, string>();
	const unclear = new Map<Target, IDataObject>();
	const acceptanceOf = (facts: IDataObject): Acceptance => {
		const key = JSON.stringify(facts);
		const operationId = scalarText(facts.operation_id);
		const acceptance = acceptances.get(key) ?? { operationId, acceptedAt: elapsed(), facts };
		acceptances.set(key, acceptance);
		return acceptance;
	};
	const earlier: Earlier = {
		count: 0,
		keep(sent, acceptance) {
			for (const target of sent) {
				const rows = rowMemory && target.rows.map((row) => rowMemory.of(row));
				const deed = { change: target.draft?.change, rows, facts: acceptance?.facts };
				tries.keep(keys.get(target) ?? '', withoutKey(deed));
			}
		},
		settle(all) {
			for (const target of all) {
				const deed = unclear.get(target);
				if (deed && target.outcome?.kind === 'unchanged') end(target, deed, NO_ANSWER);
			}
		},
	};
	const end = (target: Target, deed: IDataObject, acceptance: Acceptance): void => {
		earlier.count++;
		const change = deed.change as Draft['change'];
		target.outcome = { kind: 'accepted', acceptance, change, isEarlier: true, differences: [] };
		for (const [at, kept] of records(deed.rows).entries()) rowMemory?.recall(target.rows[at] as Row, kept);
	};
	for (const target of targets) {
		if (target.outcome !== undefined) continue;
		const key = keyOfTarget(path, target);
		keys.set(target, key);
		const deed = tries.find(key);
		if (!isRecord(deed)) continue;
		if (isRecord(deed.facts)) end(target, deed, acceptanceOf(deed.facts));
		else unclear.set(target, deed);
	}
	return earlier;
}
