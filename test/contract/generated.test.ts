/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT } from '../support/paths';
import { generated, previewFiles } from '../support/generate';

it('previews, tables and the page of columns are those of the resources: run "npm run generate"', async () => {
	for (const [path, text] of await generated()) {
		const actual = await readFile(join(ROOT, path), 'utf8').catch(() => 'missing');
		expect({ path, text: actual }).toEqual({ path, text });
	}
});

it('no preview is left of an operation that is gone', async () => {
	const files = await generated();
	expect((await previewFiles()).filter((path) => !files.has(path))).toEqual([]);
});
