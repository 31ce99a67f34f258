/* eslint-disable */
/**
 * n8n in a guarded network: its protection against requests to internal addresses, a private certificate authority,
 * a proxy.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Workflow } from '../playground/api';
import { finished, itemsOf } from '../playground/executions';
import { STATE } from '../../test/support/paths';
import { sentence } from '../../test/support/sentences';
import { published } from '../playground/provision';
import { EVERY_10_SECONDS } from '../playground/trigger-workflow';
import {
	issueCertificates,
	startProxy,
	startTls,
	type Certificates,
	type Front,
	type Proxy,
} from './network-servers';
import { START_WITHIN_MS, eventually, usePlayground } from './playground';

jest.setTimeout(180_000);

/** A host name that only the proxy can resolve. */
const SERVICE = 'consent-service.example';
const TYPE = 'contactConsentApi';

/** Variables that must be removed, because `restartN8n` adds to the environment of the start before. */
const NOTHING: NodeJS.ProcessEnv = {
	N8N_SSRF_PROTECTION_ENABLED: undefined,
	N8N_SSRF_ALLOWED_HOSTNAMES: undefined,
	N8N_SSRF_ALLOWED_IP_RANGES: undefined,
	NODE_EXTRA_CA_CERTS: undefined,
	HTTP_PROXY: undefined,
	HTTPS_PROXY: undefined,
	N8N_BLOCK_ENV_ACCESS_IN_NODE: undefined,
	CREDENTIALS_OVERWRITE_DATA: undefined,
};

const playground = usePlayground({ userFolder: join(STATE, 'e2e-network') });

let certificates: Certificates;
let tls: Front;
let proxy: Proxy;

beforeAll(async () => {
	const folder = join(STATE, 'e2e-network-certificates');
	await rm(folder, { recursive: true, force: true });
	certificates = await issueCertificates(folder, SERVICE);
	tls = await startTls(certificates, playground().sandbox.port);
	proxy = await startProxy(playground().sandbox.port, tls.port);
	const { api, workflows } = playground();
	for (const id of Object.values(workflows)) await api.unpublish(id).catch(() => undefined);
}, START_WITHIN_MS);
afterAll(() => {
	tls?.close();
	proxy?.close();
});

async function restart(env: NodeJS.ProcessEnv): Promise<void> {
	await playground().restartN8n({ ...NOTHING, ...env });
	playground().sandbox.reset();
	proxy.asked.length = 0;
}

const credential = (data: Record<string, unknown>) => ({
	name: `Service ${randomUUID()}`,
	type: TYPE,
	data: { apiKey: playground().sandbox.apiKey, authScheme: 'none', ignoreSslIssues: false, ...data },
});

const tested = async (baseUrl: string) => await playground().api.testCredential(credential({ baseUrl }));

async function workflowFor(data: Record<string, unknown>, first: object): Promise<string> {
	const { api } = playground();
	const made = credential(data);
	const { id } = await api.createCredential(made);
	const node = (name: string, more: object) => ({
		id: name,
		name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const credentials = { [TYPE]: { id, name: made.name } };
	const workflow = {
		name: made.name,
		nodes: [
			node('First', first),
			node('Second', {
				type: 'n8n-nodes-contact-consent.contactConsent',
				parameters: { resource: 'contact', operation: 'get', contactId: 'c1', simplify: false },
				credentials,
			}),
		].map((one) => (one.name === 'First' && 'trigger' in first ? { ...one, credentials } : one)),
		connections: { First: { main: [[{ node: 'Second', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	} as unknown as Partial<Workflow>;
	return (await api.createWorkflow(workflow)).id;
}

/** Reads one contact with its own credential. */
async function get(data: Record<string, unknown>) {
	const { api, sandbox } = playground();
	sandbox.seed({ contacts: [{ id: 'c1', first_name: 'Ada', last_name: 'Lovelace' }] });
	const id = await workflowFor(data, { type: 'n8n-nodes-base.manualTrigger' });
	const execution = await finished(api, await api.run(id, 'First'));
	return { error: execution.data.resultData.error, contact: itemsOf(execution, 'Second')[0]?.json };
}

/** Publishes a trigger. Its events run through the action node. */
async function publishTrigger(baseUrl: string): Promise<string> {
	const id = await workflowFor(
		{ baseUrl },
		{
			trigger: true,
			type: 'n8n-nodes-contact-consent.contactConsentTrigger',
			parameters: { pollTimes: EVERY_10_SECONDS, events: ['documentation'] },
		},
	);
	const { api } = playground();
	await api.publish(id);
	await published(api, id);
	return id;
}

/** Checks that the PDF of an event takes the same way as other requests. */
async function deliversDocuments(baseUrl: string): Promise<void> {
	const { api, sandbox } = playground();
	sandbox.seed({ contacts: [{ id: 'c1', first_name: 'Ada', last_name: 'Lovelace' }] });
	const id = await publishTrigger(baseUrl);
	sandbox.seed({ events: [{ event_id: 'd1', type: 'documentation', contact_id: 'c1' }] });
	const [first] = await eventually(async () => {
		const all = await api.executions(id);
		return all.length > 0 ? all : undefined;
	}, 'the event');
	const execution = await finished(api, first?.id ?? '');
	await api.unpublish(id);
	const [item] = itemsOf(execution, 'First');
	expect(item?.json).toMatchObject({ event_id: 'd1' });
	expect(Object.values(item?.binary ?? {})[0]?.mimeType).toBe('application/pdf');
	expect(itemsOf(execution, 'Second')[0]?.json).toMatchObject({ id: 'c1', first_name: 'Ada' });
}

describe("n8n's protection against requests to its own network", () => {
	test("refuses a service that is not allowed at once, in n8n's words, without a request", async () => {
		await restart({ N8N_SSRF_PROTECTION_ENABLED: 'true' });
		const { sandbox } = playground();
		const { error } = await get({ baseUrl: sandbox.baseUrl });
		expect(error?.message).toMatch(/^The request was blocked because/);
		expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		const test = await tested(sandbox.baseUrl);
		expect(test).toMatchObject({ status: 'Error' });
		const refusal = await publishTrigger(sandbox.baseUrl).catch((caught: Error) => caught.message);
		expect(refusal).toContain('The request was blocked because');
		expect(sandbox.log.count()).toBe(0);
	});

	test('lets requests to an allowed name or address pass', async () => {
		const { sandbox } = playground();
		const byName = `http://localhost:${sandbox.port}`;
		await restart({ N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost' });
		expect((await get({ baseUrl: byName })).contact).toMatchObject({ id: 'c1' });
		expect(await tested(byName)).toMatchObject({ status: 'OK' });
		await deliversDocuments(byName);
		const byNumber = await get({ baseUrl: sandbox.baseUrl });
		expect(byNumber.error?.message).toMatch(/^The request was blocked because/);

		await restart({ N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8' });
		expect((await get({ baseUrl: sandbox.baseUrl })).contact).toMatchObject({ id: 'c1' });
		expect(await tested(sandbox.baseUrl)).toMatchObject({ status: 'OK' });
	});
});

describe('HTTPS with a private certificate authority', () => {
	test('that n8n does not know fails with that reason, without a request', async () => {
		await restart({});
		const baseUrl = `https://localhost:${tls.port}`;
		const { error } = await get({ baseUrl });
		expect(error?.message).toBe(sentence('authorityNotKnown', { host: `localhost:${tls.port}` }));
		const test = await tested(baseUrl);
		expect(test).toMatchObject({ status: 'Error' });
		expect(playground().sandbox.log.count()).toBe(0);
		expect((await get({ baseUrl, ignoreSslIssues: true })).contact).toMatchObject({ id: 'c1' });
	});

	test('that n8n knows by NODE_EXTRA_CA_CERTS works', async () => {
		await restart({ NODE_EXTRA_CA_CERTS: certificates.authority });
		const baseUrl = `https://localhost:${tls.port}`;
		expect((await get({ baseUrl })).contact).toMatchObject({ id: 'c1' });
		expect(await tested(baseUrl)).toMatchObject({ status: 'OK' });
		await deliversDocuments(baseUrl);
		expect(proxy.asked).toEqual([]);
	});

	test("works through a proxy that alone can resolve the service's name", async () => {
		const address = `http://127.0.0.1:${proxy.port}`;
		await restart({ NODE_EXTRA_CA_CERTS: certificates.authority, HTTP_PROXY: address, HTTPS_PROXY: address });
		const baseUrl = `https://${SERVICE}`;
		playground().sandbox.configure({ hostNames: [SERVICE] });
		expect((await get({ baseUrl })).contact).toMatchObject({ id: 'c1' });
		expect(await tested(baseUrl)).toMatchObject({ status: 'OK' });
		await deliversDocuments(baseUrl);
		expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${SERVICE}:443`]));
		proxy.asked.length = 0;
		expect((await get({ baseUrl: `http://${SERVICE}` })).contact).toMatchObject({ id: 'c1' });
		expect(proxy.asked).toEqual([`GET http://${SERVICE}/v1/contacts/c1`]);
	});

	test('that n8n does not know fails with that reason, also through a proxy', async () => {
		await restart({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
		const { error } = await get({ baseUrl: `https://${SERVICE}` });
		expect(error?.message).toBe(sentence('authorityNotKnown', { host: SERVICE }));
		expect(playground().sandbox.log.count()).toBe(0);
	});
});

describe('the key', () => {
	test("may come from an environment variable in an expression, or from n8n's credential overwrites", async () => {
		const { sandbox } = playground();
		await restart({ CC_KEY: sandbox.apiKey, N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false' });
		const { baseUrl } = sandbox;
		expect((await get({ baseUrl, apiKey: '={{ $env.CC_KEY }}' })).contact).toMatchObject({ id: 'c1' });

		const overwrites = { [TYPE]: { apiKey: sandbox.apiKey } };
		await restart({ CREDENTIALS_OVERWRITE_DATA: JSON.stringify(overwrites) });
		expect((await get({ baseUrl, apiKey: '' })).contact).toMatchObject({ id: 'c1' });
	});
});
