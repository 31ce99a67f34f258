/* eslint-disable */
import { readdir } from 'node:fs/promises';

import { finished } from '../../playground/executions';
import { published } from '../../playground/provision';
import { eventually } from '../playground';
import { jsonOf, linesOf, type Stage, succeeded } from './stage';

/** The published workflow that files PDFs, and its report of missing ones. */
export function documentsTests(stage: Stage): void {
	test('consent documents: a PDF that does not come is in the report of missing ones', async () => {
		const { api, sandbox } = stage.playground();
		const id = stage.idOf('consent-pdfs-to-files');
		await published(api, id);
		sandbox.seed({
			contacts: [{ id: 'paper', first_name: 'Pa', last_name: 'Per' }],
			events: [
				{ event_id: 'paper-1', type: 'documentation', contact_id: 'paper', documentation: 'ready' },
				{ event_id: 'paper-2', type: 'documentation', contact_id: 'paper', documentation: 'gone' },
				{ event_id: 'paper-3', type: 'update', contact_id: 'paper' },
			],
			// The trigger files no documents from before its start, so the events are close together.
			eventsStepMs: 1,
		});
		const summary = await eventually(async () => (await api.executions(id)).at(0), 'an execution');
		const execution = succeeded(await finished(api, summary.id));
		expect(jsonOf(execution, 'Write PDF')).toHaveLength(1);
		expect(jsonOf(execution, 'Missing PDF')).toEqual([
			expect.objectContaining({ event_id: 'paper-2', status: 'gone' }) as unknown,
		]);
		const files = (await readdir(stage.file('documents'))).filter((name) => !/^\d{4}$/.test(name)).sort();
		expect(files).toEqual([expect.stringMatching(/^missing-pdfs-.*\.csv$/)]);
		const pdfs = await readdir(stage.file('documents', String(new Date().getFullYear())));
		expect(pdfs).toEqual([expect.stringMatching(/^Per, Pa – .*\.pdf$/)]);
		const [header, ...rows] = await linesOf(stage.file('documents', files[0] ?? ''));
		expect(header).toBe('contact_id,event_id,event_time,status,reason');
		expect(rows).toEqual([expect.stringMatching(/^paper,paper-2,.*,gone,The service does not keep it/)]);
	});
}
