/**
 * Runs the action node as the tool of an AI agent, in n8n's own executor: the description that the model gets, and
 * the answer to a call.
 */
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeType,
	INodeTypes,
	INodeTypeDescription,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { TOOL_TYPE, type Engine } from './engine';

/** A tool as a model sees it. */
export interface Tool {
	name: string;
	description: string;
	schema: { shape: Record<string, { description?: string }> };
	invoke(given: IDataObject): Promise<string>;
}

/** The tool that n8n makes of a usable node, as the engine names it. */
function toolOf(node: INodeType): INodeType {
	const { description } = node;
	const tool: INodeTypeDescription = {
		...description,
		displayName: `${description.displayName} Tool`,
		inputs: [],
		outputs: ['ai_tool'],
		properties: [
			...description.properties,
			{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
		],
	};
	return Object.create(node, { description: { value: tool } }) as INodeType;
}

/** An agent whose model is a function. */
const agentWith = (think: (tools: Tool[]) => Promise<unknown>): INodeType => ({
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main', 'ai_tool'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		const tools = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
		return [[{ json: { said: (await think(tools)) as IDataObject } }]];
	},
});

/** Lets a model use tools. Each tool is given by the parameters of an action node with `$fromAI` in them. */
export async function useTools<Said>(
	engine: Engine,
	credentials: ICredentialDataDecryptedObject,
	tools: Record<string, IDataObject>,
	think: (tools: Record<string, Tool>) => Promise<Said>,
): Promise<Said> {
	const node = (name: string, type: string, parameters: IDataObject = {}): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		...(type.startsWith('test.') ? {} : { credentials: { contactConsentApi: { id: '1', name: 'test' } } }),
	});
	const agent = node('Agent', 'test.agent');
	const names = Object.keys(tools);
	const nodes = [agent, ...names.map((name) => node(name, TOOL_TYPE, tools[name]))];
	const connections = Object.fromEntries(
		names.map((name) => [name, { ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] }]),
	);
	const tool = toolOf(engine.nodeTypes.getByNameAndVersion(TOOL_TYPE));
	const agentType = agentWith((all) => think(Object.fromEntries(all.map((each) => [each.name, each]))));
	const getByNameAndVersion = (type: string) => (type === 'test.agent' ? agentType : tool);
	const nodeTypes: INodeTypes = {
		getByName: getByNameAndVersion,
		getByNameAndVersion,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ id: 'w', name: 'w', nodes, connections, active: false, nodeTypes });
	const { data: ran } = await engine.execute(workflow, agent, [{}], credentials);
	if (ran.resultData.error) throw ran.resultData.error;
	const [taskData] = ran.resultData.runData.Agent ?? [];
	return taskData?.data?.main?.[0]?.[0]?.json.said as Said;
}
