/** A target: making one of rows, who it is, and refusing it. */
import { shortened, textOf } from '../lib/text';
import { concernsNoRecord } from '../transport/errors';
import type { Person, Row, Run, Target } from './uploadTypes';

/** The text of a row in a column; empty if it has none. */
export const textIn = ({ cells }: Row, column: string): string =>
	textOf(cells.find(({ heading }) => heading.column?.name === column)?.value) ?? '';

export const nameOf = (row: Row): string =>
	[textIn(row, 'first_name'), textIn(row, 'last_name')].filter(Boolean).join(' ');

/** Whom the first of some rows is about. */
export function personIn([row]: readonly Row[]): Person {
	const name = row ? nameOf(row) : '';
	return { who: shortened([row?.id, name].filter(Boolean).join(' '), 100), name };
}

/** True if it is not decided yet what becomes of a target. */
export const isOpen = ({ outcome }: Target): boolean => outcome === undefined;

/** Makes one target of rows. */
export function targetOf(rows: Row[]): Target {
	const target: Target = { id: rows[0]?.id ?? '', rows, notes: [] };
	if (rows.every(({ idle }) => idle)) {
		target.outcome = { kind: 'unchanged' };
		target.told = new Map(rows.flatMap((row) => (row.idle ? [[row, row.idle.told] as const] : [])));
		target.notes = rows.flatMap(({ idle }) => idle?.notes ?? []);
	}
	for (const row of rows) row.target = target;
	return target;
}

/**
 * Refuses targets: the one place for it, whoever refuses, be it ourselves, the service, an Operation that failed, or
 * reading back.
 *
 * @param person needed only if the cells of the first row are no longer there
 * @throws the error itself in a dry run, if it concerns all records, e.g. a wrong key: the others would fail alike
 */
export function refuse(
	run: Pick<Run, 'setting' | 'anyRefused'>,
	targets: readonly Target[],
	error: unknown,
	person?: Person,
): void {
	if (run.setting.dryRun && concernsNoRecord(error)) throw error;
	run.anyRefused ||= targets.length > 0;
	for (const target of targets) {
		target.outcome = { kind: 'refused', error, ...(person ?? personIn(target.rows)) };
	}
}
