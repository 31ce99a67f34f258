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

import { KeptState, type Way } from '../model/n8n';
import { TRIGGER_TYPE, type Engine } from './engine';
import { forgetAll } from './forget';

export type { Way } from '../model/n8n';

export interface TriggerSetting {
	engine: Engine;
	credentials: ICredentialDataDecryptedObject;
	way?: Way;
	parameters?: IDataObject;
	node?: Partial<INode>;
	workflowId?: string;
	/** An n8n before 2.39 does not tell how much time a poll has. */
	tellsNoBudget?: boolean;
}

/** What n8n does with the result of a poll. */
type Fate = 'keep' | 'discard';

let workflows = 0;
const TICK_BUDGET = 36_000;
const UNLIMITED_BUDGET = 300_000;

const clone = (stored: string): IDataObject => JSON.parse(stored) as IDataObject;

/** An active workflow with the trigger, polled as n8n does. */
export class ActiveTrigger {
	private readonly kept: KeptState;
	/** The items of each execution that n8n has started. */
	readonly executions: INodeExecutionData[][] = [];
	budget: number;
	private node: INode;
	private readonly workflowId: string;
	/** The workflow whose static data n8n uses for all polls, if it polls from memory. */
	private live?: { context: IPollFunctions; workflow: Workflow };

	constructor(private readonly setting: TriggerSetting) {
		this.kept = new KeptState(setting.way ?? 'memory');
		this.workflowId = setting.workflowId ?? `workflow-${++workflows}`;
		this.budget = this.way === 'memory' ? UNLIMITED_BUDGET : TICK_BUDGET;
		this.node = {
			id: 'trigger',
			name: 'Contact Consent Trigger',
			type: TRIGGER_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { beginWith: 'unreceived', ...setting.parameters },
			credentials: { contactConsentApi: { id: '1', name: 'test' } },
			...setting.node,
		};
	}

	get way(): Way {
		return this.kept.way;
	}

	/** The node's static data in n8n's database, as JSON. */
	get stored(): string {
		return this.kept.world.stored;
	}

	set stored(text: string) {
		this.kept.world.stored = text;
	}

	/** The `event_id`s of all executions, in order. */
	get ids(): string[] {
		return this.executions.flat().map(({ json }) => json.event_id as string);
	}

	/** Changes the node, as an editor does. The change takes effect with the next `publish`. */
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
		// A durable cursor is a separate copy, beside the static data.
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
			this.way === 'durable' ? () => cursor : undefined,
			() => budget,
		) as unknown as IPollFunctions;
		if (this.setting.tellsNoBudget) Object.assign(context, { getPollBudgetMs: undefined });
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

	/** Handles a result as n8n's model of keeping state does. */
	private take(
		result: INodeExecutionData[][] | null | undefined,
		state: () => string,
		fate: Fate,
		isActivation: boolean,
	) {
		const { executed } = this.kept.take(clone(state()), Boolean(result), fate, isActivation);
		// The static data is replaced together with the workflow.
		if (fate === 'discard') this.live = undefined;
		if (executed && result) this.executions.push(result.flat());
		return result;
	}

	/** Activates the workflow, with the poll that n8n does then. */
	async publish(activation: WorkflowActivateMode = 'activate', fate: Fate = 'keep') {
		const { context, workflow, state } = this.create('trigger', activation, UNLIMITED_BUDGET);
		this.live = { context, workflow };
		return this.take(await this.call(context, workflow), state, fate, true);
	}

	/** Restarts n8n: data that was only in memory is lost. n8n polls once at its start. */
	async restart() {
		forgetAll();
		return this.way === 'memory' ? await this.publish('init') : await this.tick();
	}

	/** A scheduled poll. */
	async tick(fate: Fate = 'keep') {
		if (this.way !== 'memory') {
			const { context, workflow, state } = this.create('trigger', 'update', this.budget);
			return this.take(await this.call(context, workflow), state, fate, false);
		}
		this.live ??= this.create('trigger', 'activate', this.budget);
		const { context, workflow } = this.live;
		const result = await this.call(context, workflow);
		return this.take(result, () => JSON.stringify(workflow.getStaticData('node', this.node)), fate, false);
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
