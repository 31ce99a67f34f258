/* eslint-disable */
/** The list in the README and the options are one and the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OPTIONS } from '../index';

const text = readFileSync(path.join(__dirname, '../README.md'), 'utf8');
/** Name and default: - `name` `default`: what it decides. */
const rows = [
	...text.slice(text.indexOf('## What the contract leaves open')).matchAll(/^- `(\w+)` (.+?): /gm),
].map(([, name = '', written = '']): [string, string] => [name, written]);

const shown = (value: unknown): string =>
	typeof value === 'string' || value === Infinity ? String(value) : JSON.stringify(value);

test('every option stands in the list once, and nothing else does', () => {
	expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(DEFAULT_OPTIONS).sort());
});

/** Told in words. */
const IN_WORDS = ['keys', 'operationStatuses', 'operationVocabulary', 'publicUrl'];

test('their defaults are those of the list', () => {
	const written = rows.filter(([name]) => !IN_WORDS.includes(name));
	const actual = written.map(([name]) => {
		return [name, `\`${shown(DEFAULT_OPTIONS[name as keyof typeof DEFAULT_OPTIONS])}\``];
	});
	expect(actual).toEqual(written);
});
