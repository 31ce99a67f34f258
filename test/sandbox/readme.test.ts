/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** The tables of the README and the options are one and the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OPTIONS } from '../../sandbox/index';

const text = readFileSync(path.join(__dirname, '../../sandbox/README.md'), 'utf8');
/** Name and default, from the table that starts with "option". */
const rows = text
	.slice(text.search(/^\| option /m))
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, name = '', written = '']): [string, string] => [name.replaceAll('`', ''), written]);

const shown = (value: unknown): string =>
	typeof value === 'string' || value === Infinity ? String(value) : JSON.stringify(value);

test('every option has one row, and every row is an option', () => {
	expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(DEFAULT_OPTIONS).sort());
});

/** Told in words. */
const IN_WORDS = ['keys', 'operationStatuses', 'operationVocabulary', 'publicUrl'];

test.each(rows.filter(([name]) => !IN_WORDS.includes(name)))('the default of %s is %s', (name, written) => {
	expect(written).toBe(`\`${shown(DEFAULT_OPTIONS[name as keyof typeof DEFAULT_OPTIONS])}\``);
});
