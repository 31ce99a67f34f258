/* eslint-disable */
/* The results of the compatibility runs, stored in results.json and shown in docs/operating.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { table, withPart } from '../../test/support/markdown';
import { ROOT } from '../../test/support/paths';
import { coreOf, LINES } from './lines';

export type Kind = 'engine' | 'e2e';

/** How the last run ended, by n8n version, kind and major version of Node. */
export type Results = Record<string, Partial<Record<Kind, Record<string, 'passed' | 'failed'>>>>;

const RESULTS = join(ROOT, 'workshop', 'compat', 'results.json');
const PAGE = join(ROOT, 'docs', 'operating.md');

export const readResults = async (): Promise<Results> =>
	JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}')) as Results;

export const readPage = async (): Promise<string> => await readFile(PAGE, 'utf8');

function cell(byNode: Record<string, string> = {}): string {
	const nodes = (outcome: string) => Object.keys(byNode).filter((node) => byNode[node] === outcome);
	const parts = ['passed', 'failed'].flatMap((outcome) => {
		const on = nodes(outcome);
		return on.length > 0 ? [`${outcome} on Node ${on.join(', ')}`] : [];
	});
	return parts.join('; ') || 'not run';
}

export const tableOf = (results: Results): string =>
	table(
		LINES.map((line) => {
			const { engine, e2e } = results[line.n8n] ?? {};
			return {
				n8n: line.n8n,
				'its engine (n8n-core)': coreOf(line),
				'the node tests in that engine': cell(engine),
				'workflows in that n8n': cell(e2e),
			};
		}),
	);

/** The page with this table between its markers. */
export const withTable = (page: string, table: string): string => withPart(page, 'compatibility', table);

export async function record(n8n: string, kind: Kind, node: string, passed: boolean): Promise<void> {
	const results = await readResults();
	const line = results[n8n] ?? {};
	const byNode = { ...line[kind], [node]: passed ? ('passed' as const) : ('failed' as const) };
	const next: Results = { ...results, [n8n]: { ...line, [kind]: byNode } };
	// The order is fixed, so that an unchanged result changes no file.
	const ordered = Object.fromEntries(LINES.flatMap(({ n8n: key }) => (next[key] ? [[key, next[key]]] : [])));
	await writeFile(RESULTS, `${JSON.stringify(ordered, null, '\t')}\n`);
	await writeFile(PAGE, withTable(await readPage(), tableOf(ordered)));
}
