/* eslint-disable */
/** The paths of the examples: workflows to import, and the files that they read. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const DATA = join(__dirname, 'data');

/** The path of an example by its name, such as `contacts-from-csv`. */
export const exampleFile = (name: string): string => join(__dirname, `${name}.json`);

/** The names of all examples, sorted. */
export const exampleNames: readonly string[] = readdirSync(__dirname)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace('.json', ''))
	.sort();
