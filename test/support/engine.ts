/* eslint-disable */
import { join } from 'node:path';
import { inspect } from 'node:util';

import { Container } from '@n8n/di';
import {
	BinaryDataService,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IBinaryKeyData,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';

import { registerKey } from './no-key';
import { plainHint } from './plain-hint';

/** The built package as n8n's own loader sees it. */
export const PACKAGE_DIR = join(__dirname, '..', '..');
/** Older engines send requests differently, and cannot refuse addresses. */
export const isNewestEngine = process.env.COMPAT_CORE === undefined;

const PACKAGE_NAME = 'n8n-nodes-contact-consent';
export const ACTION_TYPE = `${PACKAGE_NAME}.contactConsent`;
/** The name that n8n gives the action node as a tool. */
export const TOOL_TYPE = `${ACTION_TYPE}Tool`;
export const TRIGGER_TYPE = `${PACKAGE_NAME}.contactConsentTrigger`;
const CREDENTIALS = 'contactConsentApi';

/** Passes its input on, like n8n's Manual Trigger. */
const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};

class CredentialsFromTest extends ICredentialsHelper {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	private typeOf(name: string) {
		return this.loader.getCredential(name).type;
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	/** Authenticates as n8n's own helper does for a credential with a function. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate !== 'function') throw new Error('Only a function is expected');
		return await authenticate(credentials, options);
	}

	preAuthentication() {
		return Promise.resolve(undefined);
	}

	runPreAuthentication() {
		return Promise.resolve(undefined);
	}

	getCredentials(): Promise<never> {
		return Promise.reject(new Error('No stored credentials in tests'));
	}

	/** Evaluates the expressions of a credential for the row that asks, as n8n does. */
	getDecrypted(...[, , , mode, executeData, , values]: Parameters<ICredentialsHelper['getDecrypted']>) {
		const properties = this.typeOf(CREDENTIALS).properties;
		const data = NodeHelpers.getNodeParameters(
			properties,
			this.data as IDataObject as never,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
		if (!values || !Object.values(data).some(isExpression)) return Promise.resolve(data);
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		const worked = workflow.expression.getParameterValue(
			...[data as never, runExecutionData, runIndex, itemIndex, node.name],
			...([connectionInputData, mode, {}, executeData] as const),
		);
		return Promise.resolve(worked as unknown as ICredentialDataDecryptedObject);
	}

	updateCredentials() {
		return Promise.resolve();
	}

	updateCredentialsOauthTokenData() {
		return Promise.resolve();
	}

	getCredentialsProperties(type: string) {
		return this.typeOf(type).properties;
	}
}

/** Checks after each run of each test that no item, error (with stack, cause and data) or hint contains the key. */
function assertKeyIsNowhere(key: unknown, outputs: INodeExecutionData[][], rest: unknown): void {
	if (typeof key !== 'string' || key.trim() === '') return;
	const found = [JSON.stringify(outputs), inspect(rest, { depth: 20, showHidden: true })].find((text) =>
		text.includes(key.trim()),
	);
	if (found !== undefined) throw new Error(`The API key is in what the node put out: ${found}`);
}

/** The result of a run of the action node. */
export interface ActionRun {
	/** Items by output: 0 is success, 1 is errors (with On Error "continue, using error output"). */
	outputs: INodeExecutionData[][];
	/** The first output's JSON. */
	json: IDataObject[];
	error: ExecutionError | undefined;
	hints: NodeExecutionHint[];
	status: string;
	/** The node's context, which n8n stores with the execution. */
	context: IDataObject;
}

export interface ActionSetting {
	parameters: IDataObject;
	items?: IDataObject[];
	/** The items of an earlier run of the node in this execution, as in a loop. Only the last run is put out. */
	itemsBefore?: IDataObject[];
	/** The files of each input item. */
	binary?: IBinaryKeyData;
	credentials: ICredentialDataDecryptedObject;
	onError?: INode['onError'];
	/** Further fields of the node, such as `retryOnFail`. */
	node?: Partial<INode>;
	timezone?: string;
	/** The node's context from an earlier execution that is retried. */
	context?: IDataObject;
	executionId?: string;
	/** Receives a function that cancels the execution, as n8n's Stop button does. */
	onStart?: (cancel: () => void) => void;
}

/** The node as an AI agent's tool, for fields that only a tool shows. For `ActionSetting.node`. */
export const whereShown = ({ displayOptions }: INodeProperties): Partial<INode> =>
	displayOptions?.show?.['@tool']?.includes(true) ? { type: TOOL_TYPE } : {};

/** n8n-core with the built package. */
export class Engine {
	private constructor(readonly loader: PackageDirectoryLoader) {}

	static async load(): Promise<Engine> {
		await Container.get(BinaryDataService).init();
		const loader = new PackageDirectoryLoader(PACKAGE_DIR);
		await loader.loadAll();
		return new Engine(loader);
	}

	readonly nodeTypes: INodeTypes = {
		getByName: (type) => this.typeOf(type),
		getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(this.typeOf(type), version),
		getKnownTypes: () => ({}),
	};

	private typeOf(type: string) {
		if (type === 'test.start') return startNode;
		const name = type.replace(`${PACKAGE_NAME}.`, '');
		const node = this.loader.getNode(name.replace(/Tool$/, '')).type;
		// n8n itself makes the type of a tool: the node under another name.
		const description = { value: { ...node.description, name } };
		return name.endsWith('Tool') ? (Object.create(node, { description }) as typeof node) : node;
	}

	/** The data that n8n gives every execution in addition to the workflow. */
	additionalData(
		credentials: ICredentialDataDecryptedObject,
		more: Partial<IWorkflowExecuteAdditionalData> = {},
	): IWorkflowExecuteAdditionalData {
		registerKey(credentials.apiKey);
		return {
			credentialsHelper: new CredentialsFromTest(this.loader, credentials),
			executionId: '1',
			webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
			formWaitingBaseUrl: 'http://localhost/form-waiting',
			currentNodeExecutionIndex: 0,
			variables: {},
			externalSecretsProxy: Container.get(ExternalSecretsProxy),
			setExecutionStatus() {},
			...more,
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	/** Runs a workflow in n8n's own executor, starting at one of its nodes. */
	execute(
		workflow: Workflow,
		start: INode,
		items: IDataObject[],
		credentials: ICredentialDataDecryptedObject,
		{
			contextData = {},
			executionId = '1',
			binary,
			itemsBefore,
		}: { contextData?: IDataObject } & Pick<ActionSetting, 'executionId' | 'binary' | 'itemsBefore'> = {},
	) {
		const mode: WorkflowExecuteMode = 'trigger';
		const nodes = Object.values(workflow.nodes);
		const connections = workflow.connectionsBySourceNode;
		const workflowData = { id: workflow.id, name: workflow.name, nodes, connections };
		const hooks = new ExecutionLifecycleHooks(mode, '1', workflowData as never);
		const runOn = (input: IDataObject[]) => ({
			node: start,
			data: { main: [input.map((json) => ({ json, ...(binary && { binary }) }))] },
			source: null,
		});
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [...(itemsBefore ? [itemsBefore] : []), items].map(runOn),
				contextData: contextData as never,
			},
		});
		const additionalData = this.additionalData(credentials, { hooks, executionId });
		return new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
	}

	/** Runs the action node in a workflow. */
	async run(setting: ActionSetting): Promise<ActionRun> {
		const { parameters, items = [{}], credentials, onError, node: others, timezone, onStart } = setting;
		const { context = {}, executionId, binary, itemsBefore } = setting;
		const start: INode = {
			id: 'a',
			name: 'Start',
			type: 'test.start',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const node: INode = {
			id: 'b',
			name: 'Contact Consent',
			type: ACTION_TYPE,
			typeVersion: 1,
			position: [200, 0],
			parameters: parameters as INode['parameters'],
			credentials: { [CREDENTIALS]: { id: '1', name: 'test' } },
			...(onError && { onError }),
			...others,
		};
		const workflow = new Workflow({
			id: 'workflow',
			name: 'workflow',
			active: false,
			nodeTypes: this.nodeTypes,
			nodes: [start, node],
			connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1', ...(timezone && { timezone }) },
		});
		const contextData: IDataObject = { [`node:${node.name}`]: context };
		const more = { contextData, executionId, binary, itemsBefore };
		const execution = this.execute(workflow, start, items, credentials, more);
		onStart?.(() => execution.cancel());
		const result = await execution;
		const taskData = result.data.resultData.runData[node.name]?.at(-1);
		const outputs = (taskData?.data?.main ?? []).map((output) => output ?? []);
		const hints = taskData?.hints ?? [];
		const { error } = result.data.resultData;
		assertKeyIsNowhere(credentials.apiKey, outputs, [error, taskData?.error, hints, context]);
		return {
			outputs,
			json: (outputs[0] ?? []).map((item) => item.json),
			error,
			hints: hints.map(plainHint),
			status: result.status,
			context,
		};
	}
}
