/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** A mail tool for the recipes: one list, whose members it knows by the ID that they have elsewhere. */
import Fastify from 'fastify';

export interface Member {
	contact_id: string;
	email: string;
	name: string;
	subscribed: boolean;
}

export interface MailService {
	origin: string;
	/** All members, subscribed or not, by contact ID. */
	members: Map<string, Member>;
	/** The addresses that get the newsletter, sorted. */
	subscribers: () => string[];
	/** How many requests asked for a change, and how many of them changed something. */
	counts: { requests: number; changes: number };
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

export async function startMailService(port: number): Promise<MailService> {
	const members = new Map<string, Member>();
	const counts = { requests: 0, changes: 0 };
	const subscribers = () =>
		[...members.values()]
			.filter(({ subscribed }) => subscribed)
			.map(({ email }) => email)
			.sort();
	const app = Fastify();
	app.get('/lists/newsletter', () => ({ subscribers: subscribers(), members: [...members.values()] }));
	app.put<{ Params: { id: string }; Body: Sent }>(
		'/lists/newsletter/members/:id',
		{ schema: memberSchema },
		(request, reply) => {
			const contact_id = request.params.id;
			const { subscribed, email = '', name = '' } = request.body;
			if (subscribed && !email.includes('@'))
				return reply.code(422).send({ message: `"${email}" is not an address` });
			const before = members.get(contact_id);
			// Whoever leaves keeps the address that the list knew.
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
	return { origin, members, subscribers, counts, close: async () => await app.close() };
}
