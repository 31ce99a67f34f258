import { REASONS_SHOWN, reasonsOf } from '../../common/executionError';
import { InvalidInput } from '../../common/invalidInput';
import type { Sentence } from '../../common/plan';
import { grouped } from '../../lib/json';
import { counted, rowsInWords, textOf } from '../../lib/text';
import { erases, shortenedBy } from '../change/diff';
import { endedAs, failureOf, itemsOf, outcomeOf } from './outputItems';
import { info, naming, warning } from './sentences';
import { statusesInWords } from './statusHint';
import { notesInWords, rowsLeftOut, talliesInWords } from './tableHint';
import type { Difference, Run, States, Target } from '../uploadTypes';
import { plainPersonName } from '../table/vocabulary';

/** *300 contacts: 1 created, 1 changed, 298 unchanged.* */
function countsInWords({ model: { noun }, setting: { dryRun } }: Run, targets: readonly Target[]): Sentence {
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

/** The first sentence: what the operation says of its rows, or the number of records by what became of them. */
function firstSentence(run: Run, targets: readonly Target[]): Sentence {
	const text = run.summary?.(targets, run);
	if (text === undefined) return countsInWords(run, targets);
	return { text, isWarning: endedAs(targets, 'refused').length > 0 };
}

/** With Retry On Fail, an earlier try may have uploaded records. What it changed is no longer known. */
const afterEarlierTry = ({ mayRepeat, setting: { keepsOtherFields } }: Run): Sentence[] =>
	mayRepeat
		? [
				info(
					`An earlier try of this execution (Retry On Fail) may have uploaded some of the rows already${keepsOtherFields ? '; these are unchanged now' : ''}.`,
				),
			]
		: [];

/**
 * Names IDs of several rows, because these become one upload, in which the later row counts. It is a warning if a column
 * of an earlier row is not sent at all.
 */
function repeated({ setting: { keepsOtherFields } }: Run, targets: readonly Target[]): Sentence[] {
	const several = targets.filter(({ rows, told }) => rows.length > 1 && !told);
	const loses = ({ rows }: Target): boolean =>
		rows.some(({ notes }) => notes.some(({ kind }) => kind === 'laterRow'));
	const what = keepsOtherFields
		? 'they are merged, and the later one counts where both say something'
		: 'the later row counts';
	const sentences = several.slice(0, REASONS_SHOWN).map((target) => {
		const { id, rows } = target;
		const items = itemsOf([target]);
		const times = items.length === 1 ? `${rows.length} times ` : '';
		return { text: `ID ${id} occurs ${times}in ${rowsInWords(items)}: ${what}.`, isWarning: loses(target) };
	});
	const others = several.slice(sentences.length);
	const more = `${counted(others.length, 'other ID occurs', 'other IDs occur')} more than once, too.`;
	return others.length > 0 ? [...sentences, { text: more, isWarning: others.some(loses) }] : sentences;
}

interface Replaced {
	from: string;
	to: string;
}

/** The old and the new text of a column; `undefined` if it is unchanged, or was or is empty. */
function replaced(differences: readonly Difference[], column: string): Replaced | undefined {
	const { from, to } = differences.find((one) => one.column === column) ?? {};
	if (textOf(from) === undefined || textOf(to) === undefined) return undefined;
	return { from: String(from), to: String(to) };
}

/** The old and the new name; `undefined` if it is unchanged, or if only case, accents and blanks differ. */
function renamed(differences: readonly Difference[], column: string): Replaced | undefined {
	const names = replaced(differences, column);
	return names && plainPersonName(names.from) !== plainPersonName(names.to) ? names : undefined;
}

/** How many entries are removed from each list: `3 entries of Work Emails (2 contacts)`. */
function shorter(all: readonly Difference[], { one, many }: Run['model']['noun']): string[] {
	const losses = all.filter((difference) => shortenedBy(difference) > 0);
	return [...grouped(losses, ({ label }) => label)].map(([label, own]) => {
		const sum = own.reduce((total, difference) => total + shortenedBy(difference), 0);
		return `${counted(sum, 'entry', 'entries')} of ${label} (${counted(own.length, one, many)})`;
	});
}

/** Changes that people may not want. */
function changes({ model: { noun }, setting: { dryRun } }: Run, targets: readonly Target[]): Sentence[] {
	const changing = targets.flatMap(({ id, outcome }) =>
		outcome?.kind === 'accepted' || outcome?.kind === 'dryRun' ? [{ id, ...outcome }] : [],
	);
	const becomes = (other: (differences: readonly Difference[]) => Replaced | undefined): string[] =>
		changing.flatMap(({ id, differences }) => {
			const [first, more] = [renamed(differences, 'first_name'), other(differences)];
			return first && more
				? `${id} ${dryRun ? 'is' : 'was'} ${first.from} ${more.from} and ${dryRun ? 'would be' : 'is now'} ${first.to} ${more.to}`
				: [];
		});
	const lastName = (differences: readonly Difference[]) => renamed(differences, 'last_name');
	const born = (differences: readonly Difference[]): Replaced | undefined => {
		const days = lastName(differences) ? undefined : replaced(differences, 'birthday');
		return days && { from: `(born ${days.from})`, to: `(born ${days.to})` };
	};
	const check = ' Check that these are the same people.';
	const dry = changing.flatMap((outcome) => (outcome.kind === 'dryRun' ? [outcome] : []));
	const erasing = dry.filter(({ differences }) => differences.some(erases)).length;
	const removed = shorter(
		changing.flatMap(({ differences }) => differences),
		noun,
	);
	return [
		...naming('Another first and last name than before', becomes(lastName), check),
		...naming('Another first name and birthday than before', becomes(born), check),
		...naming(dryRun ? 'Would be removed' : 'Removed', removed),
		...(erasing > 0
			? [warning(`Something would be erased in ${counted(erasing, noun.one, noun.many)}.`)]
			: []),
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
	const failures = refused.map((target) => failureOf(target, noun.one));
	return [...reasonsOf(failures), ...new Set(hints)].map(warning);
}

/** A dry run goes on behind a refused row, and a real one may not. */
const wouldStop = ({ setting: { dryRun }, stopsOnError }: Run, refused: readonly Target[]): Sentence[] =>
	dryRun && stopsOnError && refused.length > 0
		? [
				warning(
					"A real run would stop at a refused row and may upload nobody. To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).",
				),
			]
		: [];

/** Warns of records that were created with an e-mail address as their ID: they may be there already. */
function createdByAddress({ model, setting, idIsEmail }: Run, targets: readonly Target[]): Sentence[] {
	const created = targets.filter(({ isNew, outcome }) =>
		outcome?.kind === 'dryRun'
			? !outcome.exists
			: outcome?.kind === 'accepted' &&
				(outcome.change === 'created' || (outcome.change === undefined && isNew)),
	).length;
	if (!idIsEmail || created === 0) return [];
	const { noun, columns } = model;
	const hasConsents = columns.some(({ shape }) => shape?.mergeAll);
	const are = setting.dryRun ? 'would be' : created === 1 ? 'was' : 'were';
	return [
		warning(
			`${counted(created, noun.one, noun.many)} ${are} created with their e-mail address as ID: anybody who is stored under another ID is there twice${hasConsents ? ', without their withdrawals' : ''}.`,
		),
	];
}

/** Says that a list that is the same for each row was taken once. */
const takenOnce = ({ takenOnce: list, model: { noun } }: Run): Sentence[] =>
	list === undefined
		? []
		: [
				info(
					`The list in '${list.label}' is the same for each of the ${list.rows} rows of the input, so it was taken once: ${counted(list.records, noun.one, noun.many)}, paired to the first row.`,
				),
			];

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
	return [
		firstSentence(run, targets),
		...reasons(run, refused),
		...wouldStop(run, refused),
		...notesInWords(run, targets, 'first'),
		...afterEarlierTry(run),
		...statusesInWords(run, targets, states),
		...talliesInWords(run, others),
		...repeated(run, targets),
		...takenOnce(run),
		...rowsLeftOut(run),
		...notesInWords(run, targets, 'later'),
		...createdByAddress(run, others),
		...changes(run, others),
	];
}
