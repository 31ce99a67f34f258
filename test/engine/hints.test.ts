/** What n8n shows in the empty output, by its own evaluation of the condition. */
import type { IDataObject, INode, INodeTypeDescription } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { ACTION_TYPE, Engine } from '../support/engine';

let engine: Engine;
beforeAll(async () => {
	engine = await Engine.load();
});

/** The messages of the hints that are shown for a node. The editor hands over no input with the empty output. */
async function shown(parameters: IDataObject): Promise<string> {
	const { hints = [] } = engine.loader.getNode('contactConsent').type.description as INodeTypeDescription;
	const base = { typeVersion: 1, position: [0, 0] as [number, number] };
	const node: INode = { ...base, id: 'n', name: 'N', type: ACTION_TYPE, parameters: parameters as never };
	const start: INode = { ...base, id: 's', name: 'S', type: 'test.start', parameters: {} };
	const workflow = new Workflow({
		nodes: [start, node],
		connections: { S: { main: [[{ node: 'N', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: engine.nodeTypes,
	});
	const { expression } = workflow;
	await expression.acquireIsolate?.();
	try {
		return hints
			.filter(({ displayCondition, location, whenToDisplay }) => {
				expect([location, whenToDisplay]).toEqual(['outputPane', 'beforeExecution']);
				const parameter = displayCondition as string;
				try {
					return expression.getParameterValue(parameter, null, 0, 0, 'N', [], 'manual', {}) === true;
				} catch {
					// The editor does not show a hint whose condition it cannot evaluate.
					return false;
				}
			})
			.map(({ message }) => message)
			.join('\n');
	} finally {
		await expression.releaseIsolate?.();
	}
}

const upsert = { resource: 'contact', operation: 'upsert' };
const byHand = { columns: { mappingMode: 'defineBelow', value: {} } };

it.each<[what: string, IDataObject, about: string[]]>([
	['a new node', upsert, ['Vorname', 'Dry Run']],
	['Update, too', { ...upsert, operation: 'update' }, ['Vorname', 'Dry Run']],
	['columns that are mapped by hand', { ...upsert, ...byHand }, ['Dry Run']],
	['JSON', { ...upsert, inputMode: 'json' }, ['Dry Run']],
	['a dry run', { ...upsert, ...byHand, options: { dryRun: true } }, []],
	['Set Consent', { resource: 'contact', operation: 'setConsent' }, ['Dry Run']],
	['an operation that only reads', { resource: 'contact', operation: 'get' }, []],
	['an operation of the same name that only reads', { resource: 'event', operation: 'getMany' }, []],
])('before the first run, the empty output of %s: %j has hints about %j', async (_, parameters, about) => {
	const said = await shown(parameters);
	expect(['Vorname', 'Dry Run'].filter((word) => said.includes(word))).toEqual(about);
});
