/** Time that stands still but for what a test lets pass, and waits that are not random. */

/** Waits between tries have no random part, for each test of a file or a `describe`. */
export function withoutJitter(random = 0): void {
	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(random));
	afterEach(() => void jest.restoreAllMocks());
}

/** For each test of a file or a `describe`. @param random what stands for `Math.random()` */
export function stillTime({ now, random = 0 }: { now?: number; random?: number } = {}): void {
	beforeEach(() => void jest.useFakeTimers(now === undefined ? {} : { now }));
	afterEach(() => void jest.useRealTimers());
	withoutJitter(random);
}

export const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
