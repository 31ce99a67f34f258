/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Api, ApiError, type CredentialData, type Owner, type Workflow } from './api';
import { exampleFile, exampleNames } from '../../examples';
import { PlaygroundError } from '../n8n/report';
import type { Secrets } from './secrets';

const PACKAGE = 'n8n-nodes-contact-consent';

export const CREDENTIAL = { name: 'Contact Consent (sandbox)', type: 'contactConsentApi' };

/** In n8n's own type: who may open the upload page. */
const UPLOAD_LOGIN = { name: 'Upload page', type: 'httpBasicAuth' };

export const MAIL_PORT = 4020;
/** The address of the mail service in the example files. */
export const MAIL_SERVICE = `http://127.0.0.1:${MAIL_PORT}`;

/** The workflows that wait for events, by file name without extension. */
const PUBLISHED = new Set(['consent-pdfs-to-files']);

/**
 * An error workflow. n8n 2 runs it once it is published; n8n 1 runs it without activation, and refuses to activate
 * it.
 */
const ERROR_WORKFLOW = 'alert-when-trigger-fails';

/** The workflows to try first, in this order. n8n lists the last imported one on top. */
const TRIED_FIRST = ['contacts-from-csv', 'trigger-test-event', 'consent-pdfs-to-files'];

/** Ids by file name: `contacts-from-csv` and so on. */
export type WorkflowIds = Record<string, string>;

export interface SandboxAccess {
	baseUrl: string;
	apiKey: string;
}

/** If n8n cannot load a package, only its log says so. */
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

/** Points the credential to the sandbox, unless a person has pointed it elsewhere. */
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

/** Creates the login of the upload page, unless it is there. */
async function provideLogin(api: Api, { uploadPage }: Secrets): Promise<string> {
	const { name, type } = UPLOAD_LOGIN;
	const present = (await api.credentials()).find((one) => one.name === name && one.type === type);
	return (present ?? (await api.createCredential({ name, type, data: { ...uploadPage } }))).id;
}

/** What the workflows of a playground need to know about it. */
interface Place {
	/** Ids of the credentials, by type. */
	credentials: Record<string, string>;
	mailOrigin: string;
	/** Id of the workflow that reports failures. Missing while that one is being created. */
	errorWorkflow?: string;
}

/** The workflow runs by itself, so nobody sees it fail. */
const RUNS_BY_ITSELF = /\.(contactConsentTrigger|scheduleTrigger)$/;

/**
 * The workflow with the credentials, the mail service and the error workflow of this playground. n8n 2 would find the
 * credentials of an imported workflow by their names; n8n 1 leaves this to the editor.
 */
const atHome = (workflow: Workflow, { credentials: ids, mailOrigin, errorWorkflow }: Place): Workflow => ({
	...workflow,
	settings: {
		...(workflow.settings as object),
		...(errorWorkflow && workflow.nodes.some(({ type }) => RUNS_BY_ITSELF.test(type)) && { errorWorkflow }),
	},
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

/** Waits until n8n has finished a publication. n8n 1 has no such status, and answers when it has finished. */
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

/** Waits until n8n has started the trigger. Publishing answers before that, even if the start fails later. */
export async function published(api: Api, id: string, withinMs = 60_000): Promise<void> {
	const state = await publicationUntil(api, id, ['published', 'failed'], withinMs);
	if (state === undefined || state.status === 'published') return;
	const reason = state.triggers?.find(({ errorMessage }) => errorMessage)?.errorMessage;
	throw new PlaygroundError(
		`The workflow with the trigger does not run (${state.status}): ${reason ?? 'n8n gave no reason'}`,
	);
}

/** Waits until n8n has stopped the trigger. If it is published before that, it runs on with its old settings. */
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

/** Creates the owner, the credentials and the workflows that are missing. Others stay, with any manual change. */
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
			[UPLOAD_LOGIN.type]: await provideLogin(api, secrets),
		},
		mailOrigin,
	};
	const present = await api.workflows();
	const presentIds = new Map(present.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]));
	const errorWorkflow = await provideWorkflow(api, ERROR_WORKFLOW, place, presentIds);
	const ids: WorkflowIds = { [ERROR_WORKFLOW]: errorWorkflow };
	const others = exampleNames.filter((name) => ![...TRIED_FIRST, ERROR_WORKFLOW].includes(name));
	for (const name of [...TRIED_FIRST, ...others].reverse())
		ids[name] = await provideWorkflow(api, name, { ...place, errorWorkflow }, presentIds);
	return ids;
}
