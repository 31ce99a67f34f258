import { coreOf, LINES, pinOf } from '../compat/lines';
import { readReadme, readResults, tableOf, withTable } from '../compat/record';

test("the README's table is what the compatibility runs found", async () => {
	const readme = await readReadme();
	expect(readme).toBe(withTable(readme, tableOf(await readResults())));
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
