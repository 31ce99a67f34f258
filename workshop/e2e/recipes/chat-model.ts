/* eslint-disable */
/** A chat model behind OpenAI's HTTP interface that answers as a test tells it to. */
import Fastify from 'fastify';

interface ToolCall {
	name: string;
	arguments: Record<string, unknown>;
}

interface Message {
	role: string;
	content?: unknown;
	tool_calls?: unknown[];
}

interface ChatRequest {
	model: string;
	stream?: boolean;
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: { properties: object } } }>;
}

/** One turn of the model: tool calls or an answer. */
type Turn = { call: ToolCall[] } | { say: (request: ChatRequest) => string };

const messageOf = (turn: Turn, request: ChatRequest, number: number) =>
	'call' in turn
		? {
				role: 'assistant',
				content: null,
				tool_calls: turn.call.map(({ name, arguments: given }, index) => ({
					id: `call_${number}_${index}`,
					type: 'function',
					function: { name, arguments: JSON.stringify(given) },
				})),
			}
		: { role: 'assistant', content: turn.say(request) };

/** Listens on a free port. It gives the turns in order, and 500 after the last one. */
export async function startChatModel(turns: Turn[]) {
	const requests: ChatRequest[] = [];
	const app = Fastify();
	app.post<{ Body: ChatRequest }>('/v1/chat/completions', (request, reply) => {
		const turn = turns[requests.length];
		requests.push(request.body);
		if (!turn) return reply.code(500).send({ error: { message: 'There is no turn left' } });
		return {
			id: `chat-${requests.length}`,
			object: 'chat.completion',
			created: Math.floor(Date.now() / 1000),
			model: request.body.model,
			choices: [
				{
					index: 0,
					message: messageOf(turn, request.body, requests.length),
					finish_reason: 'call' in turn ? 'tool_calls' : 'stop',
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const origin = await app.listen({ host: '127.0.0.1', port: 0 });
	return { baseUrl: `${origin}/v1`, requests, close: async () => await app.close() };
}
