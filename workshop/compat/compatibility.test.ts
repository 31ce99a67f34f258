/* eslint-disable */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { N8N_DIR } from '../n8n/paths';
import { coreOf, LINES, pinOf } from './lines';
import { readPage, readResults, tableOf, withTable } from './record';

test('the table of docs/operating.md is what the compatibility runs found', async () => {
	const page = await readPage();
	expect(page).toBe(withTable(page, tableOf(await readResults())));
});

test('every line has been tested, in its engine and in its n8n', async () => {
	const results = await readResults();
	for (const { n8n } of LINES) {
		expect(Object.values(results[n8n]?.engine ?? {})).toContain('passed');
		expect(Object.values(results[n8n]?.e2e ?? {})).toContain('passed');
	}
	expect(JSON.stringify(results)).not.toContain('failed');
});

test('what is installed for a line is that line', () => {
	for (const line of LINES) {
		expect(coreOf(line)).toMatch(/^\d+\.\d+\.\d+$/);
		expect(pinOf(line.server, 'n8n')).toBe(line.n8n);
	}
	const compose = readFileSync(join(ROOT, 'workshop', 'queue', 'docker-compose.yml'), 'utf8');
	expect(compose).toContain(`n8nio/n8n:${pinOf(N8N_DIR, 'n8n')}\n`);
});
