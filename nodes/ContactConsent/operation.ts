import type { Fields, Mapping, Values, WellShown } from './field';
import type { BatchPlan, FilePlan, InputItem, OnePlan, PagesPlan, WaitPlan } from './plan';

/** The kinds of values that the output preview of an operation knows. */
export type OutputType =
	'string' | 'number' | 'boolean' | 'object' | readonly [OutputShape] | 'strings' | OutputShape;

/** Keys of an output item with their types, in their order: the output preview is made of it. */
export interface OutputShape {
	readonly [key: string]: OutputType;
}

/** The row of an operation in the dropdown, and its fields, without display options: those are stamped in one place. */
interface OperationRow<Of extends Fields> {
	value: string;
	name: string;
	/** The operation as the nodes panel lists it, e.g. "Get contact". */
	action: string;
	/** What a person or an agent must know to choose it: what it needs, changes and takes away. */
	description: string;
	/** For those who let n8n's assistant build a workflow: what to avoid. */
	builderHint?: string;
	fields: Of;
	/** What an output item looks like with the default settings. */
	output: OutputShape;
	/** Shown over the empty output before the first run: what will come. */
	hintBefore?: string;
	/** Shown above the output after a run: what to know before the next one. */
	hintAfter?: string;
}

/** Why what was handed over cannot be sent: what is wrong with which value, and how to go on. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The advice in one sentence, for a summary of many. */
		readonly wayOn?: string,
	) {
		super(message);
		this.name = 'InvalidInput';
	}
}

interface EachOperation<Of extends Fields, Name extends string, Plan> extends OperationRow<Of> {
	kind: Name;
	plan(parameters: Values<Of>, item: InputItem): Plan;
}

export interface OneOperation<Of extends Fields = Fields> extends EachOperation<Of, 'one', OnePlan> {
	/** Several items may be under way at once, but for those whose plans ask to keep their order. */
	overlaps?: true;
}
export interface PagesOperation<Of extends Fields = Fields> extends EachOperation<Of, 'pages', PagesPlan> {
	/** What it reads is gone at the service: it is put out whatever fails afterwards. */
	takesAway?: true;
}
export type FileOperation<Of extends Fields = Fields> = EachOperation<Of, 'file', FilePlan>;
export type WaitOperation<Of extends Fields = Fields> = EachOperation<Of, 'wait', WaitPlan>;

export interface BatchOperation<Of extends Fields = Fields> extends OperationRow<Of> {
	kind: 'batch';
	/** What the elements are, for messages. */
	noun: { one: string; many: string };
	/** The fields that are read for each input item; all others are read once, from the first one. */
	elementFields: Fields;
	plan(settings: Values<Of>, item: InputItem): BatchPlan;
}

export type Operation = OneOperation | PagesOperation | FileOperation | WaitOperation | BatchOperation;

type Row<Of extends Fields, Kind> = Omit<Kind, 'kind'> & { fields: WellShown<Of> };

/** `unknown` for fields that hold what one input item hands over to a bulk upload. */
type HandsOver<Of extends Fields> =
	Values<Of> extends { columns: Mapping | undefined; json: infer Json }
		? unknown extends Json
			? unknown
			: never
		: never;

/** Declares an operation: what its plan reads is what its fields declare. */
export const operation = {
	one: <const Of extends Fields>(row: Row<Of, OneOperation<Of>>): Operation => ({ kind: 'one', ...row }),
	pages: <const Of extends Fields>(row: Row<Of, PagesOperation<Of>>): Operation => ({
		kind: 'pages',
		...row,
	}),
	file: <const Of extends Fields>(row: Row<Of, FileOperation<Of>>): Operation => ({ kind: 'file', ...row }),
	wait: <const Of extends Fields>(row: Row<Of, WaitOperation<Of>>): Operation => ({ kind: 'wait', ...row }),
	batch: <const Of extends Fields, const Element extends Fields>(
		row: Row<Of, BatchOperation<Of>> & { elementFields: Element & HandsOver<Element> },
	): Operation => ({ kind: 'batch', ...row }),
};

/** A group of operations; the first one is the default. */
export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
}
