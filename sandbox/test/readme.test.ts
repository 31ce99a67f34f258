/* eslint-disable */
/** Compares the list of options in README.md with the code. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OPTIONS } from '../index';

const text = readFileSync(path.join(__dirname, '../README.md'), 'utf8');
/** A line of the list: - `name` `default`: … */
const rows = [
	...text.slice(text.indexOf('## What the contract leaves open')).matchAll(/^- `(\w+)` (.+?): /gm),
].map(([, name = '', written = '']): [string, string] => [name, written]);

const shown = (value: unknown): string =>
	typeof value === 'string' || value === Infinity ? String(value) : JSON.stringify(value);

test('README.md lists each option once and nothing else', () => {
	expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(DEFAULT_OPTIONS).sort());
});

/** Options whose default README.md describes in words. */
const IN_WORDS = ['keys', 'operationStatuses', 'operationVocabulary', 'publicUrl'];

test('README.md names the default of each option', () => {
	const written = rows.filter(([name]) => !IN_WORDS.includes(name));
	const actual = written.map(([name]) => {
		return [name, `\`${shown(DEFAULT_OPTIONS[name as keyof typeof DEFAULT_OPTIONS])}\``];
	});
	expect(actual).toEqual(written);
});
