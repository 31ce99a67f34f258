import { elapsed } from '../clock';
import type { Turn } from './turn';

/** The most requests under way at once. n8n's helper opens a connection for each; more would look like an attack. */
export const WIDEST = 64;
/** The number of places at the beginning. Any service should be able to take this many requests at once. */
const FIRST_PLACES = 8;
/** An answer is slow if it takes more than this many times as long as the fastest answer of its kind. */
const SLOWER = 2;

/** How many requests may be under way: more and more while the service keeps up, and half as many if it complains. */
export class Places {
	count = FIRST_PLACES;
	private grown = (count: number) => count * 2;
	/** Milliseconds of the fastest answer, by expected kind. */
	private readonly fastest = new Map<string, number>();
	/** Quick answers minus slow ones since the count last changed. A few slow ones, e.g. documents, do not matter. */
	private quick = 0;

	/** Called when a request was answered while all places were taken. Only answers of one kind are compared. */
	answered({ request: { expect }, beganAt }: Turn): void {
		const took = elapsed() - beganAt;
		const best = Math.min(took, this.fastest.get(expect) ?? Infinity);
		this.fastest.set(expect, best);
		this.quick = Math.max(0, this.quick + (took > SLOWER * best ? -1 : 1));
		// One quick answer for each place.
		if (this.quick >= this.count) this.change(Math.min(WIDEST, this.grown(this.count)));
	}

	/** Called when the service asked for fewer requests or was late. From now on, places are added one by one. */
	halve(): void {
		this.grown = (count) => count + 1;
		this.change(Math.max(1, Math.floor(this.count / 2)));
	}

	private change(count: number): void {
		this.count = count;
		this.quick = 0;
	}
}
