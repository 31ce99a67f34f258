/**
 * Runs a task for each entry, at most `width` at a time, in the order of the entries. After an error, no further task
 * begins; the error is thrown when the running tasks have ended. The first of several errors counts.
 *
 * @param width a function is asked again whenever a task has ended
 * @param shouldStop asked before each entry; true ends the run without the remaining entries
 */
export async function inParallel<Entry>(
	entries: Iterable<Entry>,
	width: number | (() => number),
	task: (entry: Entry) => Promise<void>,
	shouldStop: () => boolean = () => false,
): Promise<void> {
	const queue = entries[Symbol.iterator]();
	const widthNow = typeof width === 'number' ? () => width : width;
	const errors: unknown[] = [];
	let running = 0;
	let isOver = false;
	await new Promise<void>((end) => {
		const run = async (entry: Entry): Promise<void> => {
			running++;
			try {
				await task(entry);
			} catch (error) {
				errors.push(error);
			}
			running--;
			begin();
		};
		const next = (): IteratorResult<Entry> | undefined => {
			if (errors.length > 0 || shouldStop()) return undefined;
			try {
				return queue.next();
			} catch (error) {
				errors.push(error);
				return undefined;
			}
		};
		const begin = (): void => {
			while (!isOver && running < widthNow()) {
				const entry = next();
				if (entry === undefined || entry.done) isOver = true;
				else void run(entry.value);
			}
			if (isOver && running === 0) end();
		};
		begin();
	});
	if (errors.length > 0) throw errors[0];
}

/**
 * Runs a task for each entry. A task begins only when the task `ahead` places before it has ended. So fewer
 * than `ahead` later tasks have begun when a task fails, however long it took.
 */
export async function inOrder<Entry>(
	entries: readonly Entry[],
	ahead: number,
	task: (entry: Entry) => Promise<void>,
	shouldStop: () => boolean,
): Promise<void> {
	const errors: unknown[] = [];
	const run = async (entry: Entry) => await task(entry).catch((error: unknown) => void errors.push(error));
	const begun: Array<Promise<void>> = [];
	for (const entry of entries) {
		await begun[begun.length - ahead];
		if (errors.length > 0 || shouldStop()) break;
		begun.push(run(entry));
	}
	await Promise.all(begun);
	if (errors.length > 0) throw errors[0];
}

/** Waits until a further task may go on. @returns a function to call when it has ended; further calls do nothing */
export type Gate = () => Promise<() => void>;

/** A gate through which so many tasks go at once, in the order of asking. @param widthOf asked again each time */
export function createGate(widthOf: () => number): Gate {
	const waiting: Array<() => void> = [];
	let inside = 0;
	const letIn = (): void => {
		for (; inside < widthOf() && waiting.length > 0; inside++) waiting.shift()?.();
	};
	return async () => {
		await new Promise<void>((begin) => {
			waiting.push(begin);
			letIn();
		});
		let isInside = true;
		return () => {
			if (isInside) inside--;
			isInside = false;
			letIn();
		};
	};
}
