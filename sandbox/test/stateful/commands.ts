/** The requests of clients, run on the model and on the sandbox, with a comparison after each. */
import fc from 'fast-check';

import type { Sandbox } from '../../index';
import type { createClient } from '../client';
import type { Reply } from '../differential/contract';
import { documentStatus, eventsOf, isAssigned, pass, trigger, upload } from './model';
import type { Model, ModelEvent } from './model';

type Json = Record<string, unknown>;

export interface Real {
	sandbox: Sandbox;
	client: ReturnType<typeof createClient>;
}

/** Each command takes a second, so that no two events of a kind have the same time. */
const A_SECOND = 1000;

type Work = (
	model: Model,
	send: (method: string, path: string, body?: unknown) => Promise<Reply>,
) => Promise<void>;

class Command implements fc.AsyncCommand<Model, Real> {
	constructor(
		private readonly label: string,
		private readonly work: Work,
	) {}

	check = () => true;
	toString = () => this.label;

	async run(model: Model, { sandbox, client }: Real): Promise<void> {
		pass(model, A_SECOND);
		sandbox.clock.set(model.now);
		await this.work(model, async (method, path, body) => {
			const headers: Record<string, string> = { Authorization: sandbox.apiKey };
			if (body !== undefined) headers['Content-Type'] = 'application/json';
			// Next-Link is a full address and is followed as given.
			const target = path.startsWith(sandbox.url) ? path.replace(sandbox.baseUrl, '') : `/v1${path}`;
			return await client.send({
				method,
				target,
				headers,
				body: body === undefined ? undefined : JSON.stringify(body),
			});
		});
	}
}

const id = fc.constantFrom('a', 'b', 'c');
const name = fc.constantFrom('Ada', 'Grace', 'Edsger');
const email = fc.constantFrom('a@example.com', 'b@example.com');
const numbers = fc.constantFrom('+49 151 23456789', '+49 30 901820').map((number) => [{ number }]);
const optional = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
	fc.record(model, { requiredKeys: [], noNullPrototype: true });
const data = fc.dictionary(fc.constantFrom('x', 'y'), name, { maxKeys: 2 }).map((map) => ({ ...map }));

const section = optional({
	emails: email.map((one) => [{ email: one }]),
	mobile_numbers: numbers,
	fax_numbers: numbers,
	addresses: optional({ city: name, zip_code: fc.constant('10115') }).map((one) => [one]),
});
const rest = optional({
	company: name,
	employee_id: fc.constantFrom('a', 'b', 'default'),
	data,
	section_work: section,
	section_private: section,
});
const contact = fc
	.tuple(id, name, name, rest)
	.map(([key, first_name, last_name, more]) => ({ id: key, first_name, last_name, ...more }));
const employee = fc
	.tuple(
		fc.constantFrom('a', 'b', 'default'),
		name,
		email,
		optional({ city: name, tags: fc.constant(['t']), data }),
	)
	.map(([key, first_name, address, more]) => ({ id: key, first_name, email: address, ...more }));

/** How the service formats the parts of a number is not compared. */
const seen = (expected: unknown): unknown => {
	if (Array.isArray(expected)) return expected.map(seen);
	if (typeof expected !== 'object' || expected === null) return expected;
	if (Object.keys(expected).join() === 'original') return expect.objectContaining(expected);
	return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, seen(value)]));
};

/** A list of elements; one list in ten has an element that lacks required fields. */
const uploads = (kind: 'contacts' | 'employees', element: fc.Arbitrary<Json>) =>
	fc
		.tuple(fc.array(element, { maxLength: 4 }), fc.nat(9))
		.map(([list, chance]): [Json[], boolean] =>
			chance === 0 ? [[...list, { id: 'a' }], false] : [list, true],
		)
		.map(
			([list, complete]) =>
				new Command(`upload ${kind} ${JSON.stringify(list)}`, async (model, send) => {
					const { status, headers } = await send('POST', `/${kind}`, list);
					expect(status).toBe(complete ? 202 : 422);
					if (!complete) return;
					const operation = headers['operation-id'] ?? '';
					expect(model.operations.map((one) => one.id)).not.toContain(operation);
					upload(model, kind, list, operation);
				}),
		);

const reads = (kind: 'contacts' | 'employees') =>
	fc.constantFrom('a', 'b', 'c', 'default').map(
		(key) =>
			new Command(`read ${kind} ${key}`, async (model, send) => {
				const { status, body } = await send('GET', `/${kind}/${key}`);
				const expected = model[kind].get(key);
				expect(status).toBe(expected ? 200 : 404);
				if (expected) expect(body).toEqual(seen(expected));
			}),
	);

const deletes = (kind: 'contacts' | 'employees') =>
	fc.constantFrom('a', 'b', 'c', 'default').map(
		(key) =>
			new Command(`delete ${kind} ${key}`, async (model, send) => {
				const { status } = await send('DELETE', `/${kind}/${key}`);
				const forbidden = kind === 'employees' && isAssigned(model, key);
				expect(status).toBe(forbidden ? 403 : model[kind].delete(key) ? 204 : 404);
			}),
	);

const triggers = fc
	.tuple(
		fc.constantFrom('update', 'confirm'),
		id,
		optional({ first_name: name, data, section_work: fc.constant({ emails: ['new@example.com'] }) }),
	)
	.map(([type, key, sent]) => {
		const body = { type, contact: { id: key, ...sent } };
		return new Command(`trigger ${JSON.stringify(body)}`, async (model, send) => {
			const { status } = await send('POST', '/events/trigger', body);
			expect(status).toBe(trigger(model, type, body.contact));
		});
	});

/** Compares events with those of the model, which learns their ids here. */
function expectEvents(shown: Json[], expected: ModelEvent[]): void {
	expect(shown.map(({ type, event_time }) => `${String(type)} ${Date.parse(String(event_time))}`)).toEqual(
		expected.map(({ type, at }) => `${type} ${at}`),
	);
	expected.forEach((event, index) => {
		const { event_id, contact_id, contact: whole, event_documentation_url: link } = shown[index] ?? {};
		event.id ??= String(event_id);
		expect([event_id, contact_id]).toEqual([event.id, event.contactId]);
		expect(whole).toEqual(seen(event.contact));
		const path = `/v1/documentation/${event.contactId}/${event.id}`;
		if (event.type === 'documentation') expect(new URL(String(link)).pathname).toBe(path);
		else expect(link).toBeUndefined();
	});
}

const kinds = fc.option(fc.constantFrom('update', 'confirm', 'documentation'), { nil: undefined });
const limits = fc.option(fc.constantFrom(1, 2, 3, 100), { nil: undefined });

type Query = Record<string, string | number | undefined>;
const queryOf = (parameters: Query): string => {
	const pairs = Object.entries(parameters).flatMap(([key, value]) =>
		value === undefined ? [] : [[key, String(value)]],
	);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

const latest = fc.tuple(kinds, limits).map(
	([type, limit]) =>
		new Command(`latest ${type ?? 'all'} ${limit ?? ''}`, async (model, send) => {
			const { status, body } = await send('GET', `/events/latest${queryOf({ type, limit })}`);
			expect(status).toBe(200);
			const expected = eventsOf(model, { type })
				.filter(({ received }) => !received)
				.slice(0, limit ?? 1000);
			expectEvents(body as Json[], expected);
			for (const event of expected) event.received = true;
		}),
);

type Send = Parameters<Work>[1];

/** Follows Next-Link, or asks again with Next-Cursor, and returns all items. Each page but the last must be full. */
async function allPages(send: Send, path: string, query: Query, byLink = true): Promise<Json[]> {
	const all: Json[] = [];
	const limit = Number(query.limit ?? 1000);
	for (let next: string | undefined = path + queryOf(query); next !== undefined;) {
		const { status, body, headers } = await send('GET', next);
		expect(status).toBe(200);
		const page = body as Json[];
		all.push(...page);
		const { 'next-cursor': cursor, 'next-link': link } = headers;
		expect(link === undefined).toBe(cursor === undefined);
		next = byLink || cursor === undefined ? link : path + queryOf({ ...query, cursor });
		if (next === undefined) expect(page.length).toBeLessThanOrEqual(limit);
		else expect(page).toHaveLength(limit);
	}
	return all;
}

/** A time this many seconds before now. */
const ago = fc.option(fc.integer({ min: -2, max: 30 }), { nil: undefined });
const timesOf = ({ now }: Model, [from, to]: [number | undefined, number | undefined]) => ({
	from: from === undefined ? undefined : now - from * A_SECOND,
	to: to === undefined ? undefined : now - to * A_SECOND,
});
const asText = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

const history = fc.tuple(kinds, limits, fc.tuple(ago, ago), fc.boolean()).map(
	([type, limit, between, byLink]) =>
		new Command(`history ${JSON.stringify([type, limit, between])}`, async (model, send) => {
			const { from, to } = timesOf(model, between);
			const query = { type, limit, from: asText(from), to: asText(to) };
			const shown = await allPages(send, '/events', query, byLink);
			const expected = eventsOf(model, { type, from, to });
			if (model.gaps.eventOrder === 'desc') expected.reverse();
			expectEvents(shown, expected);
			if (model.gaps.historyMarksReceived) for (const event of expected) event.received = true;
		}),
);

const operations = fc.tuple(limits, fc.tuple(ago, ago)).map(
	([limit, between]) =>
		new Command(`operations ${JSON.stringify([limit, between])}`, async (model, send) => {
			const { from = -Infinity, to = Infinity } = timesOf(model, between);
			const times = Object.entries(timesOf(model, between)).map(([key, at]) => [key, asText(at)]);
			const shown = await allPages(send, '/operations', { limit, ...Object.fromEntries(times) });
			const expected = model.operations.filter(({ at }) => at >= from && at <= to).reverse();
			expect(shown.map((one) => one.id)).toEqual(expected.map((one) => one.id));
		}),
);

const operation = fc.nat(30).map(
	(number) =>
		new Command(`operation ${number}`, async (model, send) => {
			const expected = model.operations[number % Math.max(1, model.operations.length + 1)];
			const { status, body } = await send('GET', `/operations/${expected?.id ?? 'nobody'}`);
			expect(status).toBe(expected ? 200 : 404);
			if (!expected) return;
			const {
				items,
				status: state,
				created_at,
			} = body as { items: Json[]; status: string; created_at: string };
			expect([Date.parse(created_at), items.map(({ model_id }) => model_id)]).toEqual([
				expected.at,
				expected.ids,
			]);
			const done = model.now >= expected.at + model.gaps.operationDurationMs;
			expect([state === 'finished', items.every((item) => item.status === 'success')]).toEqual([
				done,
				done || items.length === 0,
			]);
		}),
);

const expectDocument = ({ status, body }: Reply, expected: number): void => {
	expect(status).toBe(expected);
	if (status === 200) expect(String(body)).toMatch(/^%PDF-/);
};

const latestDocument = id.map(
	(key) =>
		new Command(`documentation ${key}`, async (model, send) => {
			const newest = eventsOf(model, { type: 'documentation' }).findLast(
				({ contactId }) => contactId === key,
			);
			expectDocument(await send('GET', `/documentation/${key}`), documentStatus(model, newest));
		}),
);

/** A documentation event with a known id, an event of another type, or an event of another contact. */
const document = fc.tuple(fc.nat(40), fc.boolean()).map(
	([number, ofOther]) =>
		new Command(
			`documentation of event ${number}${ofOther ? ', another contact' : ''}`,
			async (model, send) => {
				const known = model.events.filter((event) => event.id !== undefined);
				const event = known[number % Math.max(1, known.length)];
				if (!event) return;
				const owner = ofOther ? 'other' : event.contactId;
				const reply = await send('GET', `/documentation/${owner}/${event.id}`);
				expectDocument(reply, ofOther ? 404 : documentStatus(model, event));
			},
		),
);

export const COMMANDS = [
	uploads('contacts', contact),
	uploads('contacts', contact),
	uploads('employees', employee),
	reads('contacts'),
	reads('contacts'),
	reads('employees'),
	deletes('contacts'),
	deletes('employees'),
	triggers,
	triggers,
	triggers,
	latest,
	latest,
	history,
	operations,
	operation,
	latestDocument,
	document,
];
