import type { Api, Execution, Workflow } from '../../n8n/api';
import { eventually } from '../playground';
import { dataTables, type Row } from './data-tables';
import { publish, type Stage, succeeded } from './stage';

const NAME = 'crm-sync-both-ways';
const TABLE = 'CRM contacts';
const TRIGGER = 'Contact Changed';
const UPLOAD = 'Upload to the Service';
const WRITE = 'Write to the CRM';

/** Every five seconds instead of every five minutes. */
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

/** What docs/recipes.md asks of a person whose n8n can neither make a table nor find one by its name. */
async function makeTableByHand(api: Api, workflow: Workflow): Promise<void> {
	const nodes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.dataTable');
	const maker = nodes.find(({ name }) => name === 'Create the Table')?.parameters;
	const { column } = maker?.columns as { column: Array<{ name: string }> };
	const { id } = await (
		await dataTables(api)
	).create(
		TABLE,
		column.map(({ name }) => name),
	);
	for (const { parameters } of nodes)
		if ('dataTableId' in parameters) parameters.dataTableId = { __rl: true, mode: 'id', value: id };
	workflow.connections['Set Up Once'] = workflow.connections['Create the Table'];
}

/** What each lane has done so far. */
async function history(api: Api, id: string): Promise<Record<'out' | 'in', Execution[]>> {
	const executions = await Promise.all(
		(await api.executions(id))
			.filter(({ mode, status }) => mode === 'trigger' && status !== 'running' && status !== 'new')
			.map(async (summary) => await api.execution(summary.id)),
	);
	const started = (trigger: string) =>
		executions.filter(({ data }) => data.resultData.runData[trigger] !== undefined);
	return { out: started('Every 5 Minutes'), in: started(TRIGGER) };
}

const ran = (executions: Execution[], node: string) =>
	executions.filter(({ data }) => data.resultData.runData[node] !== undefined);

/** Whether nothing runs, and the last look at the CRM found nothing to upload. */
async function hasSettled(api: Api, id: string): Promise<true | undefined> {
	if ((await api.executions(id)).some(({ status }) => status === 'running' || status === 'new'))
		return undefined;
	const [last] = (await history(api, id)).out.sort((a, b) => Number(b.id) - Number(a.id));
	return last?.data.resultData.runData[UPLOAD] === undefined || undefined;
}

/** Both lanes of the CRM sync, until both sides are the same, and then for as long again. */
export function crmTests(stage: Stage): void {
	test('CRM sync: both sides end up the same, and then neither is written to again', async () => {
		const { api, sandbox } = stage.playground();
		const id = stage.idOf(NAME);
		const workflow = await api.workflow(id);
		hurry(workflow);
		if ((await api.version()).startsWith('1.')) await makeTableByHand(api, workflow);
		// The workflow keeps no executions that went well; this test looks at them.
		Object.assign(workflow.settings as object, { saveDataSuccessExecution: 'all' });
		await api.updateWorkflow(id, workflow);
		succeeded(await stage.run(NAME, 'Set Up Once'));

		const tables = await dataTables(api);
		const table = await tables.find(TABLE);
		if (!table) throw new Error('The table is missing');
		const rows = async () =>
			new Map((await tables.rows(table)).map((row) => [String(row.contact_id), row] as const));
		const change = async (contactId: string, data: Partial<Row>) =>
			await tables.update(table, 'contact_id', contactId, data);
		const isTrue = async (what: string, test: (all: Map<string, Row>) => boolean) =>
			await eventually(async () => test(await rows()) || undefined, what);
		const ids = ['crm-1', 'crm-2', 'crm-3'];
		const uploads = () =>
			sandbox.log.all({ method: 'POST', path: '/contacts' }).flatMap((entry) => entry.ids ?? []);
		// The first upload erases nothing: a blank cell is filled from the service.
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

		// Someone new, a change in the CRM, one on both sides whose event is late, and a form that the service writes differently.
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
		// Nothing but the changed fields has changed.
		expect(sandbox.contact('crm-1')?.section_work).toMatchObject({ emails: ['mia@fjord.example'] });
		expect(sandbox.contact('crm-1')?.section_work?.mobile_numbers ?? []).toEqual([]);

		sandbox.seed({
			contacts: [{ id: 'crm-new', first_name: 'Nora', last_name: 'Alt' }],
			events: [{ contact_id: 'crm-new', type: 'update' }],
		});
		await isTrue('a change of someone known', (all) => all.get('crm-new')?.last_name === 'Alt');

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
		// What the contact entered has won, as a whole, and the CRM's own way of writing was left alone.
		expect(quietUploads.slice(ids.length).sort()).toEqual(['crm-1', 'crm-3']);
		expect(quietRows.get('crm-2')).toMatchObject({ company: 'Elbe Logistik', work_city: 'Hamburg' });
		expect(quietRows.get('crm-3')?.work_emails).toBe('rosa@amato.example; office@amato.example');
		const emails = sandbox.contact('crm-3')?.section_work?.emails;
		expect(emails).toEqual(['rosa@amato.example', 'office@amato.example']);
		await api.unpublish(id);
	}, 180_000);
}
