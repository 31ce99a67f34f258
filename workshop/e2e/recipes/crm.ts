import { createHash } from 'node:crypto';

import type { Api, Execution, Workflow } from '../../playground/api';
import { executionOf, itemsOf } from '../../playground/executions';
import { eventually } from '../playground';
import { dataTables, type Row } from './data-tables';
import { publish, type Stage, succeeded } from './stage';

const NAME = 'crm-sync-both-ways';
const TABLE = 'CRM contacts';
const TRIGGER = 'Contact Changed';
const UPLOAD = 'Upload to the Service';
const WRITE = 'Write to the CRM';

const address = (work_zip_code: string, work_city: string) => ({ work_zip_code, work_city });

/** The people in the CRM before the first synchronisation. */
const CRM = [
	{
		contact_id: 'crm-1',
		first_name: 'Mia',
		last_name: 'Lindgren',
		company: 'Fjord Optik',
		work_emails: 'mia@fjord.example',
		work_mobile_numbers: '+49 171 5550201',
		...address('24937', 'Flensburg'),
	},
	{
		contact_id: 'crm-2',
		first_name: 'Paul',
		last_name: 'Okafor',
		company: 'Hafen Logistik',
		work_emails: 'paul@hafen.example',
		work_mobile_numbers: '+49 171 5550202',
		...address('20457', 'Hamburg'),
	},
	{
		contact_id: 'crm-3',
		first_name: 'Rosa',
		last_name: 'Amato',
		company: 'Amato & Figli',
		work_emails: 'rosa@amato.example',
		work_mobile_numbers: '+39 333 5550203',
		...address('80121', 'Napoli'),
	},
];

/** Polls every five seconds instead of every five minutes. */
function hurry(workflow: Workflow): void {
	for (const node of workflow.nodes) {
		if (node.name === 'Every 5 Minutes')
			node.parameters.rule = { interval: [{ field: 'seconds', secondsInterval: 5 }] };
		if (node.name === TRIGGER)
			node.parameters.pollTimes = {
				item: Array.from({ length: 12 }, (_, index) => ({
					mode: 'custom',
					cronExpression: `${index * 5} * * * * *`,
				})),
			};
	}
}

/** The manual steps that examples/README.md asks for if this n8n cannot create a table or find one by its name. */
async function makeTablesByHand(api: Api, workflow: Workflow): Promise<void> {
	const tables = await dataTables(api);
	const nodes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.dataTable');
	const makers = nodes.filter(({ parameters }) => parameters.operation === 'create');
	const ids = new Map<string, string>();
	for (const { parameters } of makers) {
		const name = String(parameters.tableName);
		const { column } = parameters.columns as { column: Array<{ name: string }> };
		const columns = column.map((one) => one.name);
		ids.set(name, ((await tables.find(name)) ?? (await tables.create(name, columns))).id);
	}
	for (const { parameters } of nodes) {
		const table = parameters.dataTableId as { value: string } | undefined;
		if (table) parameters.dataTableId = { __rl: true, mode: 'id', value: ids.get(table.value) };
	}
	const isMaker = (name: string) => makers.some((maker) => maker.name === name);
	workflow.nodes = workflow.nodes.filter(({ name }) => !isMaker(name));
	for (const { name } of makers) delete workflow.connections[name];
	for (const outputs of Object.values(workflow.connections) as Array<{
		main: Array<Array<{ node: string }>>;
	}>)
		outputs.main = outputs.main.map((to) => to.filter(({ node }) => !isMaker(node)));
}

/** How many executions each lane has had. */
async function history(api: Api, id: string): Promise<Record<'out' | 'in', Execution[]>> {
	const executions = await Promise.all(
		(await api.executions(id))
			.filter(({ mode, status }) => mode === 'trigger' && status !== 'running' && status !== 'new')
			.map(async (summary) => await executionOf(api, summary.id)),
	);
	const started = (trigger: string) =>
		executions.filter(({ data }) => data.resultData.runData[trigger] !== undefined);
	return { out: started('Every 5 Minutes'), in: started(TRIGGER) };
}

const ran = (executions: Execution[], node: string) =>
	executions.filter(({ data }) => data.resultData.runData[node] !== undefined);

/** True if no execution runs and the last look at the CRM found nothing to upload. */
async function hasSettled(api: Api, id: string): Promise<true | undefined> {
	if ((await api.executions(id)).some(({ status }) => status === 'running' || status === 'new'))
		return undefined;
	const [last] = (await history(api, id)).out.sort((a, b) => Number(b.id) - Number(a.id));
	return last?.data.resultData.runData[UPLOAD] === undefined || undefined;
}

/** Runs both lanes of the CRM sync until both sides are equal, and then for the same time again. */
export function crmTests(stage: Stage): void {
	test('CRM sync: both sides become equal, and then no side is written to again', async () => {
		const { api, sandbox } = stage.playground();
		const id = stage.idOf(NAME);
		const workflow = await api.workflow(id);
		hurry(workflow);
		if ((await api.version()).startsWith('1.')) await makeTablesByHand(api, workflow);
		// The workflow does not save successful executions, and this test reads them.
		Object.assign(workflow.settings as object, { saveDataSuccessExecution: 'all' });
		await api.updateWorkflow(id, workflow);
		// The first run creates the table.
		succeeded(await stage.run(NAME, 'Every 5 Minutes'));

		const tables = await dataTables(api);
		const table = await tables.find(TABLE);
		if (!table) throw new Error('The table is missing');
		for (const person of CRM) await tables.insert(table, person);
		const rows = async () =>
			new Map((await tables.rows(table)).map((row) => [String(row.contact_id), row] as const));
		const change = async (contactId: string, data: Partial<Row>) =>
			await tables.update(table, 'contact_id', contactId, data);
		const isTrue = async (what: string, test: (all: Map<string, Row>) => boolean) =>
			await eventually(async () => test(await rows()) || undefined, what);
		const ids = ['crm-1', 'crm-2', 'crm-3'];
		const uploads = () =>
			sandbox.log.all({ method: 'POST', path: '/contacts' }).flatMap((entry) => entry.ids ?? []);
		// The first upload erases nothing: blank cells of the CRM are filled from the service.
		await change('crm-3', { company: '' });
		sandbox.seed({ contacts: [{ id: 'crm-3', first_name: 'R', last_name: 'A', company: 'Amato & Figli' }] });
		sandbox.log.clear();

		await publish(stage, NAME);
		await isTrue('the first upload', (all) => ids.every((one) => all.get(one)?.service_seen));
		expect((await rows()).get('crm-3')).toMatchObject({ first_name: 'Rosa', company: 'Amato & Figli' });
		expect(uploads().sort()).toEqual(ids);
		expect(sandbox.contact('crm-3')).toMatchObject({
			company: 'Amato & Figli',
			section_work: { addresses: [{ city: 'Napoli' }] },
		});

		// A new person, a change in the CRM, a change on both sides whose event is late, and a number that the
		// service formats differently.
		sandbox.seed({
			contacts: [
				{ ...sandbox.contact('crm-2'), id: 'crm-2', company: 'Elbe Logistik' },
				{ id: 'crm-new', first_name: 'Nora', last_name: 'Neu' },
			],
			events: [{ contact_id: 'crm-new', type: 'update' }],
		});
		await change('crm-2', { company: 'CRM Ltd', work_city: 'Bremen' });
		await change('crm-1', { company: 'Sund Optik', work_mobile_numbers: '' });
		await change('crm-3', { work_emails: 'rosa@amato.example; office@amato.example' });
		await isTrue(
			'what the service knows',
			(all) => all.get('crm-2')?.company === 'Elbe Logistik' && all.get('crm-new')?.last_name === 'Neu',
		);
		await eventually(
			() => Promise.resolve(uploads().length === ids.length + 2 || undefined),
			'what the CRM knows',
		);
		await eventually(
			() => Promise.resolve(sandbox.contact('crm-1')?.company === 'Sund Optik' || undefined),
			'the upload to be stored',
		);
		// Only the changed fields have changed.
		expect(sandbox.contact('crm-1')?.section_work).toMatchObject({ emails: ['mia@fjord.example'] });
		expect(sandbox.contact('crm-1')?.section_work?.mobile_numbers ?? []).toEqual([]);

		sandbox.seed({
			contacts: [{ id: 'crm-new', first_name: 'Nora', last_name: 'Alt' }],
			events: [{ contact_id: 'crm-new', type: 'update' }],
		});
		await isTrue('a change of someone known', (all) => all.get('crm-new')?.last_name === 'Alt');

		// Whoever asked to be deleted is not uploaded again, and named.
		const deletions = await tables.find('Deletions');
		if (!deletions) throw new Error('The table is missing');
		const contact = createHash('sha256').update('crm-away').digest('hex');
		await tables.insert(deletions, { contact, result: 'deleted', gone_at: '2026-03-01T10:00:00.000Z' });
		const away = { contact_id: 'crm-away', first_name: 'Ada', last_name: 'Away' };
		await tables.insert(table, away);
		const named = await eventually(async () => {
			const [run] = ran((await history(api, id)).out, 'Left Out');
			return run && itemsOf(run, 'Left Out').map(({ json }) => json);
		}, 'the contact that was deleted');
		expect(named).toEqual([expect.objectContaining(away)]);
		expect(sandbox.contact('crm-away')).toBeUndefined();

		const echo = () =>
			sandbox.seed({
				events: [...ids, 'crm-new'].flatMap((contact_id) => [
					{ contact_id, type: 'update' as const },
					{ contact_id, type: 'confirm' as const },
				]),
			});
		await eventually(async () => await hasSettled(api, id), 'a run that finds nothing to upload');
		const [quietRows, quietUploads, before] = [await rows(), uploads(), await history(api, id)];
		for (let round = 1; round <= 3; round++) {
			echo();
			await eventually(async () => {
				const now = await history(api, id);
				return (
					(now.in.length >= before.in.length + round && now.out.length >= before.out.length + round) ||
					undefined
				);
			}, `round ${round}`);
		}
		const after = await history(api, id);
		for (const execution of [...after.in, ...after.out]) succeeded(execution);
		expect(await rows()).toEqual(quietRows);
		expect(uploads()).toEqual(quietUploads);
		expect(ran(after.out, UPLOAD)).toHaveLength(ran(before.out, UPLOAD).length);
		expect(ran(after.in, WRITE)).toHaveLength(ran(before.in, WRITE).length);
		// The contact's own entry has won as a whole, and the CRM's spelling was left alone.
		expect(quietUploads.slice(ids.length).sort()).toEqual(['crm-1', 'crm-3']);
		expect(quietRows.get('crm-2')).toMatchObject({ company: 'Elbe Logistik', work_city: 'Hamburg' });
		expect(quietRows.get('crm-3')?.work_emails).toBe('rosa@amato.example; office@amato.example');
		const emails = sandbox.contact('crm-3')?.section_work?.emails;
		expect(emails).toEqual(['rosa@amato.example', 'office@amato.example']);
		await api.unpublish(id);
	}, 180_000);
}
