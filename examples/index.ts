/* eslint-disable */
/** Where the examples lie: workflows to import, and the files that they read. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const DATA = join(__dirname, 'data');

/** The path of an example by its name, `contacts-from-csv` for instance. */
export const exampleFile = (name: string): string => join(__dirname, `${name}.json`);

/** The names of all examples, sorted. */
export const exampleNames: readonly string[] = readdirSync(__dirname)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace('.json', ''))
	.sort();
