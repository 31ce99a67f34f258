import { createHash } from 'node:crypto';

import { dataTables } from './data-tables';
import { ask, type Stage, testInN8n2 } from './stage';

const NAME = 'delete-me';
const TABLE = 'Deletions';

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

/** A contact is deleted, the deletion is checked, and the table records it without the name. */
export function deleteTests(stage: Stage): void {
	testInN8n2(
		'delete me: the contact is gone and recorded without a name, and no other one is deleted',
		async () => {
			const { api, sandbox } = stage.playground();
			const contacts = ['away 1/é', 'away 2', 'away 3'];
			sandbox.seed({ contacts: contacts.map((id) => ({ id, first_name: 'Ada', last_name: 'Away' })) });
			const tables = await dataTables(api);
			const start = Date.now();
			const rows = async () => {
				const table = await tables.find(TABLE);
				const all = table ? await tables.rows(table) : [];
				// Tests of other recipes may have filled the table before.
				return all.filter(({ gone_at: goneAt }) => Date.parse(String(goneAt)) > start);
			};

			// With another name, and with an ID that nobody has, nobody is deleted, and nothing is recorded.
			const stopped = async (fields: Record<string, string>) => {
				const { data } = await ask(stage, NAME, 'Who', fields, { mayFail: true });
				return String(data.resultData.error?.message);
			};
			expect(await stopped({ contact_id: 'away 2', name: 'Bob Away' })).toContain('is not the name of this');
			expect(await stopped({ contact_id: 'away 22', name: 'Ada Away' })).toContain('Nobody has this ID');
			expect(sandbox.contact('away 2')).toBeDefined();
			expect(await rows()).toEqual([]);

			// The service accepts a deletion but still shows the contact for a while. It is read once before.
			const shown = { id: contacts[0], first_name: 'Ada', last_name: 'Away' };
			sandbox.faults.add({ method: 'GET', path: '/contacts/*', status: 200, body: shown, times: 2 });
			await ask(stage, NAME, 'Who', { contact_id: ` ${contacts[0] ?? ''} `, name: 'ada away' });
			expect(sandbox.contact(contacts[0] ?? '')).toBeUndefined();
			expect(sandbox.contact('away 2')).toBeDefined();
			const [row, ...others] = await rows();
			expect(others).toEqual([]);
			expect(row).toMatchObject({ contact: hashOf('away 1/é'), result: 'deleted' });
			expect(JSON.stringify(row)).not.toContain('away');

			// Runs again, as after a crash between the deletion and the record of it: a person says that it was deleted.
			const adjustWho = async (values: Record<string, boolean>) => {
				const workflow = await api.workflow(stage.idOf(NAME));
				const { assignments } = workflow.nodes.find(({ name }) => name === 'Who')?.parameters as {
					assignments: { assignments: Array<{ name: string; value: unknown }> };
				};
				for (const field of assignments.assignments)
					if (field.name in values) field.value = values[field.name];
				await api.updateWorkflow(workflow.id, workflow);
			};
			await adjustWho({ deleted_before: true });
			await ask(stage, NAME, 'Who', { contact_id: 'away 1/é', name: 'Ada Away' });
			await adjustWho({ deleted_before: false });
			expect((await rows()).map(({ contact, result }) => [contact, result])).toEqual([
				[hashOf('away 1/é'), 'deleted'],
				[hashOf('away 1/é'), 'deleted'],
			]);

			// Without an ID, or if the service keeps the contact, nothing is recorded.
			const nobody = await ask(stage, NAME, 'Who', { contact_id: '' }, { mayFail: true });
			expect(nobody.status).toBe('error');
			const stays = { id: 'away 3', first_name: 'Ada', last_name: 'Away' };
			sandbox.faults.add({ method: 'GET', path: '/contacts/*', status: 200, body: stays, times: Infinity });
			const stuck = await ask(
				stage,
				NAME,
				'Who',
				{ contact_id: 'away 3', name: 'Ada Away' },
				{ mayFail: true },
			);
			sandbox.faults.clear();
			expect(stuck.data.resultData.error?.message).toContain('still shows the contact');
			expect(await rows()).toHaveLength(2);
			expect(sandbox.contact('away 2')).toBeDefined();
		},
		180_000,
	);
}
