/* eslint-disable */
import { writeFile } from 'node:fs/promises';

import type { Api } from '../../n8n/api';
import { dataTables } from './data-tables';
import { publish, type Stage, testInN8n2 } from './stage';

const NAME = 'consent-register-questions';
const TABLE = 'Consent register';

const row = (contact_id: string, consent_type: string, granted: boolean, more: object = {}) => ({
	contact_id,
	consent_type,
	granted,
	granted_at: '2026-01-02T03:04:05Z',
	granted_ip: '192.0.2.7',
	granted_agent: 'Mozilla/5.0',
	name: `Name of ${contact_id}`,
	email: `${contact_id}@example.com`,
	event_id: 'e',
	event_time: '2026-01-02T03:04:05.000Z',
	proof: '',
	proof_event: '',
	proof_time: '',
	...more,
});

async function insert(api: Api, rows: object[]): Promise<void> {
	const { id: projectId } = await api.request<{ id: string }>('GET', '/projects/personal');
	const table = await (await dataTables(api)).find(TABLE);
	if (!table) throw new Error('The table is missing');
	await api.request('POST', `/projects/${projectId}/data-tables/${table.id}/insert`, {
		data: rows,
		returnType: 'count',
	});
}

/** Who consents to something, what somebody agreed to, and the PDF of it, over HTTP. */
export function questionsTests(stage: Stage): void {
	testInN8n2(
		'questions to the consent register: who, what, and the PDF; with the key only',
		async () => {
			const { api, secrets, url } = stage.playground();
			const key = { authorization: secrets.callersKey };
			// The register's own first step makes the table.
			await stage.run('consent-register', 'Set Up Once');
			const proof = '.n8n-files/documents/ask.pdf';
			await writeFile(stage.file('documents', 'ask.pdf'), '%PDF-1.7 proof');
			await insert(api, [
				row('ask-1', 'ask news', true, { proof }),
				row('ask-1', 'ask phone', false, { proof }),
				row('ask-2', 'ask news', false),
				row('ask-3', 'ask news', true),
			]);
			await publish(stage, NAME);
			const ask = async (question: Record<string, string>, headers: HeadersInit = key) =>
				await fetch(`${url}/webhook/consent-register?${new URLSearchParams(question).toString()}`, {
					headers,
				});

			expect((await ask({ type: 'ask news' }, {})).status).toBe(403);
			const rows = async (question: Record<string, string>) =>
				(await (await ask(question)).json()) as Array<Record<string, unknown>>;
			expect(await rows({ type: 'ask news' })).toEqual([
				expect.objectContaining({ contact_id: 'ask-1', email: 'ask-1@example.com', proof }) as unknown,
				expect.objectContaining({ contact_id: 'ask-3' }) as unknown,
			]);
			expect(await rows({ type: 'nothing' })).toEqual([]);
			expect(await rows({ type: 'ask phone' })).toEqual([]);
			expect(await rows({ type: 'ask news', contact: 'ask-2' })).toMatchObject([{ contact_id: 'ask-2' }]);

			const what = [row('ask-1', 'ask news', true, { proof }), row('ask-1', 'ask phone', false, { proof })];
			expect(await rows({ contact: 'ask-1' })).toEqual(
				what.map((one) => expect.objectContaining(one) as unknown),
			);
			expect(await rows({ contact: 'nobody' })).toEqual([]);

			const pdf = await ask({ contact: 'ask-1', pdf: '1' });
			expect(pdf.headers.get('content-type')).toContain('pdf');
			expect(await pdf.text()).toBe('%PDF-1.7 proof');
			expect((await ask({ contact: 'ask-2', pdf: '1' })).status).toBe(404);
			expect((await ask({})).status).toBe(400);

			await api.unpublish(stage.idOf(NAME));
		},
		600_000,
	);
}
