import { publish, type Stage } from './stage';

const NAME = 'mcp-server-with-consent-tools';

interface Answer {
	status: number;
	session: string | null;
	result?: {
		serverInfo?: object;
		instructions?: string;
		tools?: Array<{ name: string; description: string; inputSchema: { properties: object } }>;
		content?: Array<{ type: string; text: string }>;
		isError?: boolean;
	};
}

/** What an MCP client says over Streamable HTTP: JSON-RPC in POST requests, answers as events. */
function mcpClient(url: string, key: string) {
	let session: string | null = null;
	let count = 0;
	return async (method: string, params: object = {}, isNotice = false): Promise<Answer> => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				authorization: key,
				...(session !== null && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(!isNotice && { id: ++count }) }),
		});
		session ??= response.headers.get('mcp-session-id');
		const text = await response.text();
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? (text.startsWith('{') ? text : '{}');
		return { ...(JSON.parse(data) as object), status: response.status, session };
	};
}

/** An MCP client that looks up contacts and consents over the wire. */
export function mcpTests(stage: Stage): void {
	test('MCP server: a client with the key finds the tools and what a contact consents to', async () => {
		const { api, sandbox, secrets, url } = stage.playground();
		const id = stage.idOf(NAME);
		sandbox.seed({
			contacts: [
				{
					id: 'mcp-1',
					first_name: 'Mia',
					last_name: 'Protocol',
					documentation: {
						consents: [
							{ id: 'a', type: 'newsletter', granted: false, granted_at: '2026-02-03T04:05:06Z' },
							{ id: 'b', type: 'post', granted: true, granted_ip: '192.0.2.1' },
						],
					},
				},
			],
			events: [{ contact_id: 'mcp-1', type: 'update', event_time: '2025-06-07T08:09:10Z', received: true }],
		});
		await publish(stage, NAME);
		const address = `${url}/mcp/contact-consent`;
		const hello = {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		};

		const stranger = await mcpClient(address, 'Bearer guessed')('initialize', hello);
		expect(stranger.status).toBe(403);
		expect(stranger.result).toBeUndefined();

		const ask = mcpClient(address, secrets.callersKey);
		const { result: server, session } = await ask('initialize', hello);
		expect(session).toBeTruthy();
		expect(server?.serverInfo).toBeDefined();
		await ask('notifications/initialized', {}, true);
		const { result: list } = await ask('tools/list');
		const names = list?.tools?.map(({ name }) => name).sort();
		expect(names).toEqual(['Get_Consents', 'Get_Contact', 'Get_Event_History']);
		const tool = list?.tools?.find(({ name }) => name === 'Get_Consents');
		expect(tool?.description).toContain('granted');
		expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['contact_id']);

		const call = async (name: string, given: object) => {
			const { result } = await ask('tools/call', { name, arguments: given });
			expect(result?.isError ?? false).toBe(false);
			return (result?.content ?? []).map(({ text }) => text).join('\n');
		};
		const consents = await call('Get_Consents', { contact_id: 'mcp-1' });
		expect(consents).toContain('2026-02-03T04:05:06Z');
		expect(consents).toMatch(/newsletter.*granted\W+false.*post.*granted\W+true/s);
		expect(await call('Get_Contact', { contact_id: 'mcp-1' })).toMatch(/Protocol.*newsletter\W+false/s);
		expect(await call('Get_Contact', { contact_id: 'nobody' })).toMatch(/found\W+false/);
		const period = { from: '2025-06-07T00:00:00Z', to: '2025-06-08T00:00:00Z' };
		expect(await call('Get_Event_History', period)).toContain('mcp-1');
		const uploads = sandbox.log.all({ method: 'POST', path: '/contacts' });
		expect(uploads.flatMap(({ ids }) => ids)).not.toContain('mcp-1');
		await api.unpublish(id);
	});
}
