/* eslint-disable */
/* The results of the compatibility runs, stored in results.json and shown in docs/operating.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sourcesHash } from '../../test/support/hash';
import { table, withPart } from '../../test/support/markdown';
import { ROOT } from '../../test/support/paths';
import { measuredOn, latestSources, type Dated } from '../measure/latest';
import { coreOf, LINES } from './lines';

export type Kind = 'engine' | 'e2e';

/** Its date is when the run ended. */
export interface Result extends Dated {
	outcome: 'passed' | 'failed';
}

/** How the last run ended, by n8n version, kind and major version of Node. */
export type Results = Record<string, Partial<Record<Kind, Record<string, Result>>>>;

const RESULTS = join(ROOT, 'workshop', 'compat', 'results.json');
const PAGE = join(ROOT, 'docs', 'operating.md');

export const readResults = async (): Promise<Results> =>
	JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}')) as Results;

export const readPage = async (): Promise<string> => await readFile(PAGE, 'utf8');

const allOf = (results: Results): Result[] =>
	Object.values(results).flatMap((line) => Object.values(line).flatMap((byNode) => Object.values(byNode)));

/** How the runs ended, those on other sources than the latest with their date. */
function cell(byNode: Record<string, Result> = {}, latest: string | undefined): string {
	const parts = new Map<string, string[]>();
	for (const [node, result] of Object.entries(byNode)) {
		const when = result.sources === latest ? '' : `on ${measuredOn(result)} `;
		const part = `${when}${result.outcome} on Node`;
		parts.set(part, [...(parts.get(part) ?? []), node]);
	}
	return [...parts].map(([part, nodes]) => `${part} ${nodes.join(', ')}`).join('; ') || 'not run';
}

/** The table, and which sources it is about. */
export function tableOf(results: Results): string {
	const latest = latestSources(allOf(results));
	const rows = LINES.map((line) => {
		const { engine, e2e } = results[line.n8n] ?? {};
		return {
			n8n: line.n8n,
			'its engine (n8n-core)': coreOf(line),
			'the node tests in that engine': cell(engine, latest),
			'workflows in that n8n': cell(e2e, latest),
		};
	});
	const about = `Sources ${latest}. A result of older sources has its date.`;
	return [table(rows), about].join('\n\n');
}

/** The page with this table between its markers. */
export const withTable = (page: string, table: string): string => withPart(page, 'compatibility', table);

export async function record(n8n: string, kind: Kind, node: string, passed: boolean): Promise<void> {
	const results = await readResults();
	const line = results[n8n] ?? {};
	const result: Result = {
		outcome: passed ? 'passed' : 'failed',
		sources: await sourcesHash(),
		date: new Date().toISOString(),
	};
	const byNode = { ...line[kind], [node]: result };
	const next: Results = { ...results, [n8n]: { ...line, [kind]: byNode } };
	// The order is fixed, so that an unchanged result changes no file.
	const ordered = Object.fromEntries(LINES.flatMap(({ n8n: key }) => (next[key] ? [[key, next[key]]] : [])));
	await writeFile(RESULTS, `${JSON.stringify(ordered, null, '\t')}\n`);
	await writeFile(PAGE, withTable(await readPage(), tableOf(ordered)));
}
