import { finished } from '../../playground/executions';
import { startChatModel } from './chat-model';
import { dataTables } from './data-tables';
import { jsonOf, publish, type Stage, succeeded, testInN8n2 } from './stage';
import { testInNewestN8n } from '../versions';

const TEXT = { type: 'string', operation: 'equals' };

/** Asks a recipe as the node *Execute Sub-workflow* of another workflow does. */
const subWorkflow = (id: string, inputs: Record<string, string>) => ({
	id: 'ask',
	name: 'Ask',
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	position: [400, 0],
	parameters: {
		source: 'database',
		workflowId: { __rl: true, mode: 'id', value: id },
		workflowInputs: {
			mappingMode: 'defineBelow',
			value: inputs,
			matchingColumns: [],
			schema: Object.keys(inputs).map((name) => ({ id: name, displayName: name, type: 'string' })),
		},
		mode: 'once',
		options: { waitForSubWorkflow: true },
	},
});

const START = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const after = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

/** The recipes that other workflows call: who withdrew, and find a person. */
export function calledTests(stage: Stage): void {
	testInN8n2('who withdrew: behind it, an IF tells each withdrawal once', async () => {
		const { api, sandbox } = stage.playground();
		const person = (id: string, granted?: boolean) => ({
			id,
			first_name: 'Ada',
			last_name: id,
			section_private: { emails: [`${id}@example.com`] },
			...(granted !== undefined && { documentation: { consents: [{ type: 'newsletter', granted }] } }),
		});
		sandbox.seed({ contacts: [person('w-1', true), person('w-2', true), person('w-3')] });
		await publish(stage, 'who-withdrew');
		const people = {
			id: 'people',
			name: 'People',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			position: [200, 0],
			parameters: {
				jsCode: "return ['w-1', 'w-2', 'w-2', 'w-3', 'w-9'].map((contact_id) => ({ json: { contact_id } }));",
			},
		};
		const isWithdrawn = {
			id: 'if',
			name: 'Withdrew?',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
			position: [600, 0],
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [{ id: 'c', leftValue: '={{ $json.to }}', rightValue: 'withdrawn', operator: TEXT }],
					combinator: 'and',
				},
				options: {},
			},
		};
		const asked = subWorkflow(stage.idOf('who-withdrew'), { contact_id: '={{ $json.contact_id }}' });
		const { id } = await api.createWorkflow({
			name: 'Who withdrew, asked',
			nodes: [START, people, asked, isWithdrawn],
			connections: { Start: after('People'), People: after('Ask'), Ask: after('Withdrew?') },
			settings: { executionOrder: 'v1', saveManualExecutions: true },
			active: false,
		});
		const ask = async () => {
			const execution = succeeded(await finished(api, await api.run(id, 'Start')));
			return {
				all: jsonOf(execution, 'Ask').map(({ contact_id, type, from, to }) => [contact_id, type, from, to]),
				withdrew: jsonOf(execution, 'Withdrew?'),
			};
		};
		expect(await ask()).toEqual({
			all: [
				['w-1', 'newsletter', 'not known', 'granted'],
				['w-2', 'newsletter', 'not known', 'granted'],
			],
			withdrew: [],
		});
		expect((await ask()).all).toEqual([]);
		sandbox.seed({ contacts: [person('w-2', false), person('w-3', true)] });
		expect(await ask()).toEqual({
			all: [
				['w-2', 'newsletter', 'granted', 'withdrawn'],
				['w-3', 'newsletter', 'never asked', 'granted'],
			],
			withdrew: [
				{
					contact_id: 'w-2',
					name: 'Ada w-2',
					email: 'w-2@example.com',
					type: 'newsletter',
					from: 'granted',
					to: 'withdrawn',
				},
			],
		});
		expect((await ask()).all).toEqual([]);
		await api.deleteWorkflow(id);
	});

	testInNewestN8n('find a person: a workflow and an agent get the ID of an e-mail address', async () => {
		const { api } = stage.playground();
		const tables = await dataTables(api);
		const columns = ['contact_id', 'name', 'email', 'fields', 'seen_at'];
		const table =
			(await tables.find('Contacts as last seen')) ?? (await tables.create('Contacts as last seen', columns));
		const fields = { 'private emails': 'ida@example.org', 'consent newsletter': 'granted 2026-01-01' };
		const row = { contact_id: 'f-1', name: 'Ida Berg', email: 'ida@example.org', seen_at: '2026-03-01' };
		await tables.insert(table, { ...row, fields: JSON.stringify(fields) });
		await publish(stage, 'find-a-person');
		const recipe = stage.idOf('find-a-person');
		const { id } = await api.createWorkflow({
			name: 'Find a person, asked',
			nodes: [START, subWorkflow(recipe, { search: 'IDA@example.org' })],
			connections: { Start: after('Ask') },
			settings: { executionOrder: 'v1', saveManualExecutions: true },
			active: false,
		});
		const execution = succeeded(await finished(api, await api.run(id, 'Start')));
		expect(jsonOf(execution, 'Ask')).toEqual([
			expect.objectContaining({ contact_id: 'f-1', consents: { newsletter: true } }) as unknown,
		]);
		await api.deleteWorkflow(id);

		const model = await startChatModel([
			{ call: [{ name: 'Find_a_Person', arguments: { search: 'ida@example.org' } }] },
			{ say: ({ messages }) => JSON.stringify(messages.filter(({ role }) => role === 'tool')) },
		]);
		try {
			const name = 'Local model of the search';
			const data = { apiKey: 'none', url: model.baseUrl };
			const credential = await api.createCredential({ name, type: 'openAiApi', data });
			const workflow = await api.workflow(stage.idOf('ai-agent-with-consent-tools'));
			const chatModel = workflow.nodes.find(({ name: node }) => node === 'Chat Model');
			Object.assign(chatModel ?? {}, { credentials: { openAiApi: { id: credential.id, name } } });
			const search = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('search', '', 'string') }}";
			const tool = {
				...subWorkflow(recipe, { search }),
				name: 'Find a Person',
				type: '@n8n/n8n-nodes-langchain.toolWorkflow',
				typeVersion: 2.2,
			};
			Object.assign(tool.parameters, { description: 'Finds the ID of a contact by an e-mail address' });
			const connection = [[{ node: 'Contact Assistant', type: 'ai_tool', index: 0 }]];
			const agent = await api.createWorkflow({
				name: 'Agent that finds people',
				nodes: [...workflow.nodes, tool],
				connections: { ...(workflow.connections as object), 'Find a Person': { ai_tool: connection } },
				settings: { executionOrder: 'v1', saveManualExecutions: true },
				active: false,
			});
			const json = { sessionId: 's-2', action: 'sendMessage', chatInput: 'Who is ida@example.org?' };
			const times = { startTime: Date.now(), executionIndex: 0, executionTime: 1, source: [] };
			const run = { ...times, executionStatus: 'success', data: { main: [[{ json }]] } };
			const chat = await api.run(agent.id, 'Chat', { triggerToStartFrom: { name: 'Chat', data: run } });
			const [answer] = jsonOf(succeeded(await finished(api, chat)), 'Contact Assistant');
			expect(String(answer?.output)).toContain('f-1');
			await api.deleteWorkflow(agent.id);
		} finally {
			await model.close();
		}
	});
}
