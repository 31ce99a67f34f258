/* eslint-disable */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { execa, npm, tail } from '../../test/support/command';
import { hashOf, readText } from '../../test/support/hash';
import { ROOT, STATE } from '../../test/support/paths';
import { type UserFolder } from './paths';
import { PlaygroundError, type Report } from './report';

/** The files that the tarball is made of. */
const SOURCES = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'gulpfile.js',
	'tsconfig.json',
	'README.md',
	'LICENSE.md',
];

export interface Tarball {
	path: string;
	/** The hash of these files. Two tarballs with the same hash have the same content. */
	hash: string;
}

interface Manifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
}

async function npmStep(args: string[], what: string): Promise<void> {
	const { failed, all } = await npm(args, { cwd: ROOT, reject: false });
	if (failed) throw new PlaygroundError(`${what} failed.\n${tail(all, 20)}`);
}

/** Builds and packs the package as `npm publish` would. If the files have not changed, the present tarball is used. */
export async function packPackage(report: Report): Promise<Tarball> {
	const folder = join(STATE, 'package');
	const hash = await hashOf(ROOT, SOURCES);
	const path = join(folder, `${hash.slice(0, 16)}.tgz`);
	if (existsSync(path)) return { path, hash };
	await report.step('Building and packing the package', async () => {
		await npmStep(['run', 'build'], 'Building the package');
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await npmStep(['pack', '--pack-destination', folder], 'Packing the package');
		const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
		if (!tarball) throw new PlaygroundError('npm pack created no package file.');
		await rename(join(folder, tarball), path);
	});
	return { path, hash };
}

const STRUCK_OUT = new Set(['devDependencies', 'peerDependencies', 'optionalDependencies']);

/** Adds the package to n8n's own list of installed packages, which is in their folder. */
async function enterInLedger(folder: UserFolder, manifest: Manifest): Promise<void> {
	const file = join(folder.nodes, 'package.json');
	const ledger = JSON.parse((await readText(file)) ?? '{}') as { dependencies?: Record<string, string> };
	const dependencies = { ...ledger.dependencies, [manifest.name]: manifest.version };
	await writeFile(
		file,
		JSON.stringify({ name: 'installed-nodes', private: true, ...ledger, dependencies }, null, 2),
	);
}

/**
 * Installs the tarball as n8n installs a community package (its community-packages.service.js): unpacked into
 * `nodes/node_modules/<name>`, without development and peer dependencies, the rest installed without scripts.
 */
export async function installPackage(tarball: Tarball, folder: UserFolder): Promise<string> {
	const { name } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
	const target = join(folder.nodes, 'node_modules', name);
	const stamp = join(folder.nodes, `${name}.installed`);
	if (existsSync(target) && (await readText(stamp)) === tarball.hash) return target;

	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await execa('tar', ['-xzf', tarball.path, '-C', target, '--strip-components=1']);

	const file = join(target, 'package.json');
	const published = JSON.parse(await readFile(file, 'utf8')) as Manifest;
	const manifest = Object.fromEntries(
		Object.entries(published).filter(([key]) => !STRUCK_OUT.has(key)),
	) as unknown as Manifest;
	await writeFile(file, JSON.stringify(manifest, null, 2));
	if (Object.keys(manifest.dependencies ?? {}).length > 0) {
		const flags = ['--audit=false', '--fund=false', '--bin-links=false', '--install-strategy=shallow'];
		const { failed, all } = await npm(
			['install', ...flags, '--ignore-scripts=true', '--package-lock=false'],
			{ cwd: target, reject: false },
		);
		if (failed) throw new PlaygroundError(`Installing the package's dependencies failed.\n${tail(all, 10)}`);
	}
	await enterInLedger(folder, manifest);
	await writeFile(stamp, tarball.hash);
	return target;
}
