/* eslint-disable */
/** IDs that climb out of their path. Wherever an ID comes from, no request reaches another path than its own. */
import { get } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { callsOf, operations, type Call } from './faults/operations';
import { actionBench, KEY } from '../support/action';
import { everyNth } from '../support/cases';
import { READERS, startGateway, type Gateway } from '../support/gateway';
import { HOSTILE_IDS, ODD_IDS } from '../support/hostile-ids';
import { ActiveTrigger } from '../support/poll';

const bench = actionBench();
const IDS = [...HOSTILE_IDS, ...ODD_IDS];
const MARKER = 'marker-1';

let gateways: Map<string, Gateway>;
const credentials = ({ baseUrl }: Gateway) => ({ baseUrl, apiKey: KEY });

beforeAll(async () => {
	const started = Object.entries(READERS).map(
		async ([name, read]) =>
			[name, await startGateway(() => new URL(bench.sandbox.baseUrl).origin, read)] as const,
	);
	gateways = new Map(await Promise.all(started));
});
afterAll(() => gateways.forEach((gateway) => gateway.close()));
beforeEach(() => {
	for (const gateway of gateways.values()) {
		gateway.reached.length = 0;
		gateway.change = (answer) => answer;
	}
});

const gatewayNamed = (name: string) => gateways.get(name) as Gateway;

/** The meaning of a request in any spelling: decoded to the end, with single forward slashes. */
function plain(request: string): string {
	for (let text = request; ;) {
		const next = text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
			String.fromCharCode(parseInt(code, 16)),
		);
		if (next === text) return text.replace(/[\\/]+/g, '/');
		text = next;
	}
}

const EXPRESSION = '={{ $json.id }}';
const WITH_ID: Record<string, unknown> = {
	contactId: { mode: 'id', value: EXPRESSION },
	employeeId: { mode: 'id', value: EXPRESSION },
	operationId: { mode: 'id', value: EXPRESSION },
	eventId: EXPRESSION,
	json: '={{ JSON.stringify({ id: $json.id, first_name: "A", last_name: "B", email: "a@example.com" }) }}',
};

interface Trial extends Call {
	taken: string;
}

/** Every parameter of every operation that takes an ID. */
const trials: Trial[] = operations.flatMap(callsOf).flatMap((call) => {
	const fields = call.operation.fields.map(({ name }) => name).filter((name) => name in WITH_ID);
	return fields.map((taken) => ({ ...call, name: `${call.name}, ${taken}`, taken }));
});

const parametersOf = ({
	parameters,
	taken,
	operation,
}: Trial): IDataObject & { resource: string; operation: string } => ({
	...parameters(bench.sandbox),
	resource: operation.resource,
	operation: operation.operation,
	fieldsNotSent: 'keep',
	// Waiting is off, because it reads an Operation by an ID of the service's own.
	options: { timeout: 0, maxWait: 0, waitUntilFinished: false },
	[taken]: WITH_ID[taken] as string,
});

/** Requests that reached a path that belongs to none of these IDs. */
function strayed({ reached }: Gateway, patterns: readonly string[], ids: readonly string[]): string[] {
	const own = new Set(
		patterns.flatMap((pattern) => ids.map((id) => plain(pattern.replaceAll(MARKER, encodeURIComponent(id))))),
	);
	return reached.filter((request) => !own.has(plain(request)));
}

it('the list of hostile IDs is complete, and this check notices an ID that climbs', async () => {
	expect(HOSTILE_IDS.length).toBeGreaterThanOrEqual(200);
	expect(trials.length).toBeGreaterThanOrEqual(15);
	const nginx = gatewayNamed('nginx');
	const path = `/v1/contacts/${encodeURIComponent('../employees/e1')}`;
	await new Promise((done) => get(nginx.baseUrl + path, (answer) => answer.resume().on('end', done)));
	expect(nginx.reached).toEqual(['GET /v1/employees/e1']);
	expect(strayed(nginx, ['GET /v1/contacts/marker-1'], IDS)).toEqual(['GET /v1/employees/e1']);
});

describe.each(Object.keys(READERS))('behind the gateway "%s"', (reader) => {
	const tried = everyNth(trials, 3, Object.keys(READERS).indexOf(reader));

	it.each(tried.map((trial) => [trial.name, trial] as const))(
		'%s requests its own path for every ID',
		async (_, trial) => {
			const parameters = parametersOf(trial);
			const calm = gatewayNamed('none at all');
			await bench.run(parameters, {
				items: [{ id: MARKER }],
				onError: 'continueRegularOutput',
				credentials: credentials(calm),
			});
			const patterns = calm.reached.splice(0);
			expect(patterns).not.toEqual([]);
			const gateway = gatewayNamed(reader);
			const { json } = await bench.run(parameters, {
				items: IDS.map((id) => ({ id })),
				onError: 'continueRegularOutput',
				credentials: credentials(gateway),
			});
			expect(json).toHaveLength(IDS.length);
			expect(strayed(gateway, patterns, IDS)).toEqual([]);
			const [own] = patterns.filter((pattern) => pattern.includes(MARKER));
			if (own === undefined) return;
			const asked = new Set(gateway.reached.map(plain));
			const missing = ODD_IDS.filter((id) => !asked.has(plain(own.replace(MARKER, encodeURIComponent(id)))));
			expect(missing).toEqual([]);
		},
		60_000,
	);

	const events = IDS.flatMap((id, index) => [
		{ type: 'documentation' as const, contact_id: id, event_id: `event-${index}` },
		{ type: 'documentation' as const, contact_id: `contact-${index}`, event_id: id },
	]);
	const documents = events.map(
		({ contact_id, event_id }) =>
			`GET /v1/documentation/${encodeURIComponent(contact_id)}/${encodeURIComponent(event_id)}`,
	);
	const lists = ['GET /v1/events', 'GET /v1/events/latest'];

	it('IDs of events whose documents are downloaded request their own paths', async () => {
		bench.sandbox.seed({ events });
		const gateway = gatewayNamed(reader);
		const { json, error } = await bench.run(
			{
				resource: 'event',
				operation: 'getMany',
				returnAll: true,
				simplify: false,
				options: { downloadDocumentation: true },
			},
			{ credentials: credentials(gateway) },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(events.length);
		expect(strayed(gateway, [...documents, ...lists], IDS)).toEqual([]);
		const refused = json.filter(
			({ contact_id, event_id }) => contact_id === '../employees/e1' || event_id === '..',
		);
		const statuses = refused.map(({ documentation_status }) => documentation_status);
		expect(statuses).toEqual(['not_found', 'not_found']);
	}, 60_000);

	it('IDs of events in the trigger request their own paths, and every event is delivered', async () => {
		const gateway = gatewayNamed(reader);
		const trigger = new ActiveTrigger({ engine: bench.engine, credentials: credentials(gateway) });
		await trigger.publish();
		bench.sandbox.seed({
			events: events.map((event) => ({ ...event, event_time: new Date().toISOString() })),
		});
		for (let poll = 0; poll < 5 && trigger.ids.length < events.length; poll++) await trigger.tick();
		expect(new Set(trigger.ids)).toEqual(new Set(events.map(({ event_id }) => event_id)));
		expect(strayed(gateway, [...documents, ...lists], IDS)).toEqual([]);
	}, 60_000);

	it('the Operation-Id of an upload that is waited for requests its own path', async () => {
		const gateway = gatewayNamed(reader);
		const inHeaders = IDS.filter((id) => /^[\x21-\x7e]+$/.test(id));
		let uploads = 0;
		gateway.change = (answer, { method }) => {
			if (method !== 'POST') return answer;
			const id = inHeaders[uploads++ % inHeaders.length];
			return { ...answer, headers: { ...answer.headers, 'operation-id': id } };
		};
		const { json } = await bench.run(
			{
				resource: 'contact',
				operation: 'upsert',
				inputMode: 'json',
				json: WITH_ID.json as string,
				fieldsNotSent: 'clear',
				options: { batchSize: 1, waitUntilFinished: true, timeout: 0 },
			},
			{ items: inHeaders.map((_, index) => ({ id: `c${index}` })), credentials: credentials(gateway) },
		);
		expect(json).toHaveLength(inHeaders.length);
		expect(uploads).toBe(inHeaders.length);
		expect(strayed(gateway, ['POST /v1/contacts', 'GET /v1/operations/marker-1'], IDS)).toEqual([]);
	}, 60_000);
});
