/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Api, ApiError, type CredentialData, type Owner, type Workflow } from '../n8n/api';
import { exampleFile, exampleNames } from '../../examples';
import { PlaygroundError } from '../n8n/report';
import { CALLERS_KEY, callersCredential, type Secrets } from '../n8n/secrets';

const PACKAGE = 'n8n-nodes-contact-consent';

export const CREDENTIAL = { name: 'Contact Consent (sandbox)', type: 'contactConsentApi' };

export const MAIL_PORT = 4020;
/** The address of the mail service in the files. */
export const MAIL_SERVICE = `http://127.0.0.1:${MAIL_PORT}`;

/** File names without extension of the workflows that wait for events. */
const PUBLISHED = new Set(['consent-documents-to-files']);

/** An error workflow: n8n 2 runs it once it is published; n8n 1 runs it anyway, and refuses to switch it on. */
const ERROR_WORKFLOW = 'alert-when-trigger-fails';

/** What is tried first, in this order. n8n lists on top what was imported last. */
const TRIED_FIRST = ['contacts-from-csv', 'trigger-test-event', 'consent-documents-to-files'];

/** Ids by file name: `contacts-from-csv` and so on. */
export type WorkflowIds = Record<string, string>;

export interface SandboxAccess {
	baseUrl: string;
	apiKey: string;
}

/** A package that n8n cannot load is only mentioned in n8n's log. */
async function requirePackage(api: Api): Promise<void> {
	const present = new Set((await api.nodeTypes()).map(({ name }) => name));
	const missing = ['contactConsent', 'contactConsentTrigger'].filter(
		(name) => !present.has(`${PACKAGE}.${name}`),
	);
	if (missing.length === 0) return;
	throw new PlaygroundError(
		`n8n runs, but did not load the package: ${missing.join(', ')} missing. See n8n's log.`,
	);
}

async function logIn(api: Api, owner: Owner): Promise<void> {
	if (await api.ownerIsMissing()) await api.setUpOwner(owner);
	try {
		await api.logIn(owner);
	} catch (error) {
		if (!(error instanceof ApiError && error.status === 401)) throw error;
		throw new PlaygroundError(
			`${owner.email} cannot log in. Was the password changed?`,
			'npm start -- --fresh starts with an empty n8n.',
		);
	}
}

const isLocal = (url: unknown) =>
	typeof url === 'string' && /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(url);

/** Keeps the credential pointing at the sandbox; one that was pointed elsewhere by hand is left alone. */
async function provideCredential(api: Api, sandbox: SandboxAccess): Promise<string> {
	const wanted: CredentialData = {
		...CREDENTIAL,
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, authScheme: 'none', ignoreSslIssues: false },
	};
	const present = (await api.credentials()).find(
		({ name, type }) => name === CREDENTIAL.name && type === CREDENTIAL.type,
	);
	if (!present) return (await api.createCredential(wanted)).id;
	const { data } = await api.credential(present.id);
	if (isLocal(data.baseUrl) && data.baseUrl !== sandbox.baseUrl)
		await api.updateCredential(present.id, wanted);
	return present.id;
}

async function provideCallersKey(api: Api, secrets: Secrets): Promise<string> {
	const present = (await api.credentials()).find(
		({ name, type }) => name === CALLERS_KEY.name && type === CALLERS_KEY.type,
	);
	return (present ?? (await api.createCredential(callersCredential(secrets)))).id;
}

/** What the workflows of a playground need to know about it. */
interface Place {
	/** Ids of the credentials, by type. */
	credentials: Record<string, string>;
	mailOrigin: string;
}

/** n8n 2 finds the credential of an imported workflow by its name; n8n 1 leaves that to the editor. */
const atHome = (workflow: Workflow, { credentials: ids, mailOrigin }: Place): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => ({
		...(JSON.parse(JSON.stringify(node).replaceAll(MAIL_SERVICE, mailOrigin)) as typeof node),
		...(node.credentials !== undefined && {
			credentials: Object.fromEntries(
				Object.entries(node.credentials as Record<string, { name: string }>).map(([type, { name }]) => [
					type,
					{ id: ids[type], name },
				]),
			),
		}),
	})),
});

export async function readWorkflow(name: string): Promise<Workflow> {
	return JSON.parse(await readFile(exampleFile(name), 'utf8')) as Workflow;
}

/** Waits until n8n is so far with a publication; n8n 1 has no such status, and answers when it is done. */
async function publicationUntil(api: Api, id: string, statuses: string[], withinMs: number) {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const state = await api.publicationStatus(id).catch((error: unknown) => {
			if (error instanceof ApiError && error.status === 404) return undefined;
			throw error;
		});
		if (state === undefined || statuses.includes(state.status) || Date.now() > deadline) return state;
		await sleep(500);
	}
}

/** Waits until n8n has really started the trigger: publishing answers before that, also when it fails later. */
export async function published(api: Api, id: string, withinMs = 60_000): Promise<void> {
	const state = await publicationUntil(api, id, ['published', 'failed'], withinMs);
	if (state === undefined || state.status === 'published') return;
	const reason = state.triggers?.find(({ errorMessage }) => errorMessage)?.errorMessage;
	throw new PlaygroundError(
		`The workflow with the trigger does not run (${state.status}): ${reason ?? 'n8n gave no reason'}`,
	);
}

/** Waits until n8n has really stopped the trigger: published again before that, it runs on with the settings of before. */
export async function unpublished(api: Api, id: string, withinMs = 60_000): Promise<void> {
	const state = await publicationUntil(api, id, ['not_published'], withinMs);
	if (state === undefined || state.status === 'not_published') return;
	throw new PlaygroundError(`The trigger has not stopped (${state.status})`);
}

async function provideWorkflow(
	api: Api,
	name: string,
	place: Place,
	presentIds: Map<string, string>,
): Promise<string> {
	const workflow = await readWorkflow(name);
	const id = presentIds.get(workflow.id) ?? presentIds.get(workflow.name);
	if (id) return id;
	const created = await api.createWorkflow({ ...atHome(workflow, place), active: false });
	if (PUBLISHED.has(name) || (name === ERROR_WORKFLOW && !(await api.version()).startsWith('1.'))) {
		await api.publish(created.id);
		await published(api, created.id);
	}
	return created.id;
}

/** Creates the owner, the credentials and the workflows that are missing. The others stay, with any change made by hand. */
export async function provision(
	api: Api,
	secrets: Secrets,
	sandbox: SandboxAccess,
	mailOrigin: string,
): Promise<WorkflowIds> {
	await logIn(api, secrets.owner);
	await requirePackage(api);
	const place: Place = {
		credentials: {
			[CREDENTIAL.type]: await provideCredential(api, sandbox),
			[CALLERS_KEY.type]: await provideCallersKey(api, secrets),
		},
		mailOrigin,
	};
	const present = await api.workflows();
	const presentIds = new Map(present.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]));
	const others = exampleNames.filter((name) => !TRIED_FIRST.includes(name));
	const ids: WorkflowIds = {};
	for (const name of [...TRIED_FIRST, ...others].reverse())
		ids[name] = await provideWorkflow(api, name, place, presentIds);
	return ids;
}
