/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * The scores of Stryker's reports, into docs/reliability.md, and the mutants that no test has found:
 *
 *     npx tsx test/mutation/report.ts .stryker/mutation.json …
 *
 * Each of them has to stand in survivors.ts with the reason; the others are printed, and the run ends with 1.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { table, writePart } from '../../playground/markdown';
import { ROOT } from '../../playground/paths';
import { SURVIVORS } from './survivors';

interface Position {
	line: number;
	column: number;
}

interface Mutant {
	replacement: string;
	status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored';
	location: { start: Position; end: Position };
}

/** What is of use here of https://github.com/stryker-mutator/mutation-testing-elements/tree/master/packages/report-schema */
interface Report {
	files: Record<string, { source: string; mutants: Mutant[] }>;
}

const NODE = 'nodes/ContactConsent/';
const PARTS = ['trigger', 'transport', 'run'];

const partOf = (file: string): string =>
	PARTS.find((part) => file.startsWith(`${NODE}${part}/`)) ?? 'conversions';

/** The code that a mutant stands in place of, on one line. */
function replaced(source: string, { start, end }: Mutant['location']): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const last = lines.length - 1;
	lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
	lines[0] = lines[0]?.slice(start.column - 1) ?? '';
	return oneLine(lines.join(' '));
}

const oneLine = (code: string): string => code.replace(/\s+/g, ' ').trim();

const found = ({ status }: Mutant): boolean => ['Killed', 'Timeout'].includes(status);
const missed = ({ status }: Mutant): boolean => ['Survived', 'NoCoverage'].includes(status);

async function main(paths: string[]): Promise<void> {
	const mutants = paths
		.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report)
		.flatMap(({ files }) => Object.entries(files))
		.flatMap(([file, { source, mutants }]) =>
			mutants.map((mutant) => ({ ...mutant, file, code: replaced(source, mutant.location) })),
		);
	const isExplained = ({ file, code, replacement }: (typeof mutants)[number]) =>
		SURVIVORS.some(
			(known) =>
				file.endsWith(known.file) &&
				known.mutants.some(([from, to]) => from === code && to === oneLine(replacement)),
		);
	const left = mutants.filter(missed);
	const rows = [...PARTS, 'conversions'].flatMap((part) => {
		const some = mutants.filter(({ file }) => partOf(file) === part);
		const [hits, misses] = [some.filter(found).length, some.filter(missed).length];
		if (hits + misses === 0) return [];
		return {
			part,
			mutants: hits + misses,
			found: hits,
			'not found': misses,
			score: `${((100 * hits) / (hits + misses)).toFixed(1)} %`,
		};
	});
	await writePart(join(ROOT, 'docs', 'reliability.md'), 'mutation', table(rows));
	const unexplained = left.filter((mutant) => !isExplained(mutant));
	for (const { file, location, code, replacement, status } of unexplained) {
		console.log(
			`${file.replace(NODE, '')}:${location.start.line} ${status}\n   ${code}\n   ${oneLine(replacement)}`,
		);
	}
	console.log(`${left.length} not found, ${unexplained.length} of them without a reason in survivors.ts`);
	if (unexplained.length > 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
