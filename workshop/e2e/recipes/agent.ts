import { startChatModel } from './chat-model';
import { jsonOf, type Stage, succeeded } from './stage';

/** The agent with the nodes as tools, and a model that makes the calls of the test. */
export function agentTests(stage: Stage): void {
	test('AI agent: the model reads with the nodes as tools, and changes data only after a person allows it', async () => {
		const { api, sandbox } = stage.playground();
		const contact = { id: 'ai-1', first_name: 'Ida', last_name: 'Berg', company: 'Old Ltd', position: 'CEO' };
		sandbox.seed({ contacts: [contact] });
		const model = await startChatModel([
			{ say: () => 'I may only read.' },
			{
				call: [
					{ name: 'Get_Contact', arguments: { contact_id: 'ai-1' } },
					{
						name: 'Get_Event_History',
						arguments: { from: '2025-03-01T00:00:00Z', to: '2025-04-01T00:00:00Z' },
					},
				],
			},
			{
				call: [
					{
						name: 'Create_or_Update_Contact',
						arguments: { contact_id: 'ai-1', first_name: 'Ida', last_name: 'Berg', company: 'New Ltd' },
					},
				],
			},
			{
				say: ({ messages }) => `After ${messages.filter(({ role }) => role === 'tool').length} tools: done.`,
			},
		]);
		try {
			const credential = {
				name: 'Local model',
				type: 'openAiApi',
				data: { apiKey: 'none', url: model.baseUrl },
			};
			const { id } = await api.createCredential(credential);
			const workflow = await api.workflow(stage.idOf('ai-agent-with-consent-tools'));
			const chatModel = workflow.nodes.find(({ name }) => name === 'Chat Model');
			Object.assign(chatModel ?? {}, { credentials: { openAiApi: { id, name: credential.name } } });
			await api.updateWorkflow(workflow.id, workflow);
			const json = {
				sessionId: 's-1',
				action: 'sendMessage',
				chatInput: 'Ida Berg (ai-1) is at New Ltd now.',
			};
			const data = { startTime: Date.now(), executionIndex: 0, executionTime: 1, executionStatus: 'success' };
			const chat = async () =>
				succeeded(
					await stage.run('ai-agent-with-consent-tools', 'Chat', {
						triggerToStartFrom: { name: 'Chat', data: { ...data, source: [], data: { main: [[{ json }]] } } },
					}),
				);
			const offered = (request: number) =>
				model.requests[request]?.tools?.map((tool) => tool.function.name).sort();

			await chat();
			expect(offered(0)).toEqual(['Get_Contact', 'Get_Event_History']);
			const first = model.requests.length;

			for (const node of workflow.nodes) if (node.disabled) node.disabled = false;
			await api.updateWorkflow(workflow.id, workflow);
			sandbox.log.clear();

			const execution = await chat();
			expect(jsonOf(execution, 'Contact Assistant')).toEqual([
				expect.objectContaining({ output: 'After 3 tools: done.' }) as unknown,
			]);
			expect(offered(first)).toEqual(['Create_or_Update_Contact', 'Get_Contact', 'Get_Event_History']);
			const told = JSON.stringify(model.requests[first + 1]?.messages.filter(({ role }) => role === 'tool'));
			expect(told).toContain('Old Ltd');
			expect(told).toContain('paper');
			expect(sandbox.log.all({ method: 'POST', path: '/contacts' })).toHaveLength(1);
			expect(sandbox.contact('ai-1')).toMatchObject({ ...contact, company: 'New Ltd' });
		} finally {
			await model.close();
		}
	});
}
