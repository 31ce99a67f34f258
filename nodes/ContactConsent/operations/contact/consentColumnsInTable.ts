/** The chosen consent columns in a table: their headings, and what the cells of each row answer. */
import type { IDataObject } from 'n8n-workflow';

import { scalarText } from '../../lib/json';
import { lossIn } from '../../lib/spreadsheetLosses';
import { composed, firstOf, namesInWords, shortened, trimmed } from '../../lib/text';
import { isBlank } from '../../upload/table/cells';
import { momentIn } from '../../upload/table/moments';
import { plainName } from '../../upload/table/vocabulary';
import type { Note } from '../../upload/report/notes';
import type { ChosenColumns } from '../../upload/uploadTypes';
import type { Answer } from './applyAnswers';
import { isWithHint, lettersIn, wishIn } from './consentCells';
import { quoted, refusedOption, type ChosenConsents } from './consentColumnsOption';

/** The instruction of a row: what its cells answer. */
export interface RowAnswers {
	answers: ReadonlyArray<Answer & { heading: string }>;
}

const HEADINGS_SHOWN = 20;

/**
 * The headings of the table that are meant by a text, compared as headings are. If none is, the only one that has it
 * with a hint behind it.
 */
function headingsFor(wanted: string, names: readonly string[]): readonly string[] {
	const plain = plainName(wanted);
	const same = names.filter((name) =>
		plain === '' ? trimmed(name) === trimmed(wanted) : plainName(name) === plain,
	);
	const hinted = same.length > 0 ? [] : names.filter((name) => isWithHint(name, wanted));
	return hinted.length === 1 ? hinted : same;
}

/** Finds the headings of chosen columns. @throws InvalidInput if the table lacks some: all of them are named at once */
function findHeadings(
	chosen: ChosenConsents,
	names: readonly string[],
): (wanted: string) => readonly string[] {
	const wanted = chosen.flatMap(({ column, grantedAtColumn }) =>
		trimmed(grantedAtColumn) === '' ? [column] : [column, grantedAtColumn],
	);
	const found = new Map(wanted.map((one) => [one, headingsFor(one, names)]));
	const missing = [...found].flatMap(([one, headings]) => (headings.length === 0 ? one : []));
	if (missing.length === 0) return (one) => found.get(one) ?? [];
	const shown = firstOf(
		names.map((name) => shortened(name, 100)),
		HEADINGS_SHOWN,
	);
	const columns = missing.length === 1 ? 'the column' : 'the columns';
	throw refusedOption(
		`names ${columns} ${namesInWords(missing.map(quoted))}, and no row has ${missing.length === 1 ? 'it' : 'them'}`,
		`Enter each heading as it is in the input, which has ${shown}. Remove an entry that your table has no column for, and leave 'Granted At Column' blank if it has no dates.`,
	);
}

/** The chosen columns in one table. */
export function consentColumnsIn(
	chosen: ChosenConsents,
	rows: readonly IDataObject[],
	timeZone: string,
): ReturnType<ChosenColumns['inTable']> {
	const known = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) known.add(name);
	const names = [...known];
	const headingsOf = findHeadings(chosen, names);
	const columns = chosen.map(({ column, type, yesMeans, grantedAtColumn }) => {
		const headings = headingsOf(column);
		return {
			type: composed(trimmed(type)),
			yesMeans,
			headings,
			dated: headingsOf(grantedAtColumn),
			letters: lettersIn(rows.flatMap((row) => headings.map((name) => row[name]))),
		};
	});
	return {
		headings: new Set(columns.flatMap(({ headings, dated }) => [...headings, ...dated])),
		ofRow(row) {
			const notes: Note[] = [];
			const answers: Array<RowAnswers['answers'][number]> = [];
			for (const { type, yesMeans, headings, dated, letters } of columns) {
				for (const heading of headings) {
					const cell: unknown = row[heading];
					if (isBlank(cell)) continue;
					const wish = wishIn(cell, yesMeans, letters);
					if (wish === 'nothing') continue;
					if (wish === undefined) {
						const given = scalarText(cell) ?? JSON.stringify(cell);
						notes.push({ kind: lossIn(cell) ?? 'noAnswer', heading, given });
						answers.push({ type, wish: 'unclear', at: undefined, heading });
						continue;
					}
					const moments = dated.filter((name) => !isBlank(row[name]));
					const at = moments.map((name) => momentIn(row[name], timeZone)).find((one) => one !== undefined);
					const unread = at === undefined && wish !== 'deny' ? moments[0] : undefined;
					if (unread !== undefined) {
						notes.push({ kind: 'noMoment', heading: unread, given: scalarText(row[unread]) ?? 'an object' });
					}
					answers.push({ type, wish, at, heading });
				}
			}
			// A box that nobody has ticked says no, also in a row without a person. What is not understood says nothing.
			return {
				instruction: answers.length > 0 ? { answers } : undefined,
				saysSomething: answers.some(({ wish }) => wish === 'grant' || wish === 'withdraw'),
				notes,
			};
		},
	};
}
