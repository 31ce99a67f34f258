import type { IDataObject } from 'n8n-workflow';

import { justBefore, type Period } from './period';

/** The rest of a look-back. Its end follows from the checkpoint. */
export type Rest = Omit<Period, 'to'>;

/**
 * A period that the history did not show. Reading goes on behind it, and it is asked for again for a day. Times are by
 * the service's clock.
 */
export interface SkippedPeriod extends Period {
	to: number;
	/** When it was first skipped, and until when it is asked for. */
	since: number;
	until: number;
	/** When it was last asked for. Behind `until` once the question after its day was answered. */
	triedAt: number;
	/** A poll has ended with an error that names it. */
	isTold: boolean;
}

/** An event that was read and not delivered, as the service sent it, and when it was first read by the service's clock. */
export interface Waiting {
	raw: IDataObject;
	first: number;
}

/** The account of a state. */
export interface Account {
	address: string;
	/** A hash of the base URL and of what identifies the API key. */
	key: string;
	/** The credential's id in n8n, if it has one. */
	credential: string;
}

/** True if the address and either the key or the credential of n8n are the same. */
export const isSameAccount = (a: Account, b: Account): boolean =>
	a.address === b.address && (a.key === b.key || (a.credential !== '' && a.credential === b.credential));

/** How many milliseconds back the history can be read (`length`), and since when that is known (`at`, by n8n's clock). */
export interface HistoryLimit {
	length: number;
	at: number;
	/** The history has refused more than once, an hour apart. Until then, the look-backs ask for all of their time. */
	isSure: boolean;
}

/**
 * What a poll leaves for the next poll. Unless stated otherwise, times are epoch milliseconds by the service's clock.
 * Updates and confirmations that wait for room are not stored, because the history shows them again.
 */
export interface TriggerState {
	/** New for each stored state. It shows if n8n still has the state that this process knows. */
	revision: string;
	account: Account;
	/** With which events the trigger began, when that was by n8n's clock, and the parameters that said so. */
	begun: { with: string; at: number; parameters: string };
	/** From when on events of each chosen kind are delivered. Empty before the service's first answer. */
	starts: Record<string, number>;
	/** Everything that the history showed up to this time was read. Missing before the service's first answer. */
	checkpoint?: number;
	/** Where the first slice behind the checkpoint ends. Missing if all of it is asked for at once. */
	sliceTo?: number;
	/**
	 * Where the next near look-back begins: ten minutes before the checkpoint, or before the oldest event that was left.
	 * Missing without a checkpoint.
	 */
	nextNearFrom?: number;
	/** The rest of a near look-back that did not reach the checkpoint. It is read before the next look-back begins. */
	back?: Rest;
	/** When the last far look-back began (`at`, by n8n's clock), and where the checkpoint was then. */
	farBegan?: { at: number; checkpoint: number };
	/** The rest of the far look-back. */
	far?: Rest;
	/** What the history did not show. */
	skipped: SkippedPeriod[];
	/** Missing as long as the history has refused no look-back. */
	historyLimit?: HistoryLimit;
	/** The events that wait here, because the history may not show them any more: documents, and those before the start. */
	waiting: Waiting[];
	/** The newest events that were delivered or filtered out: their times by key. */
	taken: ReadonlyMap<string, number>;
	/** From this time on, `taken` is complete. Older events of the history count as taken. */
	completeFrom: number;
}

/** The most events in `waiting`, and the most bytes of them. With both lists full, the state stays below 256 KB. */
export const MOST_WAITING = 200;
export const MOST_WAITING_SIZE = 60_000;

/** The bytes of an entry beside its event. */
const MOST_OF_ENTRY = 40;

/** The room in `waiting`, which is empty at first. */
export function roomToWait() {
	let places = MOST_WAITING;
	let size = MOST_WAITING_SIZE;
	return {
		/** Gives an event its room, if it fits. One that does not fit takes no room from those behind it. */
		take: (raw: IDataObject): boolean => {
			const bytes = Buffer.byteLength(JSON.stringify(raw)) + MOST_OF_ENTRY;
			if (places === 0 || bytes > size) return false;
			places--;
			size -= bytes;
			return true;
		},
		/** How many more events of this many bytes fit. */
		left: (bytes: number): number => Math.min(places, Math.floor(size / bytes)),
	};
}

/**
 * The state before the first poll.
 *
 * @param startFrom from when on events are delivered; if missing, the service's first answer decides
 */
export function begin(
	account: Account,
	kinds: readonly string[],
	begun: TriggerState['begun'],
	startFrom?: number,
): TriggerState {
	const state = { revision: '', account, begun, skipped: [], waiting: [], taken: new Map(), completeFrom: 0 };
	if (startFrom === undefined) return { ...state, starts: {} };
	const checkpoint = justBefore(startFrom);
	return {
		...state,
		starts: Object.fromEntries(kinds.map((kind) => [kind, startFrom])),
		checkpoint,
		nextNearFrom: checkpoint,
		// Long ago, so the first poll looks back.
		farBegan: { at: 0, checkpoint },
	};
}

/** The revision of what n8n has stored. */
export const revisionOf = (stored: TriggerState | undefined): string => stored?.revision ?? '';
