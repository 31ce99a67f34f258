import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fields, Values } from '../parameters/field';
import type { DeletePlan, FilePlan, OnePlan, ItemOutcome, PagesPlan, WaitPlan } from './plan';
import type { Sender } from '../transport/types';

/** The types of values in the output preview of an operation. */
export type OutputType =
	'string' | 'number' | 'boolean' | 'object' | readonly [OutputShape] | 'strings' | OutputShape;

/** The keys of an output item in their order, with their types. The output preview is made from it. */
export interface OutputShape {
	readonly [key: string]: OutputType;
}

/**
 * The entry of an operation in the dropdown, and its fields. `editor/nodeProperties.ts` adds the display options for the
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

interface EachOperation<Of extends Fields, Name extends string, Plan> extends OperationRow<Of> {
	kind: Name;
	/** @param timeZone the workflow's, for times without an offset */
	plan(parameters: Values<Of>, timeZone: string): Plan;
}

interface OneOperation<Of extends Fields = Fields> extends EachOperation<Of, 'one', OnePlan> {
	/** It changes something: the word for a finished item, e.g. "Triggered". Then its items run one after another. */
	effect?: string;
}
interface PagesOperation<Of extends Fields = Fields> extends EachOperation<Of, 'pages', PagesPlan> {
	/** The service gives what it reads only once. So the items read are returned even if a later step fails. */
	takesAway?: true;
}
/** Deletes a record for each item, in its own loop. */
export type DeleteOperation<Of extends Fields = Fields> = EachOperation<Of, 'delete', DeletePlan>;
type FileOperation<Of extends Fields = Fields> = EachOperation<Of, 'file', FilePlan>;
type WaitOperation<Of extends Fields = Fields> = EachOperation<Of, 'wait', WaitPlan>;

/** Handles all input items together, in its own loop. */
export interface TogetherOperation<Of extends Fields = Fields> extends OperationRow<Of> {
	kind: 'together';
	run(context: IExecuteFunctions, send: Sender): Promise<Iterable<ItemOutcome>>;
}

export type Operation =
	OneOperation | DeleteOperation | PagesOperation | FileOperation | WaitOperation | TogetherOperation;

type Row<Kind> = Omit<Kind, 'kind'>;

/** Declares an operation. The type of the parameters of its plan follows from its fields. */
export const operation = {
	one: <const Of extends Fields>(row: Row<OneOperation<Of>>): Operation => ({ kind: 'one', ...row }),
	delete: <const Of extends Fields>(row: Row<DeleteOperation<Of>>): Operation => ({ kind: 'delete', ...row }),
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
