/* eslint-disable */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { N8N_DIR } from '../n8n/paths';
import { ROOT } from '../../test/support/paths';

const COMPAT = join(ROOT, 'workshop', 'compat');

/** A line of n8n that the package is tested with. Each folder has a package.json and a lockfile that pin it. */
export interface Line {
	n8n: string;
	/** The folder with this line's n8n-core. Without it, the checkout's own. */
	core?: string;
	/** The folder with this line's n8n. */
	server: string;
}

export const LINES: Line[] = [
	{ n8n: '1.123.81', core: join(COMPAT, 'core-1.122'), server: join(COMPAT, 'n8n-1.123') },
	{ n8n: '2.4.8', core: join(COMPAT, 'core-2.4'), server: join(COMPAT, 'n8n-2.4') },
	{ n8n: '2.20.12', core: join(COMPAT, 'core-2.20'), server: join(COMPAT, 'n8n-2.20') },
	{ n8n: '2.41.1', server: N8N_DIR },
];

interface Manifest {
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
}

/** The exact version in a folder's package.json. */
export function pinOf(folder: string, name: string): string {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
	const pin = { ...manifest.devDependencies, ...manifest.dependencies }[name];
	if (pin === undefined) throw new Error(`${folder} does not pin ${name}`);
	return pin;
}

export const coreOf = ({ core }: Line): string => pinOf(core ?? ROOT, 'n8n-core');
