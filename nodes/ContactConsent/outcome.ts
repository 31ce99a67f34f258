import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InvalidInput } from './operation';
import { cancelSignal } from './clock';
import type { Failure, Result, Sentence } from './plan';
import { concernsNoRecord, ServiceError, toNodeApiError } from './transport/errors';
import type { Sender } from './transport/types';
import { counted, plainText, rowsInWords, sentence, shortened } from './values';

/** Whether a failure ends the execution, by On Error or because somebody has cancelled it. */
export const isFatal = (context: IExecuteFunctions): boolean =>
	!context.continueOnFail() || cancelSignal(context)?.aborted === true;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Errors of n8n that are written for people, e.g. about an expression; anything else is a mistake, or n8n's host. */
const IS_WORDED = /^(Expression|Workflow|User|Application|Operational|Unexpected)\w*Error$/;

/** An error that nobody has put into words: what was being done, and what n8n says. */
function unexpected(error: unknown, step: string): InvalidInput {
	const said = sentence(messageOf(error) || 'nothing');
	const advice = `n8n says: ${said} Run the node again. If this goes on, report it to the authors of this node.`;
	return new InvalidInput(`Something unexpected happened while ${step}`, advice);
}

/** Any error as n8n's own kind; `where` follows the advice, before what the service says. */
function asNodeError(node: INode, error: unknown, where: string): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) return toNodeApiError(node, error, where);
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	const nodeError = isNodeError ? error : new NodeOperationError(node, error as Error);
	const advice = error instanceof InvalidInput ? shortened(error.advice) : nodeError.description;
	nodeError.description = [advice, where].filter(Boolean).join(' ');
	return nodeError;
}

const isWorded = (error: unknown): error is Error =>
	error instanceof ServiceError ||
	error instanceof InvalidInput ||
	error instanceof NodeApiError ||
	error instanceof NodeOperationError ||
	(error instanceof Error && IS_WORDED.test(error.name));

/** An error in words for people: if it has none, what was being done. */
export const inWords = (error: unknown, step: string): Error =>
	isWorded(error) ? error : unexpected(error, step);

/**
 * A failure as n8n's own kind of error, with its rows, as plain text: the editor shows it as HTML.
 * The only place that says where something came from. A refused key is about no row.
 */
export function toNodeError(
	node: INode,
	{ error: thrown, items, who, step = 'the operation ran', more, done }: Failure,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const error = inWords(thrown, step);
	const isAboutRows = items !== undefined && !concernsNoRecord(error);
	const rows = isAboutRows ? `It came from ${rowsInWords(items, itemIndex)} of the input.` : '';
	const where = rows && who ? `${rows} That is ${sentence(who)}` : rows;
	const nodeError = asNodeError(node, error, [where, more].filter(Boolean).join(' '));
	nodeError.context.itemIndex ??= itemIndex;
	// n8n replaces any message that happens to contain an errno name, such as EEXIST in "preexisting".
	nodeError.message = shortened(plainText(messageOf(error)));
	const description = [nodeError.description, done].filter(Boolean).join(' ');
	if (description) nodeError.description = plainText(description);
	return nodeError;
}

/** The words of a refusal: `error` says what happened, `message` how to go on. */
export const refusalWords = ({ message, description }: NodeApiError | NodeOperationError) => ({
	error: message,
	message: description ?? '',
});

/**
 * A refused item: its words and nothing else. On the error output, n8n lays the input's fields over exactly this shape;
 * any further key sends it to the success output.
 */
export const refusedItem = (error: NodeApiError | NodeOperationError, from: number): INodeExecutionData => ({
	json: refusalWords(error),
	pairedItem: { item: from },
});

const renamed = ({ error, ...others }: IDataObject): IDataObject => ({ ...others, service_error: error });

/**
 * A result as n8n's item, built in one go: there may be very many, and a key that is added later takes more memory.
 * A field `error` from the service is renamed, because n8n would take it for a failure.
 */
export function resultItem({ json: given, binary }: Result, from: number | number[]): INodeExecutionData {
	const pairedItem = Array.isArray(from) ? from.map((index) => ({ item: index })) : { item: from };
	const json = given.error === undefined ? given : renamed(given);
	return binary === undefined ? { json, pairedItem } : { json, binary, pairedItem };
}

/** Longer than a message: a hint may name several, and counts besides. */
const LONGEST_HINT = 5000;

/**
 * The one hint above the output, as plain text: the editor shows it as HTML. Says each sentence once, those about
 * the requests last; none: no hint.
 */
export function showHint(
	context: IExecuteFunctions,
	about: readonly Sentence[],
	{ waited, leftOut, withoutKey }: Pick<Sender, 'waited' | 'leftOut' | 'withoutKey'>,
): void {
	const sentences = [...about];
	const strange = counted(leftOut(), 'entry', 'entries');
	const left = `Left out, because the service sent no objects there: ${strange}.`;
	if (leftOut() > 0) sentences.push({ text: left, isWarning: true });
	const seconds = Math.round(waited() / 1000);
	const pause = `Waited ${seconds} s, because the service asked for fewer requests.`;
	if (seconds > 0) sentences.push({ text: pause, isWarning: false });
	if (sentences.length === 0) return;
	const text = withoutKey([...new Set(sentences.map((one) => one.text))].join(' '));
	context.addExecutionHints({
		message: shortened(plainText(text), LONGEST_HINT),
		type: sentences.some(({ isWarning }) => isWarning) ? 'warning' : 'info',
		location: 'outputPane',
	});
}
