/* eslint-disable */
/** The job that may publish runs only code of npm and GitHub: no code of this repository or of its dependencies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(__dirname, '../../.github/workflows/publish.yml'), 'utf8');
const jobs = text
	.slice(text.indexOf('\njobs:'))
	.split(/^ {2}(?=\w+:$)/m)
	.slice(1)
	// Words of comments are no steps.
	.map((job) => job.replace(/^ *#.*$/gm, ''));
const isTrusted = (job: string) => /\bwrite\b/.test(job);
const CODE =
	/npm (ci|install|i|run|test|exec|rebuild|pack)\b|npx |node -|uses: (?!actions\/(setup-node|upload-artifact)@)/;

test('only two jobs have rights: one attaches the file to the release, one publishes it', () => {
	const rights = jobs.map((job) => [job.split(':')[0], job.match(/[\w-]+: write\b|write-all/g)]);
	expect(rights.filter(([, granted]) => granted)).toEqual([
		['attach', ['contents: write']],
		['publish', ['id-token: write']],
	]);
	expect(text).toMatch(/^permissions:\n {2}contents: read\n\njobs:/m);
	const publish = jobs.find((job) => job.startsWith('publish:'));
	expect(publish).toMatch(/npm publish \.\/\*\.tgz .*--ignore-scripts --provenance/);
	expect(text.match(/npm publish /g)).toHaveLength(1);
});

test('these jobs run no code of the repository or of its dependencies', () => {
	expect(jobs.filter(isTrusted).filter((job) => CODE.test(job))).toEqual([]);
	const running = jobs.filter((job) => CODE.test(job)).map((job) => job.split(':')[0]);
	expect(running).toEqual(['ci', 'full', 'package', 'ready']);
});

test('these jobs get the very file that was built after the tests, with its checksum', () => {
	for (const job of jobs.filter(isTrusted)) {
		expect(job).toMatch(/gh run download "\$RUN" .*--name package/);
		expect(job).toContain('sha256sum -c ./*.sha256');
	}
	expect(jobs.map((job) => [job.split(':')[0], /needs: (.+)/.exec(job)?.[1]])).toEqual([
		['ci', undefined],
		['full', undefined],
		['package', '[ci, full]'],
		['attach', 'package'],
		['ready', 'package'],
		['publish', '[package, ready]'],
	]);
});
