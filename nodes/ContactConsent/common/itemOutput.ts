import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { nodeErrorOf } from '../lib/nodeError';
import { cancelSignal, isCancelled } from '../lib/time';
import { InvalidInput } from './invalidInput';
import type { Failure, Result, Sentence } from './plan';
import { concernsNoRecord, ServiceError, toNodeApiError } from '../transport/errors';
import type { Refusal, Sender } from '../transport/types';
import { counted, plainText, rowsInWords, sentence, shortened } from '../lib/text';

/**
 * Outcomes as n8n has them. In: a result, a failure, or sentences. Out: an item, an error with its words, or the hint above
 * the output. Whether a failure becomes an item or ends the execution is decided in `run/execute.ts`, by `isFatal`.
 */

/** True if a failure ends the execution: On Error says so, or a person has cancelled it. */
export const isFatal = (context: IExecuteFunctions): boolean =>
	!context.continueOnFail() || isCancelled(cancelSignal(context));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Errors of n8n whose messages are for people, e.g. about an expression. Any other error is a programming error or
 * comes from n8n's host.
 */
const IS_WORDED = /^(Expression|Workflow|User|Application|Operational|Unexpected)\w*Error$/;

const isWorded = (error: unknown): error is Error =>
	error instanceof ServiceError ||
	error instanceof InvalidInput ||
	error instanceof NodeApiError ||
	error instanceof NodeOperationError ||
	(error instanceof Error && IS_WORDED.test(error.name));

/** The error for people if the cause has no words for them: what the node was doing, and what n8n says. */
function unexpected(error: unknown, step: string): InvalidInput {
	const said = sentence(messageOf(error) || 'nothing');
	const advice = `n8n says: ${said} Run the node again. If this goes on, report it to the authors of this node.`;
	return new InvalidInput(`Something unexpected happened while ${step}`, advice);
}

/** An error with words for people. @param step what the node was doing, for an error without them */
export const inWords = (error: unknown, step: string): Error =>
	isWorded(error) ? error : unexpected(error, step);

/** How to go on, the rows of the input, and what the service says. */
function descriptionOf(error: unknown, where: string): string {
	if (error instanceof ServiceError) return error.describe(where);
	const { description } = error as { description?: unknown };
	const advice = error instanceof InvalidInput ? shortened(error.advice) : description;
	return [advice, where].filter(Boolean).join(' ');
}

/**
 * The words of a failure as plain text, because the editor shows them as HTML. Only this function names the rows that a
 * failure is about. A refused key, for example, is not about any row.
 */
export function refusalWords(
	{ error: thrown, items, who, step = 'the operation ran', done }: Failure,
	itemIndex: number,
): Refusal {
	const error = inWords(thrown, step);
	const isAboutRows = items !== undefined && !concernsNoRecord(error);
	const rows = isAboutRows ? `It came from ${rowsInWords(items, itemIndex)} of the input.` : '';
	const where = rows && who ? `${rows} That is ${sentence(who)}` : rows;
	const description = descriptionOf(error, where);
	return {
		message: shortened(plainText(messageOf(error))),
		description: plainText([done ? sentence(description) : description, done].filter(Boolean).join(' ')),
	};
}

/**
 * A failure as n8n's own kind of error. The original error is not attached as its cause, because n8n would log and
 * store it.
 */
export function toNodeError(
	node: INode,
	{ error }: Failure,
	words: Refusal,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) return toNodeApiError(node, error, words, itemIndex);
	const ownIndex = error instanceof NodeOperationError && error.context.itemIndex;
	return nodeErrorOf(node, words, typeof ownIndex === 'number' ? ownIndex : itemIndex);
}

/**
 * A refused item. It has only the keys `error` and `message`: on the error output, n8n adds the fields of the input to
 * exactly this shape. With any further key, n8n would send the item to the success output.
 */
export const refusedItem = ({ message, description }: Refusal, from: number): INodeExecutionData => ({
	json: { error: message, message: description },
	pairedItem: { item: from },
});

const renamed = ({ error, ...others }: IDataObject): IDataObject => ({ ...others, service_error: error });

/**
 * A result as n8n's item. It is built in one step, because a key that is added later takes more memory, and there may
 * be very many items. A field `error` of the service is renamed, because n8n would take it for a failure.
 */
export function resultItem({ json: given, binary }: Result, from: number | number[]): INodeExecutionData {
	const pairedItem = Array.isArray(from) ? from.map((index) => ({ item: index })) : { item: from };
	const json = given.error === undefined ? given : renamed(given);
	return binary === undefined ? { json, pairedItem } : { json, binary, pairedItem };
}

/** A hint may be longer than a message, because it joins several messages and counts. */
const LONGEST_HINT = 5000;

/**
 * Sentences as the editor shows them, which reads a hint as HTML: the first one in bold, the others as a list. Each is
 * made plain text before, so that a text from outside brings no markup along.
 */
function asList(sentences: readonly string[]): string {
	const lines: string[] = [];
	let left = LONGEST_HINT;
	for (const text of sentences) {
		if (left <= 0) break;
		const line = shortened(plainText(text), left);
		lines.push(line);
		left -= line.length;
	}
	const more = sentences.length - lines.length;
	if (more > 0) lines.push(`And ${counted(more, 'other sentence', 'other sentences')}.`);
	const [first = '', ...others] = lines;
	const list = others.map((line) => `<li>${line}</li>`).join('');
	return `<strong>${first}</strong>${list && `<ul>${list}</ul>`}`;
}

/**
 * Shows the one hint above the output. Each sentence appears once; the sentences about the requests come last. Without
 * sentences, there is no hint.
 */
export function showHint(
	context: IExecuteFunctions,
	about: readonly Sentence[],
	{ waited, leftOut, withoutKey }: Pick<Sender, 'waited' | 'leftOut' | 'withoutKey'>,
): void {
	const sentences = [...about];
	const strange = counted(leftOut(), 'entry', 'entries');
	const dropped = `Left out, because the service sent no objects there: ${strange}.`;
	if (leftOut() > 0) sentences.push({ text: dropped, isWarning: true });
	const { onRequest, inOutages } = waited();
	const because = (milliseconds: number, reason: string) => {
		const seconds = Math.round(milliseconds / 1000);
		const text = `Waited ${seconds} s, because the service ${reason}.`;
		if (seconds > 0) sentences.push({ text, isWarning: false });
	};
	because(onRequest, 'asked for fewer requests');
	because(inOutages, 'took no request');
	if (sentences.length === 0) return;
	context.addExecutionHints({
		message: asList(withoutKey([...new Set(sentences.map((one) => one.text))])),
		type: sentences.some(({ isWarning }) => isWarning) ? 'warning' : 'info',
		location: 'outputPane',
	});
}
