/* eslint-disable */
/** The recipes as they are imported. */
import { readFileSync } from 'node:fs';

import { exampleFile, exampleNames } from '../../examples';

export interface Field {
	id: string;
	displayName: string;
	type?: string;
	required: boolean;
	removed?: boolean;
}

export interface Node {
	id: string;
	name: string;
	type: string;
	disabled?: boolean;
	parameters: Record<string, unknown> & {
		content?: string;
		jsCode?: string;
		columns?: { mappingMode?: string; value?: Record<string, unknown> | null; schema?: Field[] };
	};
}

export interface Workflow {
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	settings: Record<string, unknown>;
}

/** The recipes by the names of their files. */
export const recipes = new Map(
	exampleNames.map((name): [string, Workflow] => [
		name,
		JSON.parse(readFileSync(exampleFile(name), 'utf8')) as Workflow,
	]),
);

export const recipe = (name: string): Workflow => {
	const found = recipes.get(name);
	if (!found) throw new Error(`There is no recipe "${name}"`);
	return found;
};
