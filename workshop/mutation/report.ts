/* eslint-disable */
/**
 * Writes the scores of reports (mutants.mjs) into workshop/reliability/results.md, and lists each mutant that no test
 * has found:
 *
 *     npx tsx workshop/mutation/report.ts .stryker/mutation.json …
 *
 * If a mutant is in several reports, one of them has to find it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sourcesHash } from '../../test/support/hash';
import { table, writePart } from '../../test/support/markdown';
import { ROOT } from '../../test/support/paths';

/** What mutants.mjs writes. */
interface Mutant {
	replacement: string;
	status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored';
	location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

interface Report {
	files: Record<string, { mutants: Mutant[] }>;
}

const NODE = 'nodes/ContactConsent/';
const PARTS = ['trigger', 'transport', 'upload', 'run', 'other'];

const keyOf = ({ file, location, replacement }: Mutant & { file: string }): string =>
	JSON.stringify([file, location, replacement]);

const partOf = (file: string): string => PARTS.find((part) => file.startsWith(`${NODE}${part}/`)) ?? 'other';

async function main(paths: string[]): Promise<void> {
	const mutants = paths
		.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report)
		.flatMap(({ files }) => Object.entries(files))
		.flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ ...mutant, file })));
	const withStatus = (...some: Array<Mutant['status']>) =>
		new Map(mutants.filter(({ status }) => some.includes(status)).map((mutant) => [keyOf(mutant), mutant]));
	const foundByKey = withStatus('Killed', 'Timeout');
	const found = [...foundByKey.values()];
	const missed = [...withStatus('Survived', 'NoCoverage')].flatMap(([key, mutant]) =>
		foundByKey.has(key) ? [] : [mutant],
	);
	const rows = PARTS.map((part) => {
		const [hits = 0, misses = 0] = [found, missed].map(
			(some) => some.filter(({ file }) => partOf(file) === part).length,
		);
		// Those that are not in a sample count as mutants that do not compile.
		const all = new Set(mutants.filter(({ file }) => partOf(file) === part).map(keyOf)).size;
		const tried = hits + misses;
		const score = `${((100 * hits) / tried).toFixed(1)} %`;
		return { part, mutants: all, tried, found: hits, 'not found': misses, score };
	});
	const facts = `${new Date().toISOString().slice(0, 10)}, sources ${await sourcesHash()}.`;
	const content = [facts, table(rows.filter(({ mutants }) => mutants > 0))].join('\n\n');
	await writePart(join(ROOT, 'workshop', 'reliability', 'results.md'), 'mutation', content);
	for (const { file, location, replacement } of missed) {
		console.log(`${file}:${location.start.line} survives as ${replacement.replace(/\s+/g, ' ')}`);
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
