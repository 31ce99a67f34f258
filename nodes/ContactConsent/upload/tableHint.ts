import type { Sentence } from '../plan';
import { counted, rowsInWords, shortened } from '../values';
import type { Column } from './columns';
import { problemOf, type Heading } from './headings';
import type { Told } from './setting';
import type { ToldOf } from './tally';
import type { Run, Target } from './types';

const NAMES_SHOWN = 20;
const LONGEST_EXAMPLE = 40;

export const info = (text: string): Sentence => ({ text, isWarning: false });
export const warning = (text: string): Sentence => ({ text, isWarning: true });

/** A sentence that names things, each once; none where there is nothing to name. */
export function naming(before: string, names: Iterable<string>, after = '', sentence = warning): Sentence[] {
	const all = [...new Set(names)];
	if (all.length === 0) return [];
	const more = all.length - NAMES_SHOWN;
	const listed = all.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
	return [sentence(`${before}: ${listed}.${after}`)];
}

/** Rows that are no records. */
export function leftOut({ tally, model: { noun } }: Run): Sentence[] {
	const { blankRows, otherRows } = tally;
	const others = `${counted(otherRows.length, 'row', 'rows')} left out, nothing in ${otherRows.length === 1 ? 'it' : 'them'} that ${noun.many} have: ${rowsInWords(otherRows)}.`;
	return [
		...(blankRows > 0 ? [info(`${counted(blankRows, 'blank row', 'blank rows')} left out.`)] : []),
		...(otherRows.length > 0 ? [warning(others)] : []),
	];
}

/** The columns that a heading may be about. */
const columnsOf = ({ column }: Heading): readonly Column[] =>
	column ? [column, ...(column.inSections ?? [])] : [];

/** The surest other heading for the column of this one. */
function surerThan(heading: Heading, headings: Run['headings']): Heading | undefined {
	const columns = columnsOf(heading);
	const others = [...headings.values()].filter(
		(other) => other !== heading && columnsOf(other).some((column) => columns.includes(column)),
	);
	return others.sort((one, other) => one.sureness - other.sureness)[0];
}

/** What is not sent: columns that the model does not have, those that are read-only, and those that stand behind a surer one. */
export function notSent({ model, headings, setting }: Run, targets: readonly Target[]): Sentence[] {
	const names = new Set<string>();
	for (const { rows, notSent: others } of targets) {
		for (const { notes } of rows) for (const name of notes.notSent) names.add(name);
		for (const name of others) names.add(name);
	}
	const unknown: string[] = [];
	const readOnly: string[] = [];
	const second: string[] = [];
	for (const name of names) {
		const heading = headings.get(name);
		const { column } = heading ?? {};
		if (!heading || !column || column.shape?.kind === 'object') unknown.push(name);
		else if (column.shape === undefined) readOnly.push(name);
		else {
			const surer = surerThan(heading, headings);
			if (surer) second.push(`${name} is not sent, because ${surer.name} is ${column.label}, too`);
		}
	}
	const problem = problemOf(headings.values());
	return [
		...naming(
			`Not sent, because ${model.noun.many} have no such column`,
			unknown,
			` ${problem ?? setting.hint}`,
		),
		...naming('Not sent, because these columns are read-only', readOnly),
		...(second.length > 0 ? [warning(`${second.slice(0, NAMES_SHOWN).join('. ')}.`)] : []),
	];
}

/** What the hint says of cells of a kind, in front of their headings. */
const TOLD: Readonly<Record<Told, readonly [words: string, sentence: typeof info]>> = {
	error: ["Not sent, because a spreadsheet's formula failed", warning],
	partOfDay: ['Not sent, because it is no whole day', warning],
	dayNumber: ['Read as a day, as spreadsheets count them', info],
	textMark: ["A ' in front of a number was taken off", info],
};

function inWords(heading: string, { count, said, read }: ToldOf): string {
	const example = [shortened(said, LONGEST_EXAMPLE), read].filter(Boolean).join(' is ');
	return `${shortened(heading, LONGEST_EXAMPLE)} (${example}${count > 1 ? `, in ${count} cells` : ''})`;
}

/** What reading the cells has found. */
export const told = ({ tally }: Run): Sentence[] =>
	[...tally.told].flatMap(([what, ofHeadings]) => {
		const [words, sentence] = TOLD[what];
		return naming(
			words,
			[...ofHeadings].map(([heading, of]) => inWords(heading, of)),
			'',
			sentence,
		);
	});
