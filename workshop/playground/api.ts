/* eslint-disable */
/* n8n's REST interface as its editor uses it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface CredentialData {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** The answer of the editor's Test button. */
export interface TestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface Workflow {
	id: string;
	name: string;
	nodes: Array<Record<string, unknown> & { name: string; type: string; parameters: Record<string, unknown> }>;
	connections: Record<string, unknown>;
	active?: boolean;
	versionId?: string;
	[key: string]: unknown;
}

export interface PublicationStatus {
	status: string;
	triggers?: Array<{ status: string; errorMessage?: string }>;
}

export interface BinaryData {
	data: string;
	id?: string;
	mimeType: string;
	fileName?: string;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, BinaryData>;
}

/** One run of a node in an execution. */
export interface NodeRun {
	/** Milliseconds since 1970. */
	startTime: number;
	/** Milliseconds. */
	executionTime: number;
	error?: { message: string };
	executionStatus?: string;
	data?: { main: Array<Item[] | null> };
}

export interface ExecutionData {
	resultData: {
		error?: { message: string; description?: string };
		runData: Record<string, NodeRun[]>;
	};
}

export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
}

export interface Execution extends ExecutionSummary {
	data: ExecutionData;
}

export class ApiError extends Error {
	constructor(
		readonly status: number,
		request: string,
		body: string,
	) {
		super(`${request} was answered with ${status}: ${body.slice(0, 500)}`);
	}
}

const EXECUTIONS_A_PAGE = 50;

export type Api = ReturnType<typeof createApi>;

export function createApi(baseUrl: string) {
	let cookie = '';
	// n8n accepts a session only from the browser that logged in.
	const browserId = randomUUID();

	async function send(method: string, path: string, body?: unknown, triesLeft = 30): Promise<Response> {
		const response = await fetch(`${baseUrl}${path}`, {
			method,
			headers: {
				'browser-id': browserId,
				...(cookie && { cookie }),
				'content-type': 'application/json',
				// n8n closes idle connections after five seconds. A request on a closing connection would fail.
				connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		// n8n refuses requests while its database does not answer, for example on a busy machine.
		if (response.status === 503 && triesLeft > 0) {
			await sleep(1_000);
			return await send(method, path, body, triesLeft - 1);
		}
		const session = response.headers.getSetCookie().find((entry) => entry.startsWith('n8n-auth='));
		if (session) cookie = session.split(';')[0] ?? '';
		if (!response.ok) throw new ApiError(response.status, `${method} ${path}`, await response.text());
		return response;
	}

	async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await send(method, `/rest${path}`, body);
		const text = await response.text();
		const parsed = (text ? JSON.parse(text) : {}) as { data?: T };
		return (parsed.data ?? parsed) as T;
	}

	const workflow = async (id: string) => await request<Workflow>('GET', `/workflows/${id}`);
	const testCredential = async (credentials: CredentialData & { id: string }) =>
		await request<TestResult>('POST', '/credentials/test', { credentials });

	return {
		request,

		version: async () => (await request<{ versionCli: string }>('GET', '/settings')).versionCli,
		ownerIsMissing: async () =>
			(await request<{ userManagement: { showSetupOnFirstLoad?: boolean } }>('GET', '/settings'))
				.userManagement.showSetupOnFirstLoad === true,
		setUpOwner: async (owner: Owner) => await request('POST', '/owner/setup', owner),
		logIn: async ({ email, password }: Owner) =>
			await request('POST', '/login', { emailOrLdapLoginId: email, password }),

		nodeTypes: async () =>
			(await (await send('GET', '/types/nodes.json')).json()) as Array<{
				name: string;
				version: number | number[];
			}>,
		/** The bytes of a reference in the data of an execution. */
		binary: async (id: string) =>
			Buffer.from(
				await (await send('GET', `/rest/binary-data?id=${encodeURIComponent(id)}&action=view`)).arrayBuffer(),
			),

		credentials: async () => await request<Array<CredentialData & { id: string }>>('GET', '/credentials'),
		credential: async (id: string) =>
			await request<CredentialData & { id: string }>('GET', `/credentials/${id}?includeData=true`),
		createCredential: async (credential: CredentialData) =>
			await request<{ id: string }>('POST', '/credentials', credential),
		updateCredential: async (id: string, credential: CredentialData) =>
			await request('PATCH', `/credentials/${id}`, credential),
		testCredential: async (credential: CredentialData & { id?: string }): Promise<TestResult> => {
			try {
				return await testCredential({ id: '', ...credential });
			} catch (error) {
				if (credential.id || !(error instanceof ApiError && error.status === 403)) throw error;
				// n8n 1 tests only saved credentials, so its editor saves them first.
				const { id } = await request<{ id: string }>('POST', '/credentials', credential);
				try {
					return await testCredential({ ...credential, id });
				} finally {
					await request('DELETE', `/credentials/${id}`);
				}
			}
		},

		workflow,
		workflows: async () =>
			await request<Array<{ id: string; name: string; active?: boolean }>>('GET', '/workflows'),
		createWorkflow: async (body: Partial<Workflow>) => await request<Workflow>('POST', '/workflows', body),
		/** Saves a draft. A published workflow keeps running unchanged. */
		updateWorkflow: async (id: string, body: Partial<Workflow>) =>
			await request<Workflow>('PATCH', `/workflows/${id}`, body),
		deleteWorkflow: async (id: string) => {
			await request('POST', `/workflows/${id}/archive`);
			await request('DELETE', `/workflows/${id}`);
		},

		/** Publishes a version in n8n 2, or activates the workflow in n8n 1. */
		publish: async (id: string) => {
			const { versionId } = await workflow(id);
			try {
				await request('POST', `/workflows/${id}/activate`, { versionId });
			} catch (error) {
				if (!(error instanceof ApiError && error.status === 404)) throw error;
				await request('PATCH', `/workflows/${id}`, { active: true, versionId });
			}
		},
		unpublish: async (id: string) => {
			try {
				await request('POST', `/workflows/${id}/deactivate`, {});
			} catch (error) {
				if (!(error instanceof ApiError && error.status === 404)) throw error;
				await request('PATCH', `/workflows/${id}`, {
					active: false,
					versionId: (await workflow(id)).versionId,
				});
			}
		},
		publicationStatus: async (id: string) =>
			await request<PublicationStatus>('GET', `/workflows/${id}/publication-status`),

		/**
		 * Starts a workflow from its trigger, as the editor's button does. n8n 1 needs the whole workflow in the
		 * request.
		 */
		run: async (id: string, trigger: string, body: Record<string, unknown> = {}) =>
			(
				await request<{ executionId: string }>('POST', `/workflows/${id}/run`, {
					workflowData: await workflow(id),
					triggerToStartFrom: { name: trigger },
					...body,
				})
			).executionId,
		/** All executions that n8n has saved, the newest first. */
		executions: async (workflowId: string) => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId }));
			const all: ExecutionSummary[] = [];
			for (let next = ''; ;) {
				const { results, nextCursor } = await request<{
					results: ExecutionSummary[];
					nextCursor?: string | null;
				}>('GET', `/executions?limit=${EXECUTIONS_A_PAGE}&filter=${filter}${next}`);
				all.push(...results);
				// Before n8n 2.41, a page began after the last execution of the page before.
				const isLast = nextCursor === undefined ? results.length < EXECUTIONS_A_PAGE : nextCursor === null;
				if (isLast) return all;
				next = nextCursor ? `&cursor=${nextCursor}` : `&lastId=${all.at(-1)?.id}`;
			}
		},
	};
}
