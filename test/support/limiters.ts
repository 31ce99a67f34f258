/** Rate limits of services. */

/**
 * Decides whether a request at this time (in milliseconds) is taken. If not, it may say after how many milliseconds
 * to try again.
 */
export type Limiter = (now: number) => { taken: boolean; retryAfter?: number };

const SECOND = 1000;
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / SECOND)) * SECOND;

export const SERVICES: Record<string, (limit: number) => Limiter> = {
	/** A number of requests in each second of the clock. */
	'by the clock': (limit) => {
		let second = -1;
		let count = 0;
		return (now) => {
			if (Math.floor(now / SECOND) !== second) count = 0;
			second = Math.floor(now / SECOND);
			count++;
			return count <= limit ? { taken: true } : { taken: false, retryAfter: SECOND };
		};
	},
	/** A number of requests in any period of one second. */
	'any second': (limit) => {
		const taken: number[] = [];
		return (now) => {
			while (taken.length > 0 && (taken[0] ?? 0) <= now - SECOND) taken.shift();
			if (taken.length >= limit)
				return { taken: false, retryAfter: wholeSeconds((taken[0] ?? 0) + SECOND - now) };
			taken.push(now);
			return { taken: true };
		};
	},
	/** A number of requests at once, which refills evenly by that number per second. */
	'token bucket': (limit) => {
		let tokens = limit;
		let last: number | undefined;
		return (now) => {
			tokens = Math.min(limit, tokens + ((now - (last ?? now)) / SECOND) * limit);
			last = now;
			if (tokens < 1) return { taken: false, retryAfter: wholeSeconds(((1 - tokens) / limit) * SECOND) };
			tokens--;
			return { taken: true };
		};
	},
};

/** The same limit without a hint when to try again. */
export const silent =
	(telling: Limiter): Limiter =>
	(now) => ({ taken: telling(now).taken });
