/* eslint-disable */
/** What the last run of each step gave, stored in record.json, and the part of the page that shows it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { table, withPart } from '../../test/support/markdown';
import { measuredOn, latestSources, type Dated } from './latest';
import { MEASURE, SECTIONS, STEPS, type Step } from './steps';

/** Its date is when the step began. */
export interface Measured extends Dated {
	passed: boolean;
	/** What the step printed of itself. */
	figure: string;
	minutes: number;
}

/** By the name of a step. */
export type MeasuredSteps = Readonly<Record<string, Measured>>;

const RECORD = join(MEASURE, 'record.json');
export const PAGE = join(ROOT, 'docs', 'reliability-and-speed.md');

export const readRecord = async (): Promise<MeasuredSteps> =>
	JSON.parse(await readFile(RECORD, 'utf8').catch(() => '{}')) as MeasuredSteps;

/**
 * What a step says of its figures: lines that begin with "= ", or else how many tests jest has counted.
 *
 * @param output all that its command has printed
 */
export function figureOf(output: string): string {
	const own = [...output.matchAll(/^= (.+)$/gm)].map(([, text = '']) => text);
	if (own.length > 0) return own.join('; ');
	const tests = [...output.matchAll(/^Tests:.*?(\d+) passed/gm)].map(([, passed]) => Number(passed));
	return tests.length > 0
		? `${tests.reduce((total, some) => total + some, 0).toLocaleString('en')} tests`
		: '';
}

function resultOf(step: Step, record: MeasuredSteps, latest: string): string {
	const measured = record[step.name];
	// Results from before this table stand on the pages that the lines link to.
	if (!measured) return step.more ? 'not run again; the link has the last result' : 'not run';
	const { passed, figure, sources } = measured;
	const parts = [
		passed ? figure || 'passed' : '**failed**',
		...(sources === latest ? [] : [`${measuredOn(measured)}, sources ${sources}`]),
	];
	return parts.join(' · ');
}

/** The content of the part "measured": a table for each section. */
export function tablesOf(record: MeasuredSteps): string {
	const all = Object.values(record);
	const latest = latestSources(all);
	if (latest === undefined) return 'Nothing was measured yet.';
	const days = all
		.filter(({ sources }) => sources === latest)
		.map(measuredOn)
		.sort();
	const period = [...new Set([days[0], days.at(-1)])].join(' to ');
	const facts = `Measured on ${period}, sources ${latest}, unless the line names others.`;
	const sections = SECTIONS.flatMap((section) => {
		const rows = STEPS.filter((step) => step.section === section).map((step) => ({
			promise: step.more ? `[${step.promise}](${step.more})` : step.promise,
			'last result': resultOf(step, record, latest),
			command: `\`${step.command}\``,
		}));
		return [`### ${section}`, table(rows)];
	});
	return [facts, ...sections].join('\n\n');
}

export const withTables = (page: string, record: MeasuredSteps): string =>
	withPart(page, 'measured', tablesOf(record));

export async function writePage(record: MeasuredSteps): Promise<void> {
	await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), record));
}

/** Stores the result of a step, and shows it on the page. */
export async function keep(name: string, measured: Measured): Promise<void> {
	const all = { ...(await readRecord()), [name]: measured };
	// The order is fixed, so that only what was measured changes.
	const ordered = Object.fromEntries(
		STEPS.flatMap((step) => (all[step.name] ? [[step.name, all[step.name]]] : [])),
	);
	await writeFile(RECORD, `${JSON.stringify(ordered, null, '\t')}\n`);
	await writePage(ordered as MeasuredSteps);
}
