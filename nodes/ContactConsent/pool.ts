/**
 * Runs a task for each entry, so many at a time, begun in the order of the entries.
 * If a task throws, no further one is begun, those under way are waited for, and the first error is thrown.
 *
 * @param shouldStop asked before each entry; true leaves the rest undone
 * @param most how many at a time it becomes: one more for each task that has come to its end
 */
export async function inParallel<Entry>(
	entries: Iterable<Entry>,
	width: number,
	task: (entry: Entry) => Promise<void>,
	shouldStop: () => boolean = () => false,
	most = width,
): Promise<void> {
	const queue = entries[Symbol.iterator]();
	const errors: unknown[] = [];
	let workers = width;
	const work = async (): Promise<void> => {
		const more: Array<Promise<void>> = [];
		while (errors.length === 0 && !shouldStop()) {
			const next = queue.next();
			if (next.done) break;
			try {
				await task(next.value);
			} catch (error) {
				errors.push(error);
			}
			if (workers < most) {
				workers++;
				more.push(work());
			}
		}
		await Promise.all(more);
	};
	await Promise.all(Array.from({ length: width }, work));
	if (errors.length > 0) throw errors[0];
}

/** Runs a task after the one before it with the same key; without a key, at once. */
export type InTurn = <T>(key: string | undefined, task: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
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
