import type { Sentence } from '../../common/plan';
import { capitalized, counted, namesInWords, rowsInWords } from '../../lib/text';
import { fileProblem } from './fileProblem';
import { mappingHint } from './requiredMissing';
import { mayRefuse, sentencesOf, type Note, type Noted } from './notes';
import { info, warning } from './sentences';
import type { CountInWords, Run, Target } from '../uploadTypes';

/** Says where the headings were found, if a title or a logo stands above them. */
function headingsFound({ headingRow }: Run): Sentence[] {
	if (headingRow === undefined) return [];
	const { row, before } = headingRow;
	const leftOut = before > 0 ? ` Left out before it: ${counted(before, 'row', 'rows')}.` : '';
	return [info(`Headings found in row ${row} of the input.${leftOut}`)];
}

/** Names the rows that were left out. */
export function rowsLeftOut(run: Run): Sentence[] {
	const {
		blankRows,
		otherRows,
		repeatedHeadings,
		totals,
		model: { noun },
	} = run;
	const leftOut = (rows: readonly number[], one: string, many: string) =>
		`${capitalized(rowsInWords(rows))} ${rows.length === 1 ? `was left out${one}` : `were left out${many}`}`;
	const noColumn = (whose: string) => `: none of ${whose} filled columns is a field of ${noun.many}.`;
	const others = leftOut(otherRows, noColumn('its'), noColumn('their'));
	const repeated = leftOut(
		repeatedHeadings,
		', because it repeats the headings.',
		', because they repeat the headings.',
	);
	const words = namesInWords([...new Set(totals.map(({ word }) => word))]);
	const sums = leftOut(
		totals.map(({ item }) => item),
		`: it looks like a total (${words}).`,
		`: they look like totals (${words}).`,
	);
	return [
		...headingsFound(run),
		...(totals.length > 0 ? [info(sums)] : []),
		...(repeatedHeadings.length > 0 ? [info(repeated)] : []),
		...(blankRows > 0 ? [info(`${counted(blankRows, 'blank row', 'blank rows')} left out.`)] : []),
		...(otherRows.length > 0 ? [warning(others)] : []),
	];
}

/**
 * All notes, each with its row and the ID of its record. Of a refused target, only those about its cells count that may
 * be why it was refused.
 */
function* notesToTell(targets: readonly Target[], { notesLeftOut }: Run): Generator<Noted> {
	for (const { outcome, id, rows, notes } of targets) {
		const isTold = (note: Note): boolean => outcome?.kind !== 'refused' || mayRefuse(note);
		for (const row of rows) {
			for (const note of row.notes) if (isTold(note)) yield { note, id, item: row.item };
		}
		for (const note of notes) if (isTold(note)) yield { note, id };
	}
	for (const note of notesLeftOut) yield { note, id: '' };
}

/** Says what the notes say. @param come those that come first, because people have to act on them; or the others */
export function notesInWords(run: Run, targets: readonly Target[], come: 'first' | 'later'): Sentence[] {
	const { model, headings, setting, unchosen, whereabouts } = run;
	const unknown = {
		says: `Not sent, because ${model.noun.many} have no such column`,
		advice: whereabouts ?? fileProblem(headings.values()) ?? mappingHint(setting),
	};
	const advice = { advice: unchosen?.advice };
	const ofRun = { unknown, unchosen: advice, unchosenButSent: advice };
	return sentencesOf(notesToTell(targets, run), model.noun, ofRun, come, setting.dryRun);
}

/** Sums up what changes have counted: *newsletter: 3 granted, 1 withdrawn.* */
export function talliesInWords({ setting: { dryRun } }: Run, targets: readonly Target[]): Sentence[] {
	const sums = new Map<string, Map<string | CountInWords, number>>();
	for (const { tallies = [] } of targets) {
		for (const { of, counts } of tallies) {
			const sum = sums.get(of) ?? new Map<string | CountInWords, number>();
			sums.set(of, sum);
			for (const [what, count] of counts) sum.set(what, (sum.get(what) ?? 0) + count);
		}
	}
	return [...sums].flatMap(([of, sum]) => {
		const parts = [...sum].flatMap(([what, count]) => {
			if (count === 0) return [];
			return typeof what === 'string' ? `${count} ${what}` : what(count, dryRun);
		});
		return parts.length > 0 ? [info(`${of}: ${parts.join(', ')}.`)] : [];
	});
}
