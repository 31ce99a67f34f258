/* eslint-disable */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

interface Manifest {
	devDependencies: Record<string, string>;
}

const manifestOf = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

// Files of the root that the workshop runs load the root's packages; files of the workshop load its own.
test('packages of both the root and the workshop have the same version in both', () => {
	const [root, workshop] = [ROOT, __dirname].map((folder) => manifestOf(folder).devDependencies);
	const shared = Object.keys({ ...root }).filter((name) => workshop?.[name] !== undefined);
	const versions = (all: Record<string, string> = {}) => shared.map((name) => [name, all[name]]);
	expect(shared).toContain('execa');
	expect(versions(workshop)).toEqual(versions(root));
});
