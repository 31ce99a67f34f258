/* eslint-disable */
/** Runs the code of a recipe's Code nodes without n8n. */
import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';

import { recipe } from './recipes';

export type Json = Record<string, unknown>;

/** The time zone of the workflow. */
const ZONE = 'Europe/Berlin';

/** The items of other nodes, by their names. */
interface Others {
	items?: Record<string, Json[]>;
	params?: Json;
	/** The time at which the node runs, in ISO; missing: the present. */
	now?: string;
	/** The item from which each item of other nodes comes. */
	pairedTo?: number;
}

/** The code of a node as a function from input items to output items (their `json`). */
export function codeNode(file: string, node: string): (input: Json[], others?: Others) => Json[] {
	const code = recipe(file).nodes.find(({ name }) => name === node)?.parameters.jsCode;
	if (code === undefined) throw new Error(`${file} has no Code node "${node}"`);
	const run = runInNewContext(`(function ($input, $, $now, DateTime, $execution) {${code}\n})`, {
		Buffer,
	}) as (...globals: unknown[]) => Array<{ json: Json }>;
	const itemsOf = (list: Json[] = []) => list.map((json) => ({ json }));
	return (input, { items = {}, params = {}, now, pairedTo } = {}) => {
		const other = (name: string) => ({
			all: () => itemsOf(items[name]).map((item) => ({ ...item, pairedItem: pairedTo })),
			first: () => itemsOf(items[name])[0],
			itemMatching: (at: number) => itemsOf(items[name])[at],
			params,
			isExecuted: name in items,
		});
		const $input = { all: () => itemsOf(input), first: () => itemsOf(input)[0] };
		const $now = now === undefined ? DateTime.now() : DateTime.fromISO(now);
		const out = run($input, other, $now.setZone(ZONE), DateTime, { mode: 'production' });
		// Objects of another realm would not equal those of the test.
		return JSON.parse(JSON.stringify(out.map(({ json }) => json))) as Json[];
	};
}
