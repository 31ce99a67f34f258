/** docs/upload.md, *I have a list of people who unsubscribed*: its steps in n8n's engine, with the sandbox. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../support/upload-bench';

const bench = uploadBench();

const consentsOf = (id: string) =>
	(bench.sandbox.contact(id)?.documentation?.consents ?? []) as IDataObject[];

test('a list of addresses withdraws one consent of these people, creates nobody and changes nothing else', async () => {
	const granted = (type: string) => ({ type, granted: true, granted_at: '2026-01-01T00:00:00Z' });
	const person = (id: string, consents: IDataObject[]): IDataObject => ({
		id,
		first_name: 'Ada',
		last_name: 'Lovelace',
		work_emails: ['new@example.com'],
		documentation: { consents },
	});
	await bench.upload({
		map: 'json',
		items: [
			person('ada@example.com', [granted('newsletter'), granted('post')]),
			person('bob@example.com', []),
			person('eve@example.com', [granted('newsletter')]),
		],
	});
	const run = await bench.run(
		{
			resource: 'contact',
			operation: 'update',
			inputMode: 'map',
			columns: { mappingMode: 'autoMapInputData', value: null },
			options: { consents: { values: [{ column: 'Newsletter', type: 'newsletter' }] } },
		},
		{
			onError: 'continueErrorOutput',
			items: ['ada@example.com', 'bob@example.com', 'nobody@example.com'].map((id) => ({
				id,
				Newsletter: 'unsubscribed',
			})),
		},
	);
	expect(run.error).toBeUndefined();
	expect(run.outputs[0]?.map(({ json }) => json.id)).toEqual(['ada@example.com', 'bob@example.com']);
	expect(run.outputs[1]?.map(({ json }) => json.id)).toEqual(['nobody@example.com']);
	expect(bench.sandbox.contact('nobody@example.com')).toBeUndefined();
	expect(bench.sandbox.contact('ada@example.com')).toMatchObject({
		section_work: { emails: ['new@example.com'] },
	});
	const states = (id: string) => consentsOf(id).map(({ type, granted: state }) => [type, state]);
	expect(states('ada@example.com')).toEqual([
		['newsletter', true],
		['post', true],
		['newsletter', false],
	]);
	expect(states('bob@example.com')).toEqual([['newsletter', false]]);
	expect(states('eve@example.com')).toEqual([['newsletter', true]]);
});
