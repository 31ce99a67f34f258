import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fields, Values } from './field';
import type { FilePlan, OnePlan, ItemOutcome, PagesPlan, WaitPlan } from './plan';
import type { Sender } from './transport/types';

/** The types of values in the output preview of an operation. */
export type OutputType =
	'string' | 'number' | 'boolean' | 'object' | readonly [OutputShape] | 'strings' | OutputShape;

/** The keys of an output item in their order, with their types. The output preview is made from it. */
export interface OutputShape {
	readonly [key: string]: OutputType;
}

/**
 * The entry of an operation in the dropdown, and its fields. `description.ts` adds the display options for the
 * operation.
 */
interface OperationRow<Of extends Fields> {
	value: string;
	name: string;
	/** The operation as the nodes panel lists it, e.g. "Get contact". */
	action: string;
	/** What a person or an AI agent must know to choose the operation: what it needs, changes and takes away. */
	description: string;
	fields: Of;
	/** The shape of an output item with the default settings. */
	output: OutputShape;
}

/** The error for input that cannot be sent: which value is wrong, and how to go on. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The advice in one sentence, for the hint above the output, which may be about many rows. */
		readonly hint?: string,
	) {
		super(message);
		this.name = 'InvalidInput';
	}
}

const PROBLEMS_SAID = 3;

/**
 * Joins the problems of one row into one error: the first three, then the number of others. If a problem is not an
 * `InvalidInput`, only the first problem is returned.
 */
export function joined(problems: readonly unknown[]): unknown {
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

/** What an operation changes at the service. If the execution stops, the error tells what was done. */
export interface Effect {
	/** The word for a finished item, e.g. "Deleted". */
	done: string;
	/** How many items may be under way at once. */
	atOnce: number;
}

interface OneOperation<Of extends Fields = Fields> extends EachOperation<Of, 'one', OnePlan> {
	/** What the operation changes at the service; missing if it only reads. */
	effect?: Effect;
}
interface PagesOperation<Of extends Fields = Fields> extends EachOperation<Of, 'pages', PagesPlan> {
	/** The service gives what it reads only once. So the items read are returned even if a later step fails. */
	takesAway?: true;
}
type FileOperation<Of extends Fields = Fields> = EachOperation<Of, 'file', FilePlan>;
type WaitOperation<Of extends Fields = Fields> = EachOperation<Of, 'wait', WaitPlan>;

/** Handles all input items together, in its own loop. */
export interface TogetherOperation<Of extends Fields = Fields> extends OperationRow<Of> {
	kind: 'together';
	run(context: IExecuteFunctions, send: Sender): Promise<Iterable<ItemOutcome>>;
}

export type Operation = OneOperation | PagesOperation | FileOperation | WaitOperation | TogetherOperation;

type Row<Kind> = Omit<Kind, 'kind'>;

/** Declares an operation. The type of the parameters of its plan follows from its fields. */
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
