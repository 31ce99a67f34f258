/* eslint-disable */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import 'n8n-core';
import 'n8n-workflow';

import { LINES, coreOf } from './lines';

/** The folders from which a package was loaded. */
function foldersOf(name: string): string[] {
	const { loadedByNode } = globalThis as unknown as { loadedByNode: typeof require.cache };
	const files = Object.keys(loadedByNode).filter((file) => file.includes(`/node_modules/${name}/`));
	return [...new Set(files.map((file) => file.slice(0, file.lastIndexOf(`/${name}/`) + name.length + 1)))];
}

const versionIn = (folder: string): string =>
	(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

test('these tests run in the engine that was asked for', () => {
	const folder = process.env.COMPAT_CORE;
	const line = LINES.find(({ core }) => (folder ? core?.endsWith(folder) : core === undefined));
	expect(line).toBeDefined();
	expect(foldersOf('n8n-core').map(versionIn)).toEqual([line && coreOf(line)]);
});

test('the tests, the engine and the nodes have one copy of what they share', () => {
	expect(foldersOf('n8n-workflow')).toHaveLength(1);
	expect(dirname(foldersOf('n8n-workflow')[0] ?? '')).toBe(dirname(foldersOf('n8n-core')[0] ?? ''));
});
