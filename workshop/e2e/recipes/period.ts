/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ask, jsonOf, linesOf, type Stage } from './stage';

/** The history of a period is saved as a file with its PDFs. */
export function periodTests(stage: Stage): void {
	test('events of a period: the file has exactly those events, with their PDFs', async () => {
		const { folder, sandbox } = stage.playground();
		const at = (event_id: string, event_time: string, type: 'update' | 'documentation' = 'update') => ({
			event_id,
			event_time,
			type,
			contact_id: 'old',
			received: true,
		});
		sandbox.seed({
			contacts: [
				{ id: 'old', first_name: 'Öla', last_name: 'O"Neil, jr.' },
				{
					id: '=HYPERLINK("http://x")',
					first_name: '@SUM(1)',
					section_work: { mobile_numbers: [{ original: '+49 171 5550201', number: '5550201' }] },
				},
			],
			events: [
				at('before', '2025-02-28T23:59:59Z'),
				at('first', '2025-03-01T00:00:00Z'),
				at('paper', '2025-03-15T12:00:00Z', 'documentation'),
				{ ...at('formula', '2025-03-20T00:00:00Z'), contact_id: '=HYPERLINK("http://x")' },
				at('last', '2025-03-31T23:59:59Z'),
				at('after', '2025-04-01T00:00:01Z'),
			],
		});
		const period = { from: '2025-03-01T00:00:00Z', to: '2025-04-01T00:00:00Z' };
		const execution = await ask(stage, 'events-of-a-period', 'Period', period);
		const [header, ...rows] = await linesOf(stage.file('events-2025-03-01-to-2025-04-01.csv'));
		expect(header).toMatch(/^event_time,type,contact_id,first_name,last_name,/);
		expect(rows.map((row) => row.split(',').at(-1))).toEqual(['first', 'paper', 'formula', 'last']);
		expect(rows[0]).toContain('Öla,"O""Neil, jr."');
		expect(rows[2]).toContain(`,"'=HYPERLINK(""http://x"")",'@SUM(1),`);
		expect(rows[2]).toContain(',+49 171 5550201,');
		const [{ fileName } = {}] = jsonOf(execution, 'Write PDF');
		expect((await readFile(join(folder.root, String(fileName)))).subarray(0, 5).toString()).toBe('%PDF-');
		expect(String(fileName)).toMatch(/old_paper\.pdf$/);
	});
}
