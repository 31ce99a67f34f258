import { NOT_FINISHED } from '../look';
import { InvalidInput } from '../operation';
import type { Sentence } from '../plan';
import { counted, grouped, rowRanges, rowsInWords, scalarText, sentence, textOf } from '../values';
import { erases, shortenedBy } from './diff';
import {
	acceptedFields,
	endedAs,
	itemsOf,
	outcomeOf,
	RANGES_SHOWN,
	reasonsOf,
	REASONS_SHOWN,
} from './report';
import { info, naming, warning } from './sentences';
import { columnsNotSent, findingsOf, remarksOf, rowsLeftOut } from './tableHint';
import type { Difference, Run, State, States, Target } from './types';
import { plainName } from './vocabulary';
import { isDone } from './wait';

/** *300 contacts: 1 created, 1 changed, 298 unchanged.* */
function counts({ model: { noun }, setting: { dryRun } }: Run, targets: readonly Target[]): Sentence {
	const count = { created: 0, changed: 0, unchanged: 0, accepted: 0, refused: 0 };
	for (const { outcome } of targets) {
		if (outcome?.kind === 'accepted') count[outcome.change ?? 'accepted']++;
		else if (outcome?.kind === 'dryRun') {
			count[!outcome.exists ? 'created' : outcome.differences.length > 0 ? 'changed' : 'unchanged']++;
		} else if (outcome) count[outcome.kind]++;
	}
	const all = counted(targets.length, noun.one, noun.many);
	const become = dryRun ? 'would be ' : '';
	const parts = Object.entries(count).flatMap(([what, how]) => (how > 0 ? `${how} ${become}${what}` : []));
	const words = parts.length > 0 ? `: ${parts.join(', ')}` : '';
	const text = dryRun ? `Dry run of ${all}, nothing was changed${words}.` : `${all}${words}.`;
	return { text, isWarning: count.refused > 0 };
}

/** With Retry On Fail, an earlier try may have uploaded records. What it changed is no longer known. */
function fromEarlierTries({ earlier, model: { noun } }: Run): Sentence[] {
	if (!earlier?.count) return [];
	const records = counted(earlier.count, `${noun.one} was`, `${noun.many} were`);
	return [
		info(`${records} uploaded by an earlier try of this execution (Retry On Fail), without 'changes' here.`),
	];
}

/** How many accepted records have each status of the service. The service may fail to process an accepted record. */
function statuses({ setting: { waiting } }: Run, targets: readonly Target[], states?: States): Sentence[] {
	if (states === undefined || waiting === undefined) return [];
	const all = [...states.values()];
	const byStatus = grouped(endedAs(targets, 'accepted'), (target) => {
		const state = states.get(outcomeOf(target, 'accepted')?.acceptance as never);
		const { item_status, operation_status } = acceptedFields(target, state);
		return scalarText(item_status ?? operation_status) ?? 'unknown';
	});
	const words = [...byStatus].map(([status, same]) => `${same.length} ${status}`).join(', ');
	const ofOperations = all.flatMap(({ unread, json }) =>
		unread ? [] : (scalarText(json.operation_status) ?? []),
	);
	const isStrange = (status: string): boolean =>
		status !== 'unknown' && !isDone(status) && !waiting.isPending({ status });
	const withRows = [...byStatus].flatMap(([status, same]) =>
		isStrange(status) ? `${status} (${rowRanges(itemsOf(same), RANGES_SHOWN)})` : [],
	);
	const strange = [
		...withRows,
		...ofOperations.filter((status) => isStrange(status) && !byStatus.has(status)),
	];
	const hasNone = ({ unread, timedOut, json }: State): boolean =>
		!unread && !timedOut && (scalarText(json.operation_status) ?? 'unknown') === 'unknown';
	if (byStatus.has('unknown') && all.some(hasNone)) strange.push('unknown');
	const unread = [...new Set(all.flatMap((state) => state.unread ?? []))].slice(0, REASONS_SHOWN);
	return [
		info(`Status when waiting ended: ${words}.`),
		...naming('The service may not have done what was uploaded. Its status is', strange),
		...unread.map((reason) => warning(sentence(`The status could not be read: ${reason}`))),
		...(all.some(({ timedOut }) => timedOut) ? [NOT_FINISHED] : []),
	];
}

/** Names IDs of several rows, because these become one upload. It is a warning if a value of a row was lost. */
function repeated({ setting: { keeps } }: Run, targets: readonly Target[]): Sentence[] {
	const several = targets.filter(({ rows }) => rows.length > 1);
	const losing = several.filter(({ loses }) => loses);
	const shown = [...losing, ...several.filter(({ loses }) => !loses)].slice(0, REASONS_SHOWN);
	const sentences = shown.map(({ id, rows, loses }) => {
		const items = itemsOf([{ rows }]);
		const times = items.length === 1 ? `${rows.length} times ` : '';
		const laterCounts = keeps
			? 'they are merged, and the later one counts where both say something'
			: 'the later row counts';
		const what = loses ? laterCounts : keeps ? 'they are merged' : 'they say the same';
		return { text: `ID ${id} occurs ${times}in ${rowsInWords(items)}: ${what}.`, isWarning: loses === true };
	});
	const more = several.length - shown.length;
	const others = `${counted(more, 'other ID occurs', 'other IDs occur')} more than once, too.`;
	return more > 0 ? [...sentences, { text: others, isWarning: losing.length > shown.length }] : sentences;
}

/** The old and the new name; `undefined` if it is unchanged, or if only case, accents and blanks differ. */
function renamed(
	differences: readonly Difference[],
	column: string,
): { from: string; to: string } | undefined {
	const { from, to } = differences.find((one) => one.column === column) ?? {};
	if (textOf(from) === undefined || textOf(to) === undefined) return undefined;
	const names = { from: String(from), to: String(to) };
	return plainName(names.from) === plainName(names.to) ? undefined : names;
}

/** How many entries are removed from each list: `3 entries of Work Emails (2 contacts)`. */
function shorter(all: readonly Difference[], { one, many }: Run['model']['noun']): string[] {
	const losses = all.filter((difference) => shortenedBy(difference) > 0);
	return [...grouped(losses, ({ label }) => label)].map(([label, own]) => {
		const sum = own.reduce((total, difference) => total + shortenedBy(difference), 0);
		return `${counted(sum, 'entry', 'entries')} of ${label} (${counted(own.length, one, many)})`;
	});
}

/**
 * Changes that people may not want, and values that are not kept.
 *
 * @param own the operation's sentences about its rows
 */
function changes(
	{ model: { noun }, setting: { dryRun } }: Run,
	targets: readonly Target[],
	own: readonly Sentence[],
): Sentence[] {
	const changing = targets.flatMap(({ id, outcome }) =>
		outcome?.kind === 'accepted' || outcome?.kind === 'dryRun' ? [{ id, ...outcome }] : [],
	);
	const people = changing.flatMap(({ id, differences }) => {
		const first = renamed(differences, 'first_name');
		const last = renamed(differences, 'last_name');
		return first && last ? `${id} was ${first.from} ${last.from} and is now ${first.to} ${last.to}` : [];
	});
	const dry = changing.flatMap((outcome) => (outcome.kind === 'dryRun' ? [outcome] : []));
	const erasing = dry.filter(({ differences }) => differences.some(erases)).length;
	const removed = shorter(
		changing.flatMap(({ differences }) => differences),
		noun,
	);
	return [
		...naming('Another first and last name than before', people, ' Check that these are the same people.'),
		...own,
		...naming(dryRun ? 'Would be removed' : 'Removed', removed),
		...(erasing > 0
			? [warning(`Something would be erased in ${counted(erasing, noun.one, noun.many)}.`)]
			: []),
		...naming(
			'Not an e-mail address',
			dry.flatMap(({ noEmails = [] }) => noEmails),
		),
		...naming(
			'Sent as content, although it looks like a placeholder',
			dry.flatMap(({ placeholders = [] }) => placeholders),
		),
		...naming(
			'Not kept, because the contract does not know them',
			changing.flatMap(({ notKept = [] }) => notKept),
			' To send them back, set Unknown Fields to Send as They Are.',
		),
	];
}

/**
 * Why targets were refused. Each output item has its reason, too, but the editor shows the input's columns first, so
 * that the reason may be out of sight.
 */
function reasons({ model: { noun } }: Run, refused: readonly Target[]): Sentence[] {
	const hints = refused.flatMap((target) => {
		const error = outcomeOf(target, 'refused')?.error;
		return (error instanceof InvalidInput && error.hint) || [];
	});
	return [...reasonsOf(refused, noun.one, REASONS_SHOWN), ...new Set(hints)].map(warning);
}

/** The sentences of the hint above the output. @param states missing if the upload did not wait */
export function hintOf(run: Run, targets: readonly Target[], states: States | undefined): Sentence[] {
	if (run.isInputEmpty && targets.length === 0) {
		return [
			info(
				'Nothing was uploaded: the input is empty. Turn off Always Output Data in the node before, if you do not want to see this.',
			),
		];
	}
	const refused = endedAs(targets, 'refused');
	const others = targets.filter(({ outcome }) => outcome?.kind !== 'refused');
	const own = run.sentencesOf?.(others.flatMap(({ rows }) => rows));
	return [
		counts(run, targets),
		...fromEarlierTries(run),
		...statuses(run, targets, states),
		...(own ? [] : repeated(run, targets)),
		...rowsLeftOut(run),
		...columnsNotSent(run, others),
		...findingsOf(run),
		...remarksOf(run, others),
		...changes(run, others, own ?? []),
		...reasons(run, refused),
	];
}
