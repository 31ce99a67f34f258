/* eslint-disable */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { N8N_DIR } from '../n8n/paths';
import { coreOf, LINES, pinOf } from './lines';
import { readPage, readResults, tableOf, withTable } from './record';

test('the table in docs/operating.md has the results of the compatibility runs', async () => {
	const page = await readPage();
	expect(page).toBe(withTable(page, tableOf(await readResults())));
});

test('every n8n line was tested, in its engine and as a whole', async () => {
	const results = await readResults();
	for (const { n8n } of LINES) {
		expect(Object.values(results[n8n]?.engine ?? {})).toContain('passed');
		expect(Object.values(results[n8n]?.e2e ?? {})).toContain('passed');
	}
	expect(JSON.stringify(results)).not.toContain('failed');
});

test('the version installed for a line is the one that its folder asks for', () => {
	for (const line of LINES) {
		expect(coreOf(line)).toMatch(/^\d+\.\d+\.\d+$/);
		expect(pinOf(line.server, 'n8n')).toBe(line.n8n);
	}
	const compose = readFileSync(join(ROOT, 'workshop', 'queue', 'docker-compose.yml'), 'utf8');
	expect(compose).toContain(`n8nio/n8n:${pinOf(N8N_DIR, 'n8n')}\n`);
});
