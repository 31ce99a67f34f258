import type { Fields, Values } from './field';
import type { BatchPlan, FilePlan, OnePlan, PagesPlan, WaitPlan } from './plan';

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
	fields: Of;
	/** What an output item looks like with the default settings. */
	output: OutputShape;
}

/** Why what was handed over cannot be sent: what is wrong with which value, and how to go on. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The advice in one sentence, for the hint above the output, which tells of many rows. */
		readonly hint?: string,
	) {
		super(message);
		this.name = 'InvalidInput';
	}
}

interface EachOperation<Of extends Fields, Name extends string, Plan> extends OperationRow<Of> {
	kind: Name;
	plan(parameters: Values<Of>): Plan;
}

/** What an operation changes at the service, so that nobody has to guess what was done when it stops. */
export interface Effect {
	/** The word for an item that was done, e.g. "Deleted". */
	done: string;
	/** How many items may be under way at once. */
	atOnce: number;
}

export interface OneOperation<Of extends Fields = Fields> extends EachOperation<Of, 'one', OnePlan> {
	/** What it does at the service; missing where it only reads. */
	effect?: Effect;
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
	/** The fields that are read once, from the first input item. */
	settingFields: Fields;
	/** The fields that are read for each input item. An option may stand among these, in the same collection. */
	elementFields: Fields;
	/** @param timeZone IANA name: the workflow's time zone */
	plan(settings: Values<Fields>, timeZone: string): BatchPlan;
}

export type Operation = OneOperation | PagesOperation | FileOperation | WaitOperation | BatchOperation;

type Row<Kind> = Omit<Kind, 'kind'>;

/** A bulk upload: its plan is given the settings, and what it returns the values of each input item. */
interface BatchRow<Of extends Fields, Setting extends Fields, Element extends Fields> extends Omit<
	Row<BatchOperation<Of>>,
	'settingFields' | 'elementFields' | 'plan'
> {
	settingFields: Setting;
	elementFields: Element;
	plan(settings: Values<Setting>, timeZone: string): BatchPlan<Values<Element>>;
}

/** Declares an operation: what its plan reads is what its fields declare. */
export const operation = {
	one: <const Of extends Fields>(row: Row<OneOperation<Of>>): Operation => ({ kind: 'one', ...row }),
	pages: <const Of extends Fields>(row: Row<PagesOperation<Of>>): Operation => ({ kind: 'pages', ...row }),
	file: <const Of extends Fields>(row: Row<FileOperation<Of>>): Operation => ({ kind: 'file', ...row }),
	wait: <const Of extends Fields>(row: Row<WaitOperation<Of>>): Operation => ({ kind: 'wait', ...row }),
	batch: <const Of extends Fields, const Setting extends Fields, const Element extends Fields>(
		row: BatchRow<Of, Setting, Element>,
	): Operation => ({ kind: 'batch', ...row }),
};

/** A group of operations; the first one is the default. */
export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
}
