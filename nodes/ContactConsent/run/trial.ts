import { ServiceError } from '../transport/errors';

/** Finds out whether the service refuses everything: a gateway says 400 to all, and no halving would find the bad ones. */
export interface Trial {
	accepted(): void;
	/** @returns whether so much was refused that others should be asked */
	refused(error: unknown): boolean;
	isProven(): boolean;
	/** Others were asked: if they were refused, too, everything is. */
	conclude(): void;
	/** Why the rest is not sent, once that is clear. */
	verdict(): ServiceError | undefined;
	/** The verdict in place of a refusal that came before it; any other error as it is. */
	reasonFor(error: unknown): unknown;
	/** Until something was accepted, one task runs at a time. */
	alone(task: () => Promise<void>): Promise<void>;
}

/** So many refusals without one acceptance, by status; a size may have to be halved many times. */
const ENOUGH: Readonly<Record<number, number>> = { 400: 40, 422: 40, 413: 120 };

/** A refusal that names nobody, with the number of them that is suspicious. */
function anonymous(error: unknown): { error: ServiceError; enough: number } | undefined {
	if (!(error instanceof ServiceError) || error.facts.validation?.length) return undefined;
	const enough = ENOUGH[error.facts.status ?? 0];
	return enough === undefined ? undefined : { error, enough };
}

export function createTrial(): Trial {
	let isProven = false;
	let refusals = 0;
	let hasAsked = false;
	let last: ServiceError | undefined;
	let verdict: ServiceError | undefined;
	let running: Promise<void> | undefined;
	let decide: () => void = () => undefined;
	const decided = new Promise<void>((resolve) => (decide = resolve));
	return {
		accepted() {
			isProven = true;
			decide();
		},
		refused(error) {
			const found = anonymous(error);
			if (!found || isProven || verdict) return false;
			refusals++;
			last = found.error;
			const isEnough = refusals >= found.enough && !hasAsked;
			hasAsked ||= isEnough;
			return isEnough;
		},
		isProven: () => isProven,
		conclude() {
			if (isProven || !last) return;
			const all = `The service refused all ${refusals} requests like this, so the rest was not sent.`;
			const words = { message: last.message, description: `${last.advice} ${all}` };
			verdict = new ServiceError(words, { ...last.facts, refusesAll: true });
			decide();
		},
		verdict: () => verdict,
		reasonFor: (error) =>
			verdict && anonymous(error)?.error.facts.status === verdict.facts.status ? verdict : error,
		async alone(task) {
			while (running && !isProven && !verdict) await Promise.race([running, decided]);
			const run = task();
			const mine = run.then(
				() => undefined,
				() => undefined,
			);
			running = mine;
			try {
				await run;
			} finally {
				// Also after a task that failed: whoever waits for its turn would wait without end.
				if (running === mine) running = undefined;
			}
		},
	};
}
