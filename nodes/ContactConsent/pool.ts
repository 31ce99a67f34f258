/**
 * Runs a task for each entry, at most `width` at a time, in the order of the entries. After an error, no further task
 * begins; the error is thrown when the running tasks have ended. The first of several errors counts.
 *
 * @param shouldStop asked before each entry; true ends the run without the remaining entries
 */
export async function inParallel<Entry>(
	entries: Iterable<Entry>,
	width: number,
	task: (entry: Entry) => Promise<void>,
	shouldStop: () => boolean = () => false,
): Promise<void> {
	const queue = entries[Symbol.iterator]();
	const errors: unknown[] = [];
	const work = async (): Promise<void> => {
		while (errors.length === 0 && !shouldStop()) {
			const next = queue.next();
			if (next.done) return;
			try {
				await task(next.value);
			} catch (error) {
				errors.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: width }, work));
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
	const begun: Array<Promise<void>> = [];
	for (const entry of entries) {
		await begun[begun.length - ahead];
		if (shouldStop()) break;
		begun.push(task(entry));
	}
	await Promise.all(begun);
}

/** Runs tasks with the same key one after another. A task without a key runs at once. */
export type OneByOne = <T>(key: string | undefined, task: () => Promise<T>) => Promise<T>;

export function createOneByOne(): OneByOne {
	const last = new Map<string, Promise<unknown>>();
	return async (key, task) => {
		if (key === undefined) return await task();
		const turn = (last.get(key) ?? Promise.resolve()).then(task);
		last.set(
			key,
			turn.catch(() => undefined),
		);
		return await turn;
	};
}
