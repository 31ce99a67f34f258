import { pause } from '../pause';

/** A batch that is larger than those before it goes ahead of the others: if it is too large, so are they. */
export interface HeadStart {
	/** Waits while another one is ahead. @param batch whatever tells it from others */
	wait(batch: unknown, size: number): Promise<void>;
	/** The service has answered the first request of a batch, or will not. */
	end(batch: unknown): void;
	accepted(size: number): void;
}

/** So much more than what was accepted may as well be sent at once. */
const LARGER = 1.1;
/** Milliseconds: farther away, nobody waits for the answer. */
const LONGEST = 150;

export function createHeadStart(signal: AbortSignal | undefined): HeadStart {
	let largestAccepted = 0;
	let ahead: { batch: unknown; answered: Promise<void>; tell: () => void } | undefined;
	return {
		async wait(batch, size) {
			const isLarger = () => size > LARGER * largestAccepted;
			const late = Date.now() + LONGEST;
			while (ahead && isLarger() && Date.now() < late && !signal?.aborted) {
				await Promise.race([ahead.answered, pause(late - Date.now(), signal)]);
			}
			if (ahead || !isLarger()) return;
			let tell: () => void = () => undefined;
			const answered = new Promise<void>((resolve) => (tell = resolve));
			ahead = { batch, answered, tell };
		},
		end(batch) {
			if (!ahead || ahead.batch !== batch) return;
			ahead.tell();
			ahead = undefined;
		},
		accepted: (size) => void (largestAccepted = Math.max(largestAccepted, size)),
	};
}
