/* eslint-disable */
/**
 * Finds what must not be published: placeholders for repository and author, and a changelog without this version.
 * `npm --prefix workshop run release:check` names each place and ends with 1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';

export const PLACEHOLDERS = {
	repository: 'github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent',
	author: 'n8n-nodes-contact-consent maintainers',
	email: 'maintainers@users.noreply.github.com',
};

const sourcesIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(ts|json)$/.test(name))
		.map((name) => join(folder, name));

/** The files that may name the repository or the author. */
const PLACES = [
	'package.json',
	'LICENSE.md',
	'.github/SECURITY.md',
	'.github/ISSUE_TEMPLATE/config.yml',
	...sourcesIn('credentials'),
	...sourcesIn('nodes'),
];

/** Sentences that are no longer true after the release, by document. */
const NOT_YET: Readonly<Record<string, string>> = {
	'README.md': 'not in the npm registry yet',
	'docs/operating.md': 'only once the package is published',
	'.github/SECURITY.md': 'is a placeholder until the first release',
};

export type Texts = Record<string, string>;

export const readTexts = (): Texts =>
	Object.fromEntries(
		[...PLACES, 'CHANGELOG.md', ...Object.keys(NOT_YET)].map((file) => [
			file,
			readFileSync(join(ROOT, file), 'utf8'),
		]),
	);

interface Manifest {
	version: string;
	homepage: string;
	repository: { url: string };
}

export function problemsOf(texts: Texts): string[] {
	const { version, homepage, repository } = JSON.parse(texts['package.json'] ?? '') as Manifest;
	const left = PLACES.flatMap((file) =>
		Object.entries(PLACEHOLDERS)
			.filter(([, text]) => texts[file]?.includes(text))
			.map(([what, text]) => `${file}: the ${what} is still the placeholder "${text}"`),
	);
	const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	const foreign = PLACES.flatMap((file) =>
		[...(texts[file] ?? '').matchAll(/https:\/\/github\.com\/[\w.-]+\/[\w-]+/g)]
			.filter(([link]) => link !== address)
			.map(([link]) => `${file}: ${link} is another repository than ${address}`),
	);
	const heading = texts['CHANGELOG.md']?.split('\n').find((line) => line.startsWith(`## ${version}`));
	return [
		...left,
		...foreign,
		...Object.entries(NOT_YET)
			.filter(([file, text]) => texts[file]?.includes(text))
			.map(([file, text]) => `${file}: it still says "${text}"`),
		...(homepage === `${address}#readme` ? [] : [`package.json: homepage is not ${address}#readme`]),
		...(heading && !/not released/i.test(heading) ? [] : [`CHANGELOG.md: no released version ${version}`]),
	];
}

if (require.main === module) {
	const problems = problemsOf(readTexts());
	console.log(problems.length === 0 ? 'Ready to publish.' : problems.join('\n'));
	if (problems.length > 0)
		console.log('\nworkshop/release/README.md, "Before the first release", says what to put in.');
	process.exitCode = problems.length === 0 ? 0 : 1;
}
