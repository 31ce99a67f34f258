/* eslint-disable */
/** Evaluates an expression in a recipe's parameter without n8n. */
import { runInNewContext } from 'node:vm';

import type { Json } from './code-node';
import { recipe } from './recipes';

/** The parameters of a recipe's node. */
export function parametersOf(file: string, node: string): Record<string, unknown> {
	const found = recipe(file).nodes.find(({ name }) => name === node);
	if (!found) throw new Error(`${file} has no node "${node}"`);
	return found.parameters;
}

interface Others {
	/** The first item of other nodes, by their names. */
	first?: Record<string, Json>;
	/** The parameters of other nodes, by their names. */
	params?: Record<string, Json>;
}

/** The value of an expression such as `={{ $json.id }}` for an item. */
export function valueOf(expression: unknown, $json: Json, { first = {}, params = {} }: Others = {}): unknown {
	const [, inner] = /^=\{\{(.*)\}\}$/s.exec(String(expression)) ?? [];
	if (inner === undefined) throw new Error(`No expression: ${String(expression)}`);
	const $ = (name: string) => ({
		first: () => ({ json: first[name] }),
		item: { json: first[name] },
		params: params[name],
	});
	return runInNewContext(`(${inner})`, { $json, $ });
}
