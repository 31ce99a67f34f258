import { grouped } from '../values';
import type { RecordModel } from './columns';
import type { Heading } from './headings';
import { missingValues } from './refusal';
import { missingIn } from './rows';
import type { Setting } from './setting';
import type { Row, Target } from './types';

/** Makes rows one target, which has ended where none of them can be sent. */
export function targetOf(rows: Row[], error?: unknown): Target {
	const outcome = error === undefined ? undefined : ({ kind: 'refused', error } as const);
	const target: Target = { id: rows[0]?.id ?? '', rows, notSent: [], outcome };
	for (const row of rows) row.target = target;
	return target;
}

/** The targets of the rows of one ID: those that can be read are one, and each of the others is one that has ended. */
function targetsOfId(rows: Row[], isWhole: (row: Row) => unknown, keeps: boolean): Target[] {
	const last = rows.at(-1);
	if (!keeps && last) {
		last.error ??= isWhole(last);
		// Only the last row counts.
		if (last.error !== undefined) return [targetOf(rows, last.error)];
	}
	const readable = rows.filter(({ error }) => error === undefined);
	return [
		...(readable.length > 0 ? [targetOf(readable)] : []),
		...rows.flatMap((row) => (row.error === undefined ? [] : targetOf([row], row.error))),
	];
}

/**
 * What is sent for each ID, in the order of the first row of each. With Keep all readable rows of it count, otherwise the
 * last row alone.
 */
export function targetsOf(
	model: RecordModel,
	rows: readonly Row[],
	headings: ReadonlyMap<string, Heading>,
	{ keeps, hint }: Setting,
): Target[] {
	const isWhole = (row: Row): unknown => {
		const missing = missingIn(model, row);
		return missing.length === 0 ? undefined : missingValues(model, missing, { headings, hint });
	};
	// Rows without an ID have nothing in common.
	const byId = grouped(rows, (row) => (row.id === '' ? row : row.id));
	return [...byId.values()].flatMap((same) => targetsOfId(same, isWhole, keeps));
}
