/** Time that stands still until a test lets it pass, and waits without a random part. */

/** Removes the random part of waits between tries, for each test of a file or a `describe`. */
export function withoutJitter(random = 0): void {
	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(random));
	afterEach(() => void jest.restoreAllMocks());
}

/** Stops the time for each test of a file or a `describe`. @param random the value of `Math.random()` */
export function stillTime({ now, random = 0 }: { now?: number; random?: number } = {}): void {
	beforeEach(() => void jest.useFakeTimers(now === undefined ? {} : { now }));
	afterEach(() => void jest.useRealTimers());
	withoutJitter(random);
}

export const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
