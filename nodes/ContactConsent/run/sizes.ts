import type { IDataObject } from 'n8n-workflow';

/** Learns how large a request may be, in bytes, from what the service takes and from what is too large for it (413). */
export interface Sizes {
	/** Up to how many bytes the next request is filled; `Infinity` as long as nothing was too large. */
	aim(): number;
	/** Whether a request of this aim is known to be too large by now. */
	isOutdated(aim: number): boolean;
	took(entries: readonly Entry[]): void;
	tooLarge(entries: readonly Entry[]): void;
	/** About how many bytes an entry will have in a request. */
	estimate(raw: unknown): number;
}

interface Entry {
	raw: unknown;
	upload: IDataObject | undefined;
}

/** And a little more, so that two of them hold all. */
const HALF = 0.51;
/** The largest size that was taken is good enough where it is so close to the smallest that was not. */
const CLOSE = 1.1;
/** Bytes that may be sent for nothing to find a larger size: two requests, and a tenth of what was taken. */
const REQUESTS_SPENT = 2;
const PART_SPENT = 0.1;
/** How many entries show how large a request is. */
const SAMPLE = 20;

/** With the comma behind it. */
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? {})) + 1;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const sizeOf = (entries: readonly Entry[]): number => sum(entries.map(({ upload }) => bytesOf(upload)));

/** What a few of its entries show. */
export function roughSize(entries: readonly Entry[]): number {
	const step = Math.max(1, Math.floor(entries.length / SAMPLE));
	let [size, some] = [0, 0];
	for (let at = 0; at < entries.length; at += step) {
		size += bytesOf(entries[at]?.upload);
		some++;
	}
	return (size * entries.length) / Math.max(1, some);
}

export function createSizes(): Sizes {
	let largestTaken = 0;
	let smallestRefused = Infinity;
	let largestRefused = 0;
	let [taken, spent] = [0, 0];
	let isTrying = false;
	/** What an upload has more than the element that it was made of. */
	const added = { bytes: 0, entries: 0 };
	const compare = (entries: readonly Entry[], size: number) => {
		added.bytes += size - sum(entries.map(({ raw }) => bytesOf(raw)));
		added.entries += entries.length;
	};
	return {
		aim() {
			if (smallestRefused === Infinity) return Infinity;
			if (largestTaken === 0) return HALF * smallestRefused;
			const middle = (largestTaken + smallestRefused) / 2;
			const mayCost = REQUESTS_SPENT * largestRefused + PART_SPENT * taken - spent;
			if (isTrying || smallestRefused < CLOSE * largestTaken || middle > mayCost) return largestTaken;
			isTrying = true;
			return middle;
		},
		isOutdated: (aim) => aim >= smallestRefused,
		took(entries) {
			// Measuring takes time, and most services take whatever they get.
			const size = smallestRefused === Infinity ? roughSize(entries) : sizeOf(entries);
			taken += size;
			if (smallestRefused === Infinity) return;
			compare(entries, size);
			if (size > largestTaken) isTrying = false;
			largestTaken = Math.max(largestTaken, size);
		},
		tooLarge(entries) {
			const size = sizeOf(entries);
			compare(entries, size);
			isTrying = false;
			spent += size;
			largestRefused = Math.max(largestRefused, size);
			smallestRefused = Math.min(smallestRefused, size);
			// A limit that is no number of bytes, or that was lowered.
			if (largestTaken >= smallestRefused) largestTaken = 0;
		},
		estimate: (raw) => bytesOf(raw) + (added.entries === 0 ? 0 : added.bytes / added.entries),
	};
}

/** Cuts entries into parts of so many bytes at most, in order; a single one may have more. */
export function packed<E extends Entry>(entries: readonly E[], aim: number): E[][] {
	if (aim === Infinity) return [[...entries]];
	const parts: E[][] = [];
	let left = 0;
	for (const entry of entries) {
		const size = bytesOf(entry.upload);
		if (parts.length === 0 || size > left) {
			parts.push([]);
			left = aim;
		}
		parts.at(-1)?.push(entry);
		left -= size;
	}
	return parts;
}

/** True for a part that would leave much of a request empty. */
export const isRemainder = (entries: readonly Entry[], aim: number): boolean => sizeOf(entries) < aim / 2;
