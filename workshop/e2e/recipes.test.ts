/* eslint-disable */
import { readWorkflow } from '../playground/provision';
import { usePlayground } from './playground';
import { aboutTests } from './recipes/about';
import { agentTests } from './recipes/agent';
import { campaignTests } from './recipes/campaign';
import { crmTests } from './recipes/crm';
import { deleteTests } from './recipes/delete';
import { documentsTests } from './recipes/documents';
import { employeesTests } from './recipes/employees';
import { logTests } from './recipes/log';
import { namesTests } from './recipes/names';
import { newsletterTests } from './recipes/newsletter';
import { periodTests } from './recipes/period';
import { stageOn } from './recipes/stage';
import { triggerAlertTests } from './recipes/triggerAlert';
import { calledTests } from './recipes/whoWithdrew';
import { testInNewestN8n } from './versions';

// The workflows that a person imports, each run in the real n8n with the sandbox.
const playground = usePlayground();
const stage = stageOn(playground);

/** As examples/README.md says, these need the newest n8n. */
const PAGES = ['Upload page', 'Take it back', 'What changed', 'How many may we write to', 'Find a person'];

test('this n8n has every node of every workflow, in its version', async () => {
	const versions = new Map<string, number[]>();
	for (const { name, version } of await playground().api.nodeTypes())
		versions.set(name, [...(versions.get(name) ?? []), ...[version].flat()]);
	const files = await Promise.all(Object.keys(playground().workflows).map(readWorkflow));
	const wanted = files.filter(({ name }) => !process.env.PLAYGROUND_N8N || !PAGES.includes(name));
	const missing = wanted.flatMap(({ name, nodes }) =>
		nodes
			.filter(({ type, typeVersion }) => !versions.get(type)?.includes(Number(typeVersion)))
			.map((node) => `${name}: ${node.name} (${node.type} ${String(node.typeVersion)})`),
	);
	expect(missing).toEqual([]);
});

/** The result of n8n 2's Settings → Migration Report. Older versions do not know n8n 3. */
testInNewestN8n("n8n's own report on version 3 finds nothing in the workflows", async () => {
	const { api } = playground();
	const { id } = await api.createWorkflow({
		name: 'What the report finds',
		nodes: [
			{
				id: 'empty-branches',
				name: 'If',
				type: 'n8n-nodes-base.if',
				typeVersion: 2.2,
				position: [0, 0],
				parameters: {},
				alwaysOutputData: true,
			},
		],
		connections: {},
	});
	const { report } = await api.request<{
		report: { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }> };
	}>('POST', '/breaking-changes/report/refresh?version=v3');
	await api.deleteWorkflow(id);
	expect(report.workflowResults).toEqual([
		expect.objectContaining({ ruleId: 'always-output-data-multi-output-v3', nbAffectedWorkflows: 1 }),
	]);
});

documentsTests(stage);
triggerAlertTests(stage);
employeesTests(stage);
periodTests(stage);
agentTests(stage);
campaignTests(stage);
namesTests(stage);
newsletterTests(stage);
crmTests(stage);
logTests(stage);
aboutTests(stage);
deleteTests(stage);
calledTests(stage);
