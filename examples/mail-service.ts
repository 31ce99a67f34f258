/**
 * Stands for your own tools in the recipes: a mail tool with one list, whose members have the IDs of contacts, and
 * a chat that accepts alerts as Slack does.
 */
import Fastify from 'fastify';

import { refusalOf } from '../sandbox/http/guard';

export interface Member {
	contact_id: string;
	email: string;
	name: string;
	subscribed: boolean;
}

export interface MailService {
	origin: string;
	/** All members by contact ID, subscribed or not. */
	members: Map<string, Member>;
	/** The addresses that get the newsletter, sorted. */
	subscribers: () => string[];
	/** How many requests asked for a change, and how many of them changed something. */
	counts: { requests: number; changes: number };
	/** The texts of all alerts, the oldest first. */
	alerts: string[];
	close: () => Promise<void>;
}

interface Sent {
	email?: string;
	name?: string;
	subscribed: boolean;
}

const memberSchema = {
	body: {
		type: 'object',
		required: ['subscribed'],
		properties: { email: { type: 'string' }, name: { type: 'string' }, subscribed: { type: 'boolean' } },
	},
};

const alertSchema = {
	body: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
};

export async function startMailService(port: number): Promise<MailService> {
	const members = new Map<string, Member>();
	const counts = { requests: 0, changes: 0 };
	const alerts: string[] = [];
	const subscribers = () =>
		[...members.values()]
			.filter(({ subscribed }) => subscribed)
			.map(({ email }) => email)
			.sort();
	const app = Fastify();
	app.addHook('onRequest', async (request, reply) => {
		const refusal = refusalOf(request.headers);
		if (refusal !== undefined) return await reply.code(403).send({ message: refusal });
	});
	app.get('/alerts', () => ({ alerts }));
	app.post<{ Body: { text: string } }>('/alerts', { schema: alertSchema }, (request, reply) => {
		alerts.push(request.body.text);
		return reply.code(204).send();
	});
	app.get('/lists/newsletter', () => ({ subscribers: subscribers(), members: [...members.values()] }));
	app.get<{ Params: { id: string } }>('/lists/newsletter/members/:id', (request, reply) => {
		const { id } = request.params;
		return members.get(id) ?? reply.code(404).send({ message: `The list has no member "${id}"` });
	});
	app.put<{ Params: { id: string }; Body: Sent }>(
		'/lists/newsletter/members/:id',
		{ schema: memberSchema },
		(request, reply) => {
			const contact_id = request.params.id;
			const { subscribed, email = '', name = '' } = request.body;
			if (subscribed && !email.includes('@'))
				return reply.code(422).send({ message: `"${email}" is not an address` });
			const before = members.get(contact_id);
			// A member who leaves keeps the address of the list.
			const member = subscribed
				? { contact_id, email, name, subscribed }
				: { ...(before ?? { contact_id, email, name }), subscribed };
			counts.requests += 1;
			if (JSON.stringify(before) !== JSON.stringify(member)) counts.changes += 1;
			members.set(contact_id, member);
			return member;
		},
	);
	const origin = await app.listen({ host: '127.0.0.1', port });
	return { origin, members, subscribers, counts, alerts, close: async () => await app.close() };
}
