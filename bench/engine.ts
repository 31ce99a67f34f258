/** n8n's own executor, with n8n's own nodes and this package in it. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

import type * as Di from '@n8n/di';
import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeTypes,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { fromPlayground, NODES_BASE, PACKAGE } from './n8n';
import type { Place } from './cases';

fromPlayground('reflect-metadata');
const { Container } = fromPlayground<typeof Di>('@n8n/di');
const core = fromPlayground<typeof Core>('n8n-core');
const flow = fromPlayground<typeof Flow>('n8n-workflow');

/** A node; a workflow in the bench is one after the other. */
export interface Step {
	type: string;
	version?: number;
	parameters: IDataObject;
}

const OURS = 'n8n-nodes-contact-consent';
const CREDENTIALS = { contactConsentApi: { id: '1', name: 'a' }, httpHeaderAuth: { id: '2', name: 'b' } };

type TypeOf = (name: string) => Flow.ICredentialType;

/** As n8n's own helper does it: with the credential's function, or the expressions of a generic one. */
async function authenticate(
	{ authenticate: how }: Flow.ICredentialType,
	credentials: ICredentialDataDecryptedObject,
	options: Flow.IHttpRequestOptions,
	{ expression }: Flow.Workflow,
	node: INode,
): Promise<Flow.IHttpRequestOptions> {
	if (typeof how === 'function') return await how(credentials, options);
	const valueOf = (text: unknown) =>
		expression.getSimpleParameterValue(node, text as string, 'internal', { $credentials: credentials });
	const headers = Object.entries(how?.properties.headers ?? {}).map((pair) => pair.map(valueOf));
	return { ...options, headers: { ...options.headers, ...(Object.fromEntries(headers) as IDataObject) } };
}

const credentialsHelper = (typeOf: TypeOf, { baseUrl, apiKey }: Place) => ({
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	getCredentialsProperties: (type: string) => typeOf(type).properties,
	runPreAuthentication: () => Promise.resolve(undefined),
	preAuthentication: () => Promise.resolve(undefined),
	authenticate: async (
		credentials: ICredentialDataDecryptedObject,
		type: string,
		options: Flow.IHttpRequestOptions,
		workflow: Flow.Workflow,
		node: INode,
	) => await authenticate(typeOf(type), credentials, options, workflow, node),
	getDecrypted: (_data: unknown, _details: unknown, type: string) => {
		const data = type === 'httpHeaderAuth' ? { name: 'Authorization', value: apiKey } : { baseUrl, apiKey };
		const { properties } = typeOf(type);
		return Promise.resolve(flow.NodeHelpers.getNodeParameters(properties, data, true, false, null, null));
	},
});

/**
 * Code nodes as n8n runs them: in a process that is there already, to which all items go as JSON and from which the
 * result comes back the same way. n8n's own does more on that way (a broker, a sandbox, checks), so this is its best case.
 */
function codeRunner() {
	const child = fork(join(__dirname, 'code-runner.ts'), { serialization: 'advanced' });
	return async (...[, , settings, , input]: unknown[]): Promise<{ ok: true; result: unknown }> => {
		const { code } = settings as { code: string };
		const [items] = (input as { main: INodeExecutionData[][] }).main;
		const answer = once(child, 'message');
		child.send(JSON.stringify({ code, items }));
		const [text] = (await answer) as [string];
		return { ok: true, result: JSON.parse(text) as unknown };
	};
}

export class Engine {
	private constructor(
		private readonly place: Place,
		private readonly ours: Core.DirectoryLoader,
		private readonly base: Core.DirectoryLoader,
	) {}

	/** Started with the first Code node, in the warm-up. */
	private code?: ReturnType<typeof codeRunner>;

	static async load(place: Place): Promise<Engine> {
		await Container.get(core.BinaryDataService).init();
		const { GlobalConfig } = fromPlayground<{ GlobalConfig: never }>('@n8n/config');
		const { expressionEngine } = Container.get<{ expressionEngine: Record<string, never> }>(GlobalConfig);
		// As n8n starts it (its base-command.js): by default in an isolate of its own.
		await flow.Expression.initExpressionEngine(expressionEngine as never);
		const ours = new core.PackageDirectoryLoader(PACKAGE);
		const base = new core.LazyPackageDirectoryLoader(NODES_BASE);
		await Promise.all([ours.loadAll(), base.loadAll()]);
		return new Engine(place, ours, base);
	}

	private nodeType(type: string) {
		const [packageName, name = ''] = type.split('.');
		return (packageName === OURS ? this.ours : this.base).getNode(name).type;
	}

	private readonly nodeTypes: INodeTypes = {
		getByName: (type) => this.nodeType(type),
		getByNameAndVersion: (type, version) =>
			flow.NodeHelpers.getVersionedNodeType(this.nodeType(type), version),
		getKnownTypes: () => ({}),
	};

	private additionalData(more: Partial<IWorkflowExecuteAdditionalData>): IWorkflowExecuteAdditionalData {
		const credentialOf = (name: string) =>
			(name === 'httpHeaderAuth' ? this.base : this.ours).getCredential(name).type;
		return {
			credentialsHelper: credentialsHelper(credentialOf, this.place),
			instanceBaseUrl: 'http://localhost',
			webhookWaitingBaseUrl: 'http://localhost',
			formWaitingBaseUrl: 'http://localhost',
			currentNodeExecutionIndex: 0,
			variables: {},
			externalSecretsProxy: Container.get(core.ExternalSecretsProxy),
			setExecutionStatus() {},
			startRunnerTask: async (...call: unknown[]) => await (this.code ??= codeRunner())(...call),
			...more,
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	private workflow(steps: readonly Step[], active: boolean) {
		const nodes = steps.map(({ type, version = 1, parameters }, index): INode => ({
			id: String(index),
			name: String(index),
			type,
			typeVersion: version,
			position: [index * 200, 0],
			parameters: parameters as INode['parameters'],
			credentials: CREDENTIALS,
		}));
		const connections = Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, index) => [
					String(index),
					{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
				]),
		);
		const settings = { executionOrder: 'v1' as const };
		return { id: 'bench', name: 'bench', nodes, connections, active, settings };
	}

	/** @returns the items of the last step */
	async run(steps: readonly Step[], rows: IDataObject[]): Promise<INodeExecutionData[]> {
		const items = rows.map((json): INodeExecutionData => ({ json }));
		const data = this.workflow(steps, false);
		const workflow = new flow.Workflow({ ...data, nodeTypes: this.nodeTypes });
		const hooks = new core.ExecutionLifecycleHooks('trigger', '1', data as never);
		const [first, last] = [data.nodes[0], data.nodes.at(-1)];
		const runData = flow.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: first, data: { main: [items] }, source: null }] },
		} as never);
		const additionalData = this.additionalData({ executionId: '1', hooks });
		const result = await new core.WorkflowExecute(additionalData, 'trigger', runData).processRunExecutionData(
			workflow,
		);
		const { error, runData: nodes } = result.data.resultData;
		if (error) throw new Error(`${error.message}\n${error.description ?? ''}`);
		return nodes[last?.name ?? '']?.at(-1)?.data?.main?.[0] ?? [];
	}

	/** An active trigger, which keeps its state from poll to poll. */
	trigger(step: Step): () => Promise<INodeExecutionData[]> {
		const data = this.workflow([step], true);
		const workflow = new flow.Workflow({ ...data, id: randomUUID(), nodeTypes: this.nodeTypes });
		const node = workflow.getNode('0') as INode;
		const nodeType = this.nodeTypes.getByNameAndVersion(step.type, 1);
		const context = new core.PollContext(
			workflow,
			node,
			this.additionalData({}),
			'trigger',
			'update',
		) as unknown as IPollFunctions;
		return async () => {
			// n8n makes an isolate for expressions around each poll: its own time, and so not measured.
			await workflow.expression.acquireIsolate();
			return (await nodeType.poll?.call(context))?.[0] ?? [];
		};
	}
}
