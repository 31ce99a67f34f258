import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { refusalWords } from '../../common/itemOutput';
import type { Failure, ItemOutcome } from '../../common/plan';
import { concernsNoRecord, factsOf, mayHaveWorked, ServiceError } from '../../transport/errors';
import { withoutEmpty } from '../../lib/json';
import { capitalized, counted, firstOf, rowRanges } from '../../lib/text';
import { NO_STATUS, statusIn } from '../../lib/uploadStatus';
import { changesOf } from '../change/diff';
import { notSentIn, type Note } from './notes';
import type { Outcome, Row, Run, State, States, Target, Told } from '../uploadTypes';

type Of<Kind> = Extract<Outcome, { kind: Kind }>;

/** The outcome of a target, if it is of this kind. */
export const outcomeOf = <Kind extends Outcome['kind']>(
	{ outcome }: Target,
	kind: Kind,
): Of<Kind> | undefined => (outcome?.kind === kind ? (outcome as Of<Kind>) : undefined);

/** The targets whose outcome is of this kind. */
export const endedAs = (targets: readonly Target[], kind: Outcome['kind']): Target[] =>
	targets.filter(({ outcome }) => outcome?.kind === kind);

/** The indexes of the input items of targets, sorted, each once. */
export const itemsOf = (targets: ReadonlyArray<Pick<Target, 'rows'>>): number[] =>
	[...new Set(targets.flatMap(({ rows }) => rows.map(({ item }) => item)))].sort((a, b) => a - b);

/** What is to be said about the values of a target. */
function* notesOf({ rows, notes }: Target): Generator<Note> {
	for (const row of rows) yield* row.notes;
	yield* notes;
}

/** The error of a refused target. If its input item holds several records, the message says which of them it is. */
function errorOf(target: Target, noun: string): unknown {
	const error = outcomeOf(target, 'refused')?.error;
	const { position } = target.rows[0] ?? {};
	// An error that concerns all records names none.
	if (position === undefined || concernsNoRecord(error)) return error;
	const which = target.id ? `${capitalized(noun)} "${target.id}": ` : `The ${noun} in place ${position}: `;
	if (error instanceof InvalidInput) return new InvalidInput(which + error.message, error.advice, error.hint);
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError({ message: which + error.message, description: error.advice }, error.facts);
}

/** The failure of a refused target: its error, its input items, and who it is about. */
export function failureOf(target: Target, noun: string) {
	const { who, name } = outcomeOf(target, 'refused') ?? {};
	return { error: errorOf(target, noun), items: itemsOf([target]), id: target.id, who, name };
}

/** The output fields about how the service processed an accepted record; empty without waiting. */
export const acceptedFields = (target: Target, state: State | undefined): IDataObject => ({
	item_status: state?.itemStatus.get(target.id),
	...state?.json,
});

/** The status that counts for an accepted record: its own; where it has none, that of its Operation. */
export function statusOf({ id }: Pick<Target, 'id'>, { itemStatus, json }: State): string {
	const own = statusIn(itemStatus.get(id));
	return own === NO_STATUS ? statusIn(json.operation_status) : own;
}

/** The output item of Create or Update, for a row that was not refused. */
function itemOf(target: Target, isLast: boolean, not_sent: string[] | undefined, state?: State): IDataObject {
	const { id, outcome } = target;
	if (outcome?.kind === 'dryRun') {
		const { exists, differences } = outcome;
		return withoutEmpty({ id, dry_run: true, exists, changes: changesOf(differences, exists), not_sent });
	}
	if (outcome?.kind !== 'accepted') return withoutEmpty({ id, change: outcome?.kind, not_sent });
	const { change, differences, acceptance } = outcome;
	// Only the last row of an ID shows the changes, so that an undo takes them back once. Of a created record, only its
	// consents are told.
	const told = change === 'created' ? differences.filter(({ more }) => more) : differences;
	return withoutEmpty({
		id,
		accepted: true,
		change,
		changes: isLast && told.length > 0 ? changesOf(told, true) : undefined,
		...acceptedFields(target, state),
		not_sent,
		...acceptance.facts,
	});
}

/** The output item of a row of an operation that has a change of its own. */
function toldItem(target: Target, { fields, isSent }: Told, dryRun: boolean, state?: State): IDataObject {
	const accepted = isSent ? outcomeOf(target, 'accepted') : undefined;
	return {
		...(target.id && { id: target.id }),
		...(dryRun && { dry_run: true }),
		...fields,
		...(accepted && withoutEmpty({ ...acceptedFields(target, state), ...accepted.acceptance.facts })),
	};
}

/** Returns a function that makes the outcome of a row. What the rows of the target share is computed once. */
function rowOutcomes(run: Run, target: Target, states?: States): (row: Row) => ItemOutcome {
	if (target.outcome?.kind === 'refused') {
		const failure = failureOf(target, run.model.noun.one);
		if (!run.setting.dryRun) return ({ item: from }) => ({ from, ...failure });
		return ({ item: from }) => {
			const { message: would_be_refused, description: message } = refusalWords(failure, from);
			return { from, result: { json: { id: target.id, dry_run: true, would_be_refused, message } } };
		};
	}
	const accepted = outcomeOf(target, 'accepted');
	const state = accepted && states?.get(accepted.acceptance);
	const last = target.rows.at(-1);
	const notSent = notSentIn(notesOf(target));
	return (row) => {
		const told = target.told?.get(row);
		const json = told
			? toldItem(target, told, run.setting.dryRun, state)
			: itemOf(target, row === last, notSent, state);
		return { from: row.item, result: { json } };
	};
}

/** One outcome for each row, in the order of the input. */
export function* outcomesOf(run: Run, states: States | undefined): Generator<ItemOutcome> {
	const known = new Map<Target, (row: Row) => ItemOutcome>();
	for (const row of run.rows) {
		const { target } = row;
		if (target === undefined) continue;
		// Frees the targets while their output items are made.
		row.target = undefined;
		const outcomeFor = known.get(target) ?? rowOutcomes(run, target, states);
		if (target.rows.length > 1) known.set(target, outcomeFor);
		yield outcomeFor(row);
	}
}

export const RANGES_SHOWN = 20;
const OPERATIONS_SHOWN = 20;

const wasNotSent = ({ outcome }: Target): boolean =>
	outcome === undefined || (outcome.kind === 'refused' && factsOf(outcome.error)?.neverSent === true);

/** For On Error "stop": how many records were accepted, refused and not sent, so that a person need not guess. */
function doneIn({ model: { noun } }: Run, targets: readonly Target[], error: unknown): string {
	const accepted = endedAs(targets, 'accepted');
	const rows = itemsOf(accepted);
	const operations = [
		...new Set(accepted.flatMap((target) => outcomeOf(target, 'accepted')?.acceptance.operationId ?? [])),
	];
	const ids = firstOf(operations, OPERATIONS_SHOWN);
	const which = [rows.length > 0 && rowRanges(rows, RANGES_SHOWN), ids && `Operation-Id ${ids}`];
	const what = which.filter(Boolean).join('; ');
	const unchanged = endedAs(targets, 'unchanged').length;
	const refused = endedAs(targets, 'refused').filter((target) => !wasNotSent(target));
	const unknown = refused.filter((target) => mayHaveWorked(outcomeOf(target, 'refused')?.error)).length;
	return [
		`Accepted: ${accepted.length} of ${counted(targets.length, noun.one, noun.many)}${what && ` (${what})`}.`,
		unchanged > 0 && `Unchanged: ${unchanged}.`,
		`Refused: ${refused.length - unknown}. Not sent: ${targets.filter(wasNotSent).length}.`,
		unknown > 0 && `Not known whether it was accepted: ${unknown}.`,
		refused.length - unknown < targets.length &&
			!concernsNoRecord(error) &&
			"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).",
	]
		.filter(Boolean)
		.join(' ');
}

/** The failures that end a run: all refused records. The first one says what was done. */
export function stopped(run: Run, targets: readonly Target[]): Array<{ from: number[] } & Failure> {
	const failures = endedAs(targets, 'refused').map((target) => failureOf(target, run.model.noun.one));
	const done = doneIn(run, targets, failures[0]?.error);
	return failures.map((failure, at) => ({ ...failure, from: failure.items, ...(at === 0 && { done }) }));
}
