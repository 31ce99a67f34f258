import type { Sentence } from '../plan';
import { counted, grouped, rowsInWords, shortened } from '../values';
import type { FindingKind } from './columns';
import { columnsFor, surestFor } from './headings';
import { EXPORT_AS_TEXT, mappingHint, problemOf } from './missing';
import { info, NAMES_SHOWN, naming, warning } from './sentences';
import type { Run, Target } from './types';

const LONGEST_EXAMPLE = 40;

/** Names the rows that were left out. */
export function rowsLeftOut({ blankRows, otherRows, model: { noun } }: Run): Sentence[] {
	const others = `${counted(otherRows.length, 'row', 'rows')} left out, nothing in ${otherRows.length === 1 ? 'it' : 'them'} that ${noun.many} have: ${rowsInWords(otherRows)}.`;
	return [
		...(blankRows > 0 ? [info(`${counted(blankRows, 'blank row', 'blank rows')} left out.`)] : []),
		...(otherRows.length > 0 ? [warning(others)] : []),
	];
}

/** Names the columns that are not sent: unknown ones, read-only ones, and those whose column has a surer heading. */
export function columnsNotSent(
	{ model, headings, setting, findings }: Run,
	targets: readonly Target[],
): Sentence[] {
	const names = new Set<string>();
	for (const target of targets) {
		for (const row of target.rows) for (const name of row.notSent) names.add(name);
		for (const name of target.notSent) names.add(name);
	}
	const unknown: string[] = [];
	const readOnly: string[] = [];
	const second: string[] = [];
	const all = [...headings.values()];
	// `findingsOf` says why these cells are not sent.
	for (const { kind, heading } of findings.values()) {
		if (kind === 'partOfDay' || kind === 'shortened') names.delete(heading);
	}
	for (const name of names) {
		const heading = headings.get(name);
		const { column } = heading ?? {};
		if (!heading || !column || column.shape?.kind === 'object') unknown.push(name);
		else if (column.shape === undefined) readOnly.push(name);
		else {
			const surer = surestFor(
				columnsFor(heading),
				all.filter((other) => other !== heading),
			);
			if (surer) second.push(`${name} is not sent, because ${surer.name} is ${column.label}, too`);
		}
	}
	const advice = problemOf(all) ?? mappingHint(setting);
	return [
		...naming(`Not sent, because ${model.noun.many} have no such column`, unknown, ` ${advice}`),
		...naming('Not sent, because these columns are read-only', readOnly),
		...(second.length > 0 ? [warning(`${second.slice(0, NAMES_SHOWN).join('. ')}.`)] : []),
	];
}

/** The remarks of merging, one sentence for each kind: *… : newsletter (contact c-1). …* */
export function remarksOf({ model: { noun } }: Run, targets: readonly Target[]): Sentence[] {
	const all = targets.flatMap(({ id, remarks = [] }) => remarks.map((one) => ({ ...one, id })));
	return [...grouped(all, ({ before }) => before)].flatMap(([before, same]) => {
		const names = same.map(({ name, id }) => `${name} (${noun.one} ${id})`);
		const after = same[0]?.after === undefined ? '' : ` ${same[0].after}`;
		return naming(before, names, after, same.some(({ isWarning }) => isWarning) ? warning : info);
	});
}

/** The words of the hint about cells, by what reading has found. The headings follow the words. */
const FINDINGS: Readonly<
	Record<FindingKind, readonly [words: string, sentence: typeof info, advice?: string]>
> = {
	error: ["Not sent, because a spreadsheet's formula failed", warning],
	shortened: [
		'Not sent, because the spreadsheet has shortened the number, and its last digits are lost',
		warning,
		` ${EXPORT_AS_TEXT}`,
	],
	partOfDay: ['Not sent, because it is no whole day', warning],
	dayNumber: ['Read as a day, as spreadsheets count them', info],
	textMark: ["A ' in front of a number was taken off", info],
};

/** Says what reading the cells has found, with an example for each heading. */
export function findingsOf({ findings }: Run): Sentence[] {
	return [...grouped([...findings.values()], ({ kind }) => kind)].flatMap(([kind, all]) => {
		const [words, sentence, advice] = FINDINGS[kind];
		const examples = all.map(({ heading, count, given, readAs }) => {
			const example = [shortened(given, LONGEST_EXAMPLE), readAs].filter(Boolean).join(' is ');
			return `${shortened(heading, LONGEST_EXAMPLE)} (${example}${count > 1 ? `, in ${count} cells` : ''})`;
		});
		return naming(words, examples, advice, sentence);
	});
}
