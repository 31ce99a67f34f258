/* eslint-disable */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { LINES, coreOf } from './lines';

/** The version of the package that a file belongs to. */
function versionOf(file: string): string {
	let folder = dirname(file);
	while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
	return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

test('these tests run in the engine that was asked for', () => {
	const folder = process.env.COMPAT_CORE;
	const line = LINES.find(({ core }) => (folder ? core?.endsWith(folder) : core === undefined));
	expect(line && versionOf(require.resolve('n8n-core'))).toBe(line && coreOf(line));
	expect(line).toBeDefined();
});
