import { NOT_FINISHED } from '../look';
import { InvalidInput } from '../operation';
import type { Sentence } from '../plan';
import { counted, grouped, rowsInWords, scalarText, sentence } from '../values';
import { erases, shortenedBy } from './diff';
import { acceptedFields, endedAs, itemsOf, outcomeOf, reasonsOf, REASONS_SHOWN } from './report';
import type { Difference, Notes, Run, States, Target } from './types';
import { isDone } from './wait';

const NAMES_SHOWN = 20;

const info = (text: string): Sentence => ({ text, isWarning: false });
const warning = (text: string): Sentence => ({ text, isWarning: true });

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
	const parts = Object.entries(count).flatMap(([what, how]) => (how > 0 ? `${how} ${what}` : []));
	const words = parts.length > 0 ? `: ${parts.join(', ')}` : '';
	const text = dryRun ? `Dry run, nothing was changed. This would be ${all}${words}.` : `${all}${words}.`;
	return { text, isWarning: count.refused > 0 };
}

/** Where the accepted records stand, in the service's own words: it may fail to process what it has accepted. */
function statuses({ setting: { waiting } }: Run, targets: readonly Target[], states?: States): Sentence[] {
	if (states === undefined || waiting === undefined) return [];
	const stateOf = (target: Target) => states.get(outcomeOf(target, 'accepted')?.acceptance as never);
	const byStatus = grouped(endedAs(targets, 'accepted'), (target) => {
		const { item_status, operation_status } = acceptedFields(target, stateOf(target));
		return scalarText(item_status ?? operation_status) ?? 'unknown';
	});
	const words = [...byStatus].map(([status, same]) => `${same.length} ${status}`).join(', ');
	const ofOperations = [...states.values()].flatMap(({ unread, json }) =>
		unread === undefined ? (scalarText(json.operation_status) ?? []) : [],
	);
	const strange = [...byStatus.keys(), ...ofOperations].filter(
		(status) => status !== 'unknown' && !isDone(status) && !waiting.isPending({ status }),
	);
	const unread = [...states.values()].flatMap((state) => state.unread ?? []);
	const isLate = [...states.values()].some(({ timedOut }) => timedOut);
	return [
		info(`Status when waiting ended: ${words}.`),
		...naming('The service may not have done what was uploaded. Its status is', strange),
		...[...new Set(unread)]
			.slice(0, REASONS_SHOWN)
			.map((reason) => warning(sentence(`The status could not be read: ${reason}`))),
		...(isLate ? [NOT_FINISHED] : []),
	];
}

/** Rows of one ID, where it may be a surprise that they are one upload. */
function repeated(targets: readonly Target[]): Sentence[] {
	const several = targets.filter(({ rows }) => rows.length > 1);
	const shown = several.slice(0, REASONS_SHOWN).map(({ id, rows }) => {
		const items = itemsOf([{ rows }]);
		const times = items.length === 1 ? `${rows.length} times ` : '';
		return `ID ${id} occurs ${times}in ${rowsInWords(items)}: the later row counts.`;
	});
	const more = several.length - shown.length;
	if (more > 0) shown.push(`${counted(more, 'other ID occurs', 'other IDs occur')} more than once, too.`);
	return shown.map(warning);
}

/** A sentence that names things, each once; none where there is nothing to name. */
function naming(before: string, names: Iterable<string>, after = ''): Sentence[] {
	const all = [...new Set(names)];
	if (all.length === 0) return [];
	const more = all.length - NAMES_SHOWN;
	const listed = all.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
	return [warning(`${before}: ${listed}.${after}`)];
}

/** What is not sent: columns that the model does not have, and those that are read-only or stand behind a surer one. */
function notSent({ model, headings, setting }: Run, targets: readonly Target[]): Sentence[] {
	const names = new Set<string>();
	for (const { rows, notSent: others } of targets) {
		for (const { notes } of rows) for (const name of notes.notSent) names.add(name);
		for (const name of others) names.add(name);
	}
	const columnOf = (name: string) => headings.get(name)?.column;
	const all = [...names];
	return [
		...naming(
			`Not sent, because ${model.noun.many} have no such column`,
			all.filter((name) => columnOf(name) === undefined),
			` ${setting.hint}`,
		),
		...naming(
			'Not sent, because these columns are read-only',
			all.filter((name) => columnOf(name) && columnOf(name)?.shape === undefined),
		),
		...naming(
			'Not sent, because another column is for the same field',
			all.filter((name) => columnOf(name)?.shape !== undefined),
		),
	];
}

/** Lists that become shorter, and by how many entries: `3 entries of Work Emails (2 contacts)`. */
function shorter(all: ReadonlyArray<readonly Difference[]>, { one, many }: Run['model']['noun']): string[] {
	const losses = all.flat().filter((difference) => shortenedBy(difference) > 0);
	return [...grouped(losses, ({ label }) => label)].map(([label, own]) => {
		const sum = own.reduce((total, difference) => total + shortenedBy(difference), 0);
		return `${counted(sum, 'entry', 'entries')} of ${label} (${counted(own.length, one, many)})`;
	});
}

/** What uploads change that somebody may not want, and what they leave out. */
function losses({ model: { noun }, setting: { dryRun } }: Run, targets: readonly Target[]): Sentence[] {
	const told = targets.flatMap(({ outcome }) =>
		outcome?.kind === 'accepted' || outcome?.kind === 'dryRun' ? [outcome] : [],
	);
	const differences = told.map((outcome) => outcome.differences);
	const notes: Notes[] = told.map((outcome) => outcome.notes);
	const erasing = dryRun ? differences.filter((all) => all.some(erases)).length : 0;
	return [
		...naming(dryRun ? 'Would be removed' : 'Removed', shorter(differences, noun)),
		...(erasing > 0
			? [warning(`Something would be erased in ${counted(erasing, noun.one, noun.many)}.`)]
			: []),
		...naming(
			'Not an e-mail address',
			notes.flatMap(({ noEmails = [] }) => noEmails),
		),
		...naming(
			'Not kept, because the contract does not know them',
			notes.flatMap(({ notKept = [] }) => notKept),
			' To send them back, set Unknown Fields to Send as They Are.',
		),
	];
}

/** Why targets were refused: the editor shows the input's columns first, so that the items' own reasons may be out of sight. */
function reasons({ model: { noun } }: Run, refused: readonly Target[]): Sentence[] {
	const hints = refused.map((target) => {
		const error = outcomeOf(target, 'refused')?.error;
		return (error instanceof InvalidInput && error.hint) || '';
	});
	return [...reasonsOf(refused, noun.one, REASONS_SHOWN), ...new Set(hints.filter(Boolean))].map(warning);
}

/** How an upload went, for the hint above its output. */
export function hintOf(run: Run, targets: readonly Target[], states: States | undefined): Sentence[] {
	const refused = endedAs(targets, 'refused');
	const others = targets.filter(({ outcome }) => outcome?.kind !== 'refused');
	return [
		counts(run, targets),
		...statuses(run, targets, states),
		...(run.sentencesOf ? [] : repeated(targets)),
		...notSent(run, others),
		...(run.sentencesOf?.(others.flatMap(({ rows }) => rows)) ?? []),
		...losses(run, others),
		...reasons(run, refused),
	];
}
