import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fields } from '../field';
import { InvalidInput, type BatchOperation } from '../operation';
import type { Acceptance, BatchPlan, Current, Forecast, NotSent } from '../plan';
import { readParameters, type ParameterSource } from '../parameters';
import { concernsAll, ServiceError } from '../transport/errors';
import { isRecord } from '../values';
import { itemOf, type itemSources } from './source';

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
	/** How `get` shows what `upload` holds of the record, where the ID is repeated. */
	readAs: Current['readAs'] | undefined;
	/** When the record that `upload` is laid over was read, in epoch milliseconds. */
	readAt: number | undefined;
	/** The columns that are not sent; missing where there are none. */
	notSent: NotSent | undefined;
	accepted: Acceptance | undefined;
	/** What a dry run found; then nothing was sent. */
	found: Forecast | undefined;
	error: unknown;
}

export const isRefused = ({ error }: Element): boolean => error !== undefined;

export const isSettled = (element: Element): boolean => element.accepted !== undefined || isRefused(element);

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

/**
 * Why an element is refused, in words that say which one it is, what is wrong with it, and where it came from.
 * What concerns all elements stays as it is.
 */
export function refusalOf(
	element: Element,
	error: unknown,
	noun: string,
	explain: BatchPlan['explain'],
): unknown {
	const prefix = prefixOf(element, noun);
	if (error instanceof InvalidInput)
		return prefix ? new InvalidInput(prefix + error.message, error.advice, error.wayOn) : error;
	if (!(error instanceof ServiceError) || concernsAll(error)) return error;
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
	readAs: undefined,
	readAt: undefined,
	notSent: undefined,
	accepted: undefined,
	found: undefined,
	error: undefined,
});

/** Whether the values of one item are those of all: none of the fields that were read holds an expression. */
function areConstant(
	fields: Fields,
	values: Readonly<Record<string, unknown>>,
	source: ParameterSource,
): boolean {
	const read = fields.filter(({ name }) => name in values);
	return !JSON.stringify(read.map((field) => source.raw(field.name) ?? field.default)).includes('"=');
}

/** Turns the input items into elements; those that cannot be sent carry their error from the start. */
export function elementsOf(
	items: readonly INodeExecutionData[],
	sourceOf: ReturnType<typeof itemSources>,
	{ elementFields, noun }: BatchOperation,
	plan: BatchPlan,
	settings: Readonly<Record<string, unknown>>,
): Element[] {
	const elements: Element[] = [];
	let same: { source: ParameterSource; values: Readonly<Record<string, unknown>> } | undefined;
	for (const [from, { json }] of items.entries()) {
		try {
			const source = same?.source ?? sourceOf(from, json);
			const values = same?.values ?? readParameters(elementFields, source, settings);
			if (from === 0 && areConstant(elementFields, values, source)) same = { source, values };
			const raws = plan.elements(values, itemOf(json, source));
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
