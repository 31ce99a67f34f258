/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT } from '../support/paths';
import { generated, previewFiles } from '../support/generate';

it('generated previews, lists and pages are up to date (run "npm run generate")', async () => {
	for (const [path, text] of await generated()) {
		const actual = await readFile(join(ROOT, path), 'utf8').catch(() => 'missing');
		expect({ path, text: actual }).toEqual({ path, text });
	}
});

it('each preview belongs to an operation that exists', async () => {
	const files = await generated();
	expect((await previewFiles()).filter((path) => !files.has(path))).toEqual([]);
});
