/** Services that allow so many requests a second, and a pace that runs against them in made-up time. */
import { createPace, type Widths } from '../../nodes/ContactConsent/transport/pace';

/** Whether a request at this time, in milliseconds, is taken; if not, after how many milliseconds to come back. */
export type Limiter = (now: number) => { taken: boolean; retryAfter?: number };

const SECOND = 1000;
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / SECOND)) * SECOND;

export const SERVICES: Record<string, (limit: number) => Limiter> = {
	/** So many in each second of the clock. */
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
	/** So many in any second. */
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
	/** So many at once, and again as many each second, evenly. */
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

/** The same one, which does not say when to come back. */
export const silent =
	(telling: Limiter): Limiter =>
	(now) => ({ taken: telling(now).taken });

interface Load extends Widths {
	jobs: number;
	/** Milliseconds from request to answer, about. */
	latency: number;
	seed: number;
}

/** Sends so many requests as the pace allows. Takes no time of its own. */
export function paceAgainst(limiter: Limiter, { jobs, latency, seed, ...widths }: Load) {
	let state = seed;
	const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
	const pace = createPace(widths, random);
	const agenda: Array<{ at: number; act: () => void }> = [];
	const plan = (at: number, act: () => void) => {
		let place = agenda.length;
		while (place > 0 && (agenda[place - 1]?.at ?? 0) > at) place--;
		agenda.splice(place, 0, { at, act });
	};
	let now = 1_000_000;
	const start = now;
	let left = jobs;
	let refused = 0;
	let lastTaken = now;
	let alarm = Infinity;
	const send = () => {
		for (; left > 0; left--) {
			const wait = pace.wait(now);
			if (wait > 0) {
				const at = now + wait + random() * 20;
				if (at < alarm) {
					alarm = at;
					plan(at, () => {
						alarm = Infinity;
						send();
					});
				}
				return;
			}
			const ticket = pace.begin(now, 'GET');
			const half = latency * (0.4 + random() * 0.2);
			plan(now + half, () => {
				const { taken, retryAfter } = limiter(now);
				plan(now + half, () => {
					pace.end(ticket, taken ? { as: 'taken' } : { as: 'refused', asked: retryAfter }, now);
					if (taken) lastTaken = now;
					else {
						refused++;
						left++;
					}
					send();
				});
			});
		}
	};
	send();
	for (let next = agenda.shift(); next; next = agenda.shift()) {
		now = next.at;
		next.act();
	}
	return { seconds: (lastTaken - start) / SECOND, refused, left };
}
