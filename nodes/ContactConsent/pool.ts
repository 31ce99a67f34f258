/**
 * Runs a task for each entry, so many at a time, begun in the order of the entries.
 * If a task throws, no further one is begun, those under way are waited for, and the first error is thrown.
 *
 * @param shouldStop asked before each entry; true leaves the rest undone
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
 * The same, but no task is begun before the one `ahead` places before it has ended. So after a failure no more than that
 * many later ones were begun, however long the first one took.
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

/** Runs a task after the one before it with the same key; without a key, at once. */
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
