import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { TRIGGER_TYPE, type Engine } from './engine';

/**
 * How n8n keeps the state of a trigger:
 * - `memory`: its default. One workflow and one context for all polls, written to the database with each result.
 * - `scheduled`: durable scheduler. Read from the database for each poll, dropped beside a `null`.
 * - `durable`: with durable cursors too. Read for each poll, committed in one step with the execution, or alone.
 */
export type Persistence = 'memory' | 'scheduled' | 'durable';

export interface TriggerSetting {
	engine: Engine;
	credentials: ICredentialDataDecryptedObject;
	persistence?: Persistence;
	parameters?: IDataObject;
	node?: Partial<INode>;
	workflowId?: string;
	/** What n8n's database holds for this workflow already. */
	stored?: string;
}

/** What n8n does with the result of a poll. */
export type Fate = 'keep' | 'discard';

let workflows = 0;
const TICK_BUDGET = 36_000;
const UNLIMITED_BUDGET = 300_000;

const clone = (stored: string): IDataObject => JSON.parse(stored) as IDataObject;

/** An active workflow with the trigger, as n8n's polling runs it. */
export class ActiveTrigger {
	/** n8n's database: the node's static data as JSON. */
	stored: string;
	/** Executions that n8n has started, by their items. */
	readonly executions: INodeExecutionData[][] = [];
	budget: number;
	private node: INode;
	private readonly workflowId: string;
	private live?: { context: IPollFunctions; workflow: Workflow };

	constructor(private readonly setting: TriggerSetting) {
		this.stored = setting.stored ?? '{}';
		this.workflowId = setting.workflowId ?? `workflow-${++workflows}`;
		this.budget = this.persistence === 'memory' ? UNLIMITED_BUDGET : TICK_BUDGET;
		this.node = {
			id: 'trigger',
			name: 'Contact Consent Trigger',
			type: TRIGGER_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: (setting.parameters ?? {}) as INode['parameters'],
			credentials: { contactConsentApi: { id: '1', name: 'test' } },
			...setting.node,
		};
	}

	get persistence(): Persistence {
		return this.setting.persistence ?? 'memory';
	}

	/** All `event_id`s that executions have got, in order. */
	get ids(): string[] {
		return this.executions.flat().map(({ json }) => json.event_id as string);
	}

	/** Changes the node, as an editor does; takes effect with the next `publish`. */
	edit(change: Partial<INode>): void {
		this.node = { ...this.node, ...change };
	}

	private create(mode: 'trigger' | 'manual', activation: WorkflowActivateMode, budget: number) {
		const { engine, credentials } = this.setting;
		const workflow = new Workflow({
			id: this.workflowId,
			name: 'workflow',
			nodes: [this.node],
			connections: {},
			active: true,
			nodeTypes: engine.nodeTypes,
			staticData: { [`node:${this.node.name}`]: clone(this.stored) },
			settings: {},
		});
		const node = workflow.getNode(this.node.name) ?? this.node;
		const additionalData = engine.additionalData(credentials, { executionId: undefined });
		// A durable cursor is a copy of its own, beside the static data.
		const cursor = clone(this.stored);
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			activation,
			undefined,
			undefined,
			undefined,
			undefined,
			this.persistence === 'durable' ? () => cursor : undefined,
			() => budget,
		) as unknown as IPollFunctions;
		const state = () => JSON.stringify(context.getWorkflowStaticData('node'));
		return { context, workflow, state };
	}

	private async call(context: IPollFunctions, workflow: Workflow) {
		const type = workflow.nodeTypes.getByNameAndVersion(TRIGGER_TYPE, 1);
		await workflow.expression.acquireIsolate?.();
		try {
			return await type.poll?.call(context);
		} finally {
			await workflow.expression.releaseIsolate?.();
		}
	}

	/** Puts the workflow into service, with the poll that n8n does then. */
	async publish(activation: WorkflowActivateMode = 'activate', fate: Fate = 'keep') {
		const { context, workflow, state } = this.create('trigger', activation, UNLIMITED_BUDGET);
		this.live = { context, workflow };
		const result = await this.call(context, workflow);
		if (fate === 'discard') {
			this.live = undefined;
			return result;
		}
		if (result) this.executions.push(result.flat());
		// Beside a null, only the durable cursor is not written at an activation.
		if (result || this.persistence !== 'durable') this.stored = state();
		return result;
	}

	/** A restart of n8n: what was only in memory is gone. The poll is the one that n8n does at its start. */
	async restart() {
		if (this.persistence === 'memory') return await this.publish('init');
		return await this.tick();
	}

	/** A poll as scheduled. */
	async tick(fate: Fate = 'keep') {
		if (this.persistence === 'memory') {
			this.live ??= this.create('trigger', 'activate', this.budget);
			const { context, workflow } = this.live;
			const result = await this.call(context, workflow);
			// With the workflow that was replaced, its static data goes too.
			if (fate === 'discard') this.live = undefined;
			if (!result || fate === 'discard') return result;
			this.executions.push(result.flat());
			this.stored = JSON.stringify(workflow.getStaticData('node', this.node));
			return result;
		}
		const { context, workflow, state } = this.create('trigger', 'update', this.budget);
		const result = await this.call(context, workflow);
		if (fate === 'discard') return result;
		if (result) this.executions.push(result.flat());
		if (result || this.persistence === 'durable') this.stored = state();
		return result;
	}

	/** "Fetch Test Event" in the editor. */
	async fetchTestEvent(): Promise<INodeExecutionData[]> {
		const { context, workflow, state } = this.create('manual', 'manual', UNLIMITED_BUDGET);
		const before = state();
		const result = await this.call(context, workflow);
		if (state() !== before) throw new Error('A manual run has changed the state');
		return (result ?? []).flat();
	}
}
