/** The most requests under way at once: n8n's helper opens a connection for each, and more look like an attack. */
export const WIDEST = 64;
/** At first: as many as any service takes. */
const FIRST_WIDTH = 8;
/** The service does not keep up where its answers take more than so many times as long as the fastest. */
const SLOWER = 2;

/** How many requests may be under way at once: more as long as the service keeps up, fewer once it does not. */
export class Width {
	places = FIRST_WIDTH;
	private growth = (places: number) => places * 2;
	/** Milliseconds of the fastest answer, by kind. */
	private readonly fastest = new Map<string, number>();
	/** Quick answers since the last change, less slow ones: a few of those, e.g. long documents, say nothing. */
	private quick = 0;

	/** A request took so many milliseconds, while as many were under way as may be. Those of one kind are compared. */
	answered(kind: string, took: number): void {
		const best = Math.min(took, this.fastest.get(kind) ?? Infinity);
		this.fastest.set(kind, best);
		this.quick = Math.max(0, this.quick + (took > SLOWER * best ? -1 : 1));
		// A full round of them.
		if (this.quick >= this.places) this.set(Math.min(WIDEST, this.growth(this.places)));
	}

	/** The service asked for fewer requests, or did not answer in time; from now on it is widened step by step. */
	halve(): void {
		this.growth = (places) => places + 1;
		this.set(Math.max(1, Math.floor(this.places / 2)));
	}

	private set(places: number): void {
		this.places = places;
		this.quick = 0;
	}
}
