/* eslint-disable */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

interface Manifest {
	version: string;
	devDependencies: Record<string, string>;
}

const manifestOf = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

// Files of the root that the workshop runs load packages from the root, those of the workshop from both.
test('a package that lies in the root and in the workshop is the same version in both', () => {
	const shared = Object.keys(manifestOf(ROOT).devDependencies).filter((name) =>
		existsSync(join(__dirname, 'node_modules', name)),
	);
	const versions = (root: string) =>
		Object.fromEntries(shared.map((name) => [name, manifestOf(join(root, 'node_modules', name)).version]));
	expect(shared).toContain('execa');
	expect(versions(__dirname)).toEqual(versions(ROOT));
});
