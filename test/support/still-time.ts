/** Time that stands still but for what a test lets pass, and waits that are not random. */

/** For each test of a file or a `describe`. @param random what stands for `Math.random()` */
export function stillTime({ now, random = 0 }: { now?: number; random?: number } = {}): void {
	beforeEach(() => {
		jest.useFakeTimers(now === undefined ? {} : { now });
		jest.spyOn(Math, 'random').mockReturnValue(random);
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}

export const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
