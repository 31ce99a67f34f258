/** Rows with one ID become one record. */
import { InvalidInput } from '../common/invalidInput';
import { grouped } from '../lib/json';
import { rowsInWords } from '../lib/text';
import { lacksIn } from './report/requiredMissing';
import type { Note } from './report/notes';
import { isBlank } from './table/cells';
import { plainPersonName } from './table/vocabulary';
import { nameOf, refuse, targetOf, textIn } from './targets';
import type { Row, Run, Target } from './uploadTypes';

/**
 * Finds two rows that differ in their first names and in another column. Texts are compared without case, accents and
 * blanks; a blank one matches any.
 */
function differingIn(column: string, rows: readonly Row[]): [Row, Row] | undefined {
	// Two are enough: if they agree in one of the two texts, whoever differs from them in it differs from one of them in
	// the other text, too.
	const known: Array<[first: string, other: string, row: Row]> = [];
	for (const row of rows) {
		const [first, other] = [plainPersonName(textIn(row, 'first_name')), plainPersonName(textIn(row, column))];
		if (first === '' || other === '') continue;
		const stranger = known.find((one) => one[0] !== first && one[1] !== other);
		if (stranger) return [stranger[2], row];
		if (known.length < 2 && !known.some((one) => one[0] === first && one[1] === other)) {
			known.push([first, other, row]);
		}
	}
	return undefined;
}

/**
 * Finds two rows of different people: their first and last names differ, or their first names and birthdays. If an e-mail
 * address is the ID, another first name is enough, because families share addresses.
 */
const severalPeople = (rows: readonly Row[], idIsEmail: boolean): [Row, Row] | undefined =>
	idIsEmail
		? differingIn('first_name', rows)
		: (differingIn('last_name', rows) ?? differingIn('birthday', rows));

/**
 * The error of all rows of an ID that stands for several people. Its advice names them, because the message becomes the
 * title of an execution, which reaches logs.
 *
 * @param people two of the rows, as an example
 */
function severalPeopleError(rows: readonly Row[], people: readonly Row[]): InvalidInput {
	const items = [...new Set(rows.map(({ item }) => item))];
	// Several rows of one input item have only their names to be told apart.
	const names = people.map((row) =>
		items.length > 1 ? `${nameOf(row)} (row ${row.item + 1})` : nameOf(row),
	);
	return new InvalidInput(
		`The ID "${rows[0]?.id}" stands for several people`,
		`These are ${names.join(' and ')}. An ID belongs to one person alone. It is in ${rowsInWords(items)} of the input. Give each person an ID of their own.`,
	);
}

/** With Clear, only the last row is sent. Notes what earlier rows fill and the last one does not have. */
function noteNotSent(rows: readonly Row[]): void {
	const sent = new Set(rows.at(-1)?.cells.map(({ heading }) => heading.column));
	for (const row of rows) {
		const notSent = row.cells.filter(({ heading, value }) => !sent.has(heading.column) && !isBlank(value));
		const notes = notSent.map(({ heading }): Note => ({ kind: 'laterRow', heading: heading.name }));
		if (notes.length > 0) row.notes = [...row.notes, ...notes];
	}
}

/** What grouping needs of a run. */
type Grouping = Pick<
	Run,
	'model' | 'setting' | 'headings' | 'rows' | 'whereabouts' | 'idIsEmail' | 'anyRefused'
>;

/**
 * Makes one target for each ID, in the order in which the IDs first appear. With Keep, all readable rows of an ID are
 * sent, otherwise only its last row. A row with an error becomes a refused target of its own. Without Keep, an error in
 * the last row refuses all rows of its ID.
 */
export function makeTargets(run: Grouping): Target[] {
	const { setting, rows } = run;
	const refused = (all: Row[], error: unknown): Target => {
		const target = targetOf(all);
		refuse(run, [target], error);
		return target;
	};
	// Rows without an ID are never grouped.
	const byId = grouped(rows, (row) => (row.id === '' ? row : row.id));
	const lackOf = lacksIn(run);
	return [...byId.values()].flatMap((same) => {
		const people = same.length > 1 ? severalPeople(same, run.idIsEmail) : undefined;
		const error = people && severalPeopleError(same, people);
		if (error) return same.map((row) => refused([row], row.error ?? error));
		const last = same.at(-1);
		if (last && !setting.keepsOtherFields) {
			last.error ??= lackOf(last);
			if (last.error !== undefined) return [refused(same, last.error)];
		}
		const refusedRows = same.filter((row) => row.error !== undefined);
		const read = refusedRows.length > 0 ? same.filter((row) => row.error === undefined) : same;
		if (!setting.keepsOtherFields) noteNotSent(read);
		const target = read.length > 0 ? targetOf(read) : undefined;
		if (target && refusedRows.length > 0) target.refusedRows = refusedRows;
		return [...(target ? [target] : []), ...refusedRows.map((row) => refused([row], row.error))];
	});
}
