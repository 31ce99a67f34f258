import { readWorkflow } from '../../playground/provision';
import { usePlayground } from './playground';
import { agentTests } from './recipes/agent';
import { alertTests } from './recipes/alert';
import { campaignTests } from './recipes/campaign';
import { crmTests } from './recipes/crm';
import { documentsTests } from './recipes/documents';
import { employeesTests } from './recipes/employees';
import { mcpTests } from './recipes/mcp';
import { namesTests } from './recipes/names';
import { newsletterTests } from './recipes/newsletter';
import { periodTests } from './recipes/period';
import { questionsTests } from './recipes/questions';
import { registerTests } from './recipes/register';
import { stageOn } from './recipes/stage';
import { triggerAlertTests } from './recipes/triggerAlert';

// The workflows that a person imports, each run in the real n8n against the sandbox.
const playground = usePlayground();
const stage = stageOn(playground);

test('every node of every workflow is there in this n8n, in its version', async () => {
	const versions = new Map<string, number[]>();
	for (const { name, version } of await playground().api.nodeTypes())
		versions.set(name, [...(versions.get(name) ?? []), ...[version].flat()]);
	const files = await Promise.all(Object.keys(playground().workflows).map(readWorkflow));
	const missing = files.flatMap(({ name, nodes }) =>
		nodes
			.filter(({ type, typeVersion }) => !versions.get(type)?.includes(Number(typeVersion)))
			.map((node) => `${name}: ${node.name} (${node.type} ${String(node.typeVersion)})`),
	);
	expect(missing).toEqual([]);
});

documentsTests(stage);
triggerAlertTests(stage);
employeesTests(stage);
alertTests(stage);
periodTests(stage);
agentTests(stage);
mcpTests(stage);
campaignTests(stage);
namesTests(stage);
newsletterTests(stage);
crmTests(stage);
questionsTests(stage);
registerTests(stage);
