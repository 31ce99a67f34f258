/* eslint-disable */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { figureOf, PAGE, readRecord, tablesOf, withTables, type Measured } from './record';
import { SECTIONS, STEPS } from './steps';

const measured = (more: Partial<Measured> = {}): Measured => ({
	passed: true,
	figure: '12 tests',
	date: '2026-03-01T12:00:00.000Z',
	sources: 'aaaaaaaaaaaa',
	minutes: 1,
	...more,
});

test('the page shows what the record has', async () => {
	const page = readFileSync(PAGE, 'utf8');
	expect(page).toBe(withTables(page, await readRecord()));
});

test('a step has a name of its own, and a section of the page', () => {
	expect(new Set(STEPS.map(({ name }) => name)).size).toBe(STEPS.length);
	expect(SECTIONS).toEqual([...new Set([...SECTIONS, ...STEPS.map(({ section }) => section)])]);
});

test('each file that a step names for jest exists', () => {
	const named = STEPS.flatMap(({ command }) => command.match(/\b(test|workshop\/e2e)\/[\w./]+/g) ?? []);
	const isThere = (path: string) => ['', '.ts', '.test.ts'].some((end) => existsSync(join(ROOT, path + end)));
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('a figure is what a step says of itself, or the number of tests of all runs of jest', () => {
	expect(figureOf('x\n= 1,953 combinations, 0 wrong\nTests:       3 passed, 3 total')).toBe(
		'1,953 combinations, 0 wrong',
	);
	expect(
		figureOf('Tests:       1200 passed, 1200 total\n…\nTests:       1 skipped, 34 passed, 35 total\n'),
	).toBe('1,234 tests');
	expect(figureOf('nothing')).toBe('');
});

test('a result of other sources, a failure and a step that was not run are said', () => {
	const [first, second, third] = STEPS.map(({ name }) => name);
	const tables = tablesOf({
		[first as string]: measured(),
		[second as string]: measured({
			passed: false,
			date: '2026-03-01T09:00:00.000Z',
			sources: 'bbbbbbbbbbbb',
		}),
		[third as string]: measured({ date: '2026-02-01', sources: 'bbbbbbbbbbbb' }),
	});
	expect(tables).toContain('Measured on 2026-03-01, sources aaaaaaaaaaaa, unless the line names others.');
	expect(tables).toContain('**failed** · 2026-03-01, sources bbbbbbbbbbbb');
	expect(tables).toContain('12 tests · 2026-02-01, sources bbbbbbbbbbbb');
	expect(tables).toContain('not run');
});
