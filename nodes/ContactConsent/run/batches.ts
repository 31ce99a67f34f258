import type { BatchPlan } from '../plan';
import { isSettled, type Element } from './elements';
import type { Sizes } from './sizes';

/** The elements of one request, and up to how many bytes it is filled. */
export interface Batch {
	elements: Element[];
	aim: number;
}

export interface Batches extends Iterable<Batch> {
	/** Elements that did not fit come first in the next batch. */
	giveBack(elements: readonly Element[]): void;
	isEmpty(): boolean;
}

/** Whether elements are laid over what the service has, or compared with it. */
export const readsCurrent = ({ keeps, dryRun }: Pick<BatchPlan, 'keeps' | 'dryRun'>): boolean =>
	keeps || dryRun;

/** Cuts elements into batches, in order. Where they are laid over what is there, an ID comes once in a batch. */
export function batchesOf(
	elements: readonly Element[],
	plan: Pick<BatchPlan, 'batchSize' | 'keeps' | 'dryRun'>,
	sizes: Sizes,
): Batches {
	let at = 0;
	let returned: Element[] = [];
	const peek = (): Element | undefined => {
		for (let next = returned[0]; next && isSettled(next); next = returned[0]) returned.shift();
		for (let next = elements[at]; next && isSettled(next); next = elements[at]) at++;
		return returned[0] ?? elements[at];
	};
	const next = (): IteratorResult<Batch, undefined> => {
		const aim = sizes.aim();
		const batch: Element[] = [];
		const ids = new Set<string>();
		let room = aim;
		for (let element = peek(); element && batch.length < plan.batchSize; element = peek()) {
			room -= aim === Infinity ? 0 : sizes.estimate(element.raw);
			if (batch.length > 0 && (room < 0 || ids.has(element.id))) break;
			batch.push(element);
			if (readsCurrent(plan)) ids.add(element.id);
			if (returned.length > 0) returned.shift();
			else at++;
		}
		return batch.length > 0
			? { done: false, value: { elements: batch, aim } }
			: { done: true, value: undefined };
	};
	return {
		[Symbol.iterator]: () => ({ next }),
		giveBack: (some) => void (returned = [...some, ...returned]),
		isEmpty: () => peek() === undefined,
	};
}
