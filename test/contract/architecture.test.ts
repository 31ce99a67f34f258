/* eslint-disable */
/** The pictures of docs/architecture.md show the folders and arrows that there are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

import { ROOT } from '../support/paths';

const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
const pictures = [...page.matchAll(/```mermaid\n([^]*?)```/g)].map(([, picture = '']) => picture);
const [house = ''] = pictures;

const foldersIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !/^(node_modules|\..*)$/.test(entry.name))
		.map(({ name }) => name);

const filesIn = (folder: string): string[] =>
	existsSync(join(ROOT, folder))
		? [
				...readdirSync(join(ROOT, folder), { withFileTypes: true })
					.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
					.map(({ name }) => join(folder, name)),
				...foldersIn(folder).flatMap((inner) => filesIn(join(folder, inner))),
			]
		: [];

/** The box of the picture in which a file stands. Tests of the sandbox are tests. */
function boxOf(file: string): string {
	const [top = '', inner = ''] = file.split('/');
	if (top === 'workshop') return inner === 'n8n' || inner === 'install.ts' ? 'n8n' : 'others';
	if (top === 'sandbox' && inner === 'test') return 'test';
	return top === 'credentials' ? 'nodes' : top;
}

const BOXES = ['nodes', 'credentials', 'sandbox', 'examples', 'test', 'workshop'];

/** The arrows between boxes, from the imports of all files. */
function arrowsOfImports(): string[] {
	const arrows = new Set<string>();
	for (const file of BOXES.flatMap(filesIn)) {
		const text = readFileSync(join(ROOT, file), 'utf8');
		for (const [, path = ''] of text.matchAll(/from '(\.[^']*)'/g)) {
			const [from, to] = [boxOf(file), boxOf(normalize(join(dirname(file), path)))];
			if (from !== to) arrows.add(`${from} --> ${to}`);
		}
	}
	return [...arrows].sort();
}

it('the picture of the house has exactly the arrows of the imports', () => {
	const drawn = [...house.matchAll(/^ *(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow);
	expect(drawn.sort()).toEqual(arrowsOfImports());
});

it('the picture of the house names exactly the folders of test/ and workshop/', () => {
	const labelled = (box: string) =>
		(new RegExp(`^ *${box}\\["([^"]*)"\\]`, 'm').exec(house)?.[1] ?? '').replace(/^\w+\/: /, '');
	const named = (text: string) => text.split(' · ').map((name) => name.replace(/\/$/, ''));
	expect(named(labelled('test')).sort()).toEqual(foldersIn('test').sort());
	expect([...named(labelled('others')), 'n8n'].sort()).toEqual(foldersIn('workshop').sort());
});

it('each file that the page names exists', () => {
	const all = BOXES.flatMap(filesIn).map((file) => `/${relative('.', file)}`);
	const named = [...page.matchAll(/(?<![*.\w/])[\w/]+(?:\.\w+)*\.ts\b/g)].map(([name]) => name);
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter((name) => !all.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});
