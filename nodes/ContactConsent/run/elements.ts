import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput, type BatchOperation } from '../operation';
import type { Acceptance, BatchPlan, Forecast, NotSent } from '../plan';
import { readParameters } from '../parameters';
import { ServiceError } from '../transport/errors';
import { isRecord } from '../values';
import { itemOf, itemSource } from './source';

/** One element of a bulk upload on its way: where it came from, and how it ended. */
export interface Element {
	/** Index of its input item. */
	from: number;
	/** Place among the elements of its item, from 1, where there are several. */
	place: number | undefined;
	id: string;
	/** As it was handed over; missing once its batch has been sent: memory stays with the batches under way. */
	raw: IDataObject | undefined;
	/** Set while its batch is under way. */
	upload: IDataObject | undefined;
	/** The columns that are not sent; missing where there are none. */
	notSent: NotSent | undefined;
	accepted: Acceptance | undefined;
	/** What a dry run found; then nothing was sent. */
	found: Forecast | undefined;
	error: unknown;
}

export const isRefused = ({ error }: Element): boolean => error !== undefined;

/** The IDs that several elements share which can be sent. */
export function repeatedIds(elements: readonly Element[]): ReadonlySet<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const element of elements) {
		if (!isRefused(element)) (seen.has(element.id) ? repeated : seen).add(element.id);
	}
	return repeated;
}

/** Names an element where its input item alone does not say which one is meant. */
function prefixOf({ id, place }: Element, noun: string): string {
	if (place === undefined) return '';
	return id.trim() === ''
		? `The ${noun} in place ${place}: `
		: `${noun[0]?.toUpperCase()}${noun.slice(1)} "${id}": `;
}

/** Why an element is refused, in words that say which one it is, what is wrong with it, and where it came from. */
export function refusalOf(
	element: Element,
	error: unknown,
	noun: string,
	explain: BatchPlan['explain'],
): unknown {
	const prefix = prefixOf(element, noun);
	if (error instanceof InvalidInput)
		return prefix ? new InvalidInput(prefix + error.message, error.advice) : error;
	if (!(error instanceof ServiceError)) return error;
	const { validation = [] } = error.facts;
	const explained = explain(validation, element.upload ?? {});
	const message = explained ?? error.message;
	const advice = explained === undefined ? error.advice : 'Correct it and run the node again.';
	const where = `It came from row ${element.from + 1} of the input.`;
	return new ServiceError({ message: prefix + message, description: `${advice} ${where}` }, error.facts);
}

const newElement = (from: number, place: number | undefined, raw: IDataObject, id: string): Element => ({
	from,
	place,
	id,
	raw,
	upload: undefined,
	notSent: undefined,
	accepted: undefined,
	found: undefined,
	error: undefined,
});

/** Turns the input items into elements; those that cannot be sent carry their error from the start. */
export function elementsOf(
	context: IExecuteFunctions,
	{ elementFields, noun }: BatchOperation,
	plan: BatchPlan,
	settings: Readonly<Record<string, unknown>>,
): Element[] {
	const elements: Element[] = [];
	for (const [from, { json }] of context.getInputData().entries()) {
		try {
			const values = readParameters(elementFields, itemSource(context, from, json), settings);
			const raws = plan.elements(values, itemOf(context, json));
			for (const [at, raw] of raws.entries()) {
				const place = raws.length > 1 ? at + 1 : undefined;
				const element = newElement(from, place, isRecord(raw) ? raw : {}, plan.idOf(raw));
				elements.push(element);
				try {
					plan.check(raw);
				} catch (error) {
					element.error = refusalOf(element, error, noun.one, plan.explain);
				}
			}
		} catch (error) {
			elements.push({ ...newElement(from, undefined, {}, ''), error });
		}
	}
	return elements;
}
