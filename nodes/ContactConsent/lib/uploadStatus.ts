import { scalarText } from './json';
import { comparable, trimmed } from './text';

/**
 * The words for the status of an upload, and of a record in it, by what they mean. The contract shows none, so these are
 * the usual ones. They are compared without case, spaces, `_` and `-`.
 */
const WORDS = {
	pending: [
		...['pending', 'queued', 'created', 'new', 'open', 'accepted', 'scheduled', 'started', 'running'],
		...['processing', 'in progress'],
	],
	done: ['done', 'finished', 'complete', 'completed', 'success', 'succeeded', 'processed', 'ok'],
	failed: [
		...['failed', 'failure', 'error', 'errored', 'rejected', 'refused', 'denied', 'invalid'],
		...['cancelled', 'canceled', 'aborted'],
	],
} as const;

type Meaning = keyof typeof WORDS;

const MEANINGS = new Map(
	Object.entries(WORDS).flatMap(([meaning, words]) =>
		words.map((word) => [comparable(word), meaning as Meaning] as const),
	),
);

/** Stands in the output for the status that an upload, or a record in it, does not have. */
export const NO_STATUS = 'unknown';

/** A status as the service sends it; an empty text says nothing. */
export function statusIn(value: unknown): string {
	const status = scalarText(value) ?? '';
	return trimmed(status) === '' ? NO_STATUS : status;
}

/** What a status means; `undefined` for a word that nobody knows. */
export const meaningOf = (status: string): Meaning | undefined => MEANINGS.get(comparable(status));

/** The words that mean that an upload is not finished yet, as the default of a parameter. */
export const PENDING_STATUSES = WORDS.pending.join(', ');
