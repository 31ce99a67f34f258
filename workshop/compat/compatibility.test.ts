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
		const { engine = {}, e2e = {} } = results[n8n] ?? {};
		for (const byNode of [engine, e2e])
			expect(Object.values(byNode).map(({ outcome }) => outcome)).toContain('passed');
	}
	expect(JSON.stringify(results)).not.toContain('failed');
});

test('a result of older sources has its date', () => {
	const [first = '', second = ''] = LINES.map(({ n8n }) => n8n);
	const table = tableOf({
		[first]: {
			engine: {
				'20': { outcome: 'passed', sources: 'aaaaaaaaaaaa', date: '2026-03-01T09:00:00.000Z' },
				'22': { outcome: 'passed', sources: 'bbbbbbbbbbbb', date: '2026-03-01T12:00:00.000Z' },
				'24': { outcome: 'failed', sources: 'bbbbbbbbbbbb', date: '2026-03-01' },
			},
		},
		[second]: { e2e: { '24': { outcome: 'passed', sources: 'aaaaaaaaaaaa', date: '2026-02-01' } } },
	});
	expect(table).toContain('Sources bbbbbbbbbbbb.');
	expect(table).toContain('| on 2026-03-01 passed on Node 20; passed on Node 22; failed on Node 24 |');
	expect(table).toMatch(/\| not run +\| on 2026-02-01 passed on Node 24 +\|/);
});

test('the version installed for a line is the one that its folder asks for', () => {
	for (const line of LINES) {
		expect(coreOf(line)).toMatch(/^\d+\.\d+\.\d+$/);
		expect(pinOf(line.server, 'n8n')).toBe(line.n8n);
	}
	const compose = readFileSync(join(ROOT, 'workshop', 'queue', 'docker-compose.yml'), 'utf8');
	expect(compose).toContain(`n8nio/n8n:${pinOf(N8N_DIR, 'n8n')}\n`);
});
