import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fields, Values } from './field';
import type { FilePlan, OnePlan, ItemOutcome, PagesPlan, WaitPlan } from './plan';
import type { Sender } from './transport/types';

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

const PROBLEMS_SAID = 3;

/** Several things that are wrong with one row, in one error: three at most, then how many more. */
export function together(problems: readonly unknown[]): unknown {
	const worded = problems.filter((one) => one instanceof InvalidInput);
	const [first] = problems;
	if (worded.length < 2 || worded.length < problems.length) return first;
	const said = worded.slice(0, PROBLEMS_SAID);
	const more = worded.length - said.length;
	return new InvalidInput(
		said.map(({ message }) => message).join('; ') + (more > 0 ? `; and ${more} more` : ''),
		[...new Set(said.map(({ advice }) => advice))].join(' '),
		said.find(({ hint }) => hint !== undefined)?.hint,
	);
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

interface OneOperation<Of extends Fields = Fields> extends EachOperation<Of, 'one', OnePlan> {
	/** What it does at the service; missing where it only reads. */
	effect?: Effect;
}
interface PagesOperation<Of extends Fields = Fields> extends EachOperation<Of, 'pages', PagesPlan> {
	/** What it reads is gone at the service: it is put out whatever fails afterwards. */
	takesAway?: true;
}
type FileOperation<Of extends Fields = Fields> = EachOperation<Of, 'file', FilePlan>;
type WaitOperation<Of extends Fields = Fields> = EachOperation<Of, 'wait', WaitPlan>;

/** Takes all input items together, in a loop of its own. */
export interface TogetherOperation<Of extends Fields = Fields> extends OperationRow<Of> {
	kind: 'together';
	run(context: IExecuteFunctions, send: Sender): Promise<Iterable<ItemOutcome>>;
}

export type Operation = OneOperation | PagesOperation | FileOperation | WaitOperation | TogetherOperation;

type Row<Kind> = Omit<Kind, 'kind'>;

/** Declares an operation: what its plan reads is what its fields declare. */
export const operation = {
	one: <const Of extends Fields>(row: Row<OneOperation<Of>>): Operation => ({ kind: 'one', ...row }),
	pages: <const Of extends Fields>(row: Row<PagesOperation<Of>>): Operation => ({ kind: 'pages', ...row }),
	file: <const Of extends Fields>(row: Row<FileOperation<Of>>): Operation => ({ kind: 'file', ...row }),
	wait: <const Of extends Fields>(row: Row<WaitOperation<Of>>): Operation => ({ kind: 'wait', ...row }),
	together: <const Of extends Fields>(row: Row<TogetherOperation<Of>>): Operation => ({
		kind: 'together',
		...row,
	}),
};

/** A group of operations; the first one is the default. */
export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
}
