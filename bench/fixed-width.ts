/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Copies of the installed package whose queue keeps the same width: what its own choice is measured against. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CASES, type Case } from './cases';

const NAME = 'n8n-nodes-contact-consent';

export const packageOf = (width: number | undefined): string =>
	width === undefined ? NAME : `${NAME}-width-${width}`;

/** The constants that decide about the width, by the file of the compiled package. */
const CONSTANTS = {
	'transport/width.js': ['WIDEST', 'FIRST_WIDTH'],
};

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
	await writeFile(file, change(await readFile(file, 'utf8')));
}

function withConstant(text: string, name: string, value: number): string {
	const declaration = new RegExp(`(const |exports\\.)${name} = \\d+;`);
	if (!declaration.test(text)) throw new Error(`The package has no constant ${name} any more`);
	return text.replace(declaration, `$1${name} = ${value};`);
}

/** The credential type stays with the package itself. */
function renamed(manifest: string, name: string): string {
	const content = JSON.parse(manifest) as { n8n: object };
	return JSON.stringify({ ...content, name, n8n: { ...content.n8n, credentials: [] } });
}

/** Lays a copy for each width beside the installed package, before n8n starts. */
export async function installFixedWidths(installed: string): Promise<void> {
	const widths = new Set(Object.values<Case>(CASES).flatMap((one) => one.widths ?? []));
	for (const width of widths) {
		const name = packageOf(width);
		const folder = join(installed, '..', name);
		await rm(folder, { recursive: true, force: true });
		await cp(installed, folder, { recursive: true });
		await rewrite(join(folder, 'package.json'), (manifest) => renamed(manifest, name));
		for (const [file, constants] of Object.entries(CONSTANTS)) {
			await rewrite(join(folder, 'dist', 'nodes', 'ContactConsent', file), (text) =>
				constants.reduce((changed, constant) => withConstant(changed, constant, width), text),
			);
		}
	}
}
