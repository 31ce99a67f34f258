import { coreOf, LINES, pinOf } from '../../tools/compat/lines';
import { readPage, readResults, tableOf, withTable } from '../../tools/compat/record';

test('the table of docs/operating.md is what the compatibility runs found', async () => {
	const page = await readPage();
	expect(page).toBe(withTable(page, tableOf(await readResults())));
});

test('every line has been tested, in its engine and, where it has one, in its n8n', async () => {
	const results = await readResults();
	for (const { n8n, server } of LINES) {
		expect(Object.values(results[n8n]?.engine ?? {})).toContain('passed');
		if (server) expect(Object.values(results[n8n]?.e2e ?? {})).toContain('passed');
	}
	expect(JSON.stringify(results)).not.toContain('failed');
});

test('what is installed for a line is that line', () => {
	for (const line of LINES) {
		expect(coreOf(line)).toMatch(/^\d+\.\d+\.\d+$/);
		if (line.server) expect(pinOf(line.server, 'n8n')).toBe(line.n8n);
	}
});
