import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { InvalidElement, type BatchOperation, type BatchSettings, type Upload } from '../operation';
import { assertRequired } from '../resources/upload';
import { ServiceError } from '../transport/errors';
import { scalarText } from '../values';
import { toNodeError } from './outcome';
import { parametersOf } from './parameters';

/** An accepted request. */
export interface Accepted {
	operationId: string | undefined;
	/** What its answer's headers say, as each of its output items carries it. */
	facts: IDataObject;
}

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
	upload: Upload | undefined;
	accepted: Accepted | undefined;
	error: unknown;
}

export const isRefused = ({ error }: Element): boolean => error !== undefined;

/** The ids that several elements share. */
export function repeatedIds(elements: readonly Element[]): ReadonlySet<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const { id } of elements) (seen.has(id) ? repeated : seen).add(id);
	return repeated;
}

function nameOf(element: Element, noun: string): string {
	const { id, place } = element;
	if (id.trim() !== '') return `The ${noun} "${id}"`;
	return place === undefined ? `One ${noun}` : `The ${noun} in place ${place}`;
}

/** A failure of the element itself, in words that name it, its field and its item. */
export function invalidElement(
	context: IExecuteFunctions,
	noun: string,
	element: Element,
	error: unknown,
): unknown {
	if (!(error instanceof InvalidElement)) return error;
	const message = `${nameOf(element, noun)} cannot be sent: ${error.message}`;
	return new NodeOperationError(context.getNode(), message, {
		description: `${error.advice} It came from item ${element.from}.`,
		itemIndex: element.from,
	});
}

/** Why an element was refused. A failed request is shared by many; where its item made several elements, its id is added. */
export function reasonOf(context: IExecuteFunctions, noun: string, element: Element): unknown {
	if (!(element.error instanceof ServiceError) || element.place === undefined) return element.error;
	const error = toNodeError(context.getNode(), element.error, element.from);
	error.message = `${nameOf(element, noun)}: ${error.message}`;
	return error;
}

const newElement = (from: number, place: number | undefined, raw: IDataObject): Element => ({
	from,
	place,
	id: scalarText(raw.id) ?? '',
	raw,
	upload: undefined,
	accepted: undefined,
	error: undefined,
});

/** The raw elements of one input item, or the one that stands for it because it cannot be read. */
function readElements(
	context: IExecuteFunctions,
	operation: BatchOperation,
	settings: BatchSettings,
	from: number,
): Element[] {
	try {
		const raws = operation.elements(parametersOf(context, from), settings);
		return raws.map((raw, index) => newElement(from, raws.length > 1 ? index + 1 : undefined, raw));
	} catch (error) {
		return [{ ...newElement(from, undefined, {}), error }];
	}
}

/** Notes on an element why it cannot be sent, if it cannot. */
function check(
	context: IExecuteFunctions,
	operation: BatchOperation,
	settings: BatchSettings,
	element: Element,
): void {
	const { raw = {} } = element;
	try {
		const upload = operation.isPlain?.(raw) ? raw : operation.toUpload(raw, settings);
		assertRequired(upload, settings.mergeWithCurrent ? ['id'] : operation.required);
	} catch (error) {
		element.error = invalidElement(context, operation.noun.one, element, error);
	}
}

/** Turns the input items into elements; those that cannot be sent carry their error from the start. */
export function elementsOf(
	context: IExecuteFunctions,
	operation: BatchOperation,
	settings: BatchSettings,
): Element[] {
	const elements: Element[] = [];
	for (const from of context.getInputData().keys()) {
		for (const element of readElements(context, operation, settings, from)) {
			elements.push(element);
			if (!isRefused(element)) check(context, operation, settings, element);
		}
	}
	return elements;
}
