import { PdfWidth } from '../common/pdfWidth';
import { createGate } from '../lib/pool';
import { elapsed } from '../lib/time';
import { WIDEST } from '../transport/width';

/**
 * How asking for a PDF ended. `absent`: the answer was that there is none. `failed`: for a reason that says nothing about
 * the connection.
 */
export type PdfEnd = 'arrived' | 'absent' | 'brokeOff' | 'tookTooLong' | 'failed';

/** Gives a place back. */
export type LeavePlace = (end: PdfEnd) => void;

/**
 * The share of its time limit in which a PDF arrives quickly. After each quick one, two more begin: three times as many
 * together, which then take three times as long, and still have a quarter of their time left.
 */
const QUICK = 1 / 4;

/**
 * The places of an execution in which PDFs download. In: a download asks for a place, and says how it has ended. Out: it may
 * begin. Over a slow connection, PDFs that all download at once all take too long.
 *
 *     a PDF                the width
 *     arrives quickly      two more
 *     arrives later        stays
 *     breaks off           half, but 5 at least
 *     takes too long       half
 *     is absent            more, because the next ones may be absent, too
 *
 * PDFs that were under way together halve the width once.
 */
export class PdfPlaces {
	private readonly width = new PdfWidth();
	private readonly gate = createGate(() => this.count);
	/** How many places were taken, and in how many of them there was no PDF. */
	private taken = 0;
	private absent = 0;
	private halvings = 0;

	/** The width is for PDFs. If only every third answer has one, three times as many may be asked for. */
	private get count(): number {
		const share = (1 + this.taken - this.absent) / (1 + this.taken);
		return Math.min(WIDEST, Math.floor(this.width.count / share));
	}

	/** Waits for a place. @param timeLimit milliseconds that a PDF may take */
	async take(timeLimit = Infinity): Promise<LeavePlace> {
		const release = await this.gate();
		const beganAt = elapsed();
		const { halvings } = this;
		this.taken++;
		return (end) => {
			if (end === 'absent') this.absent++;
			const isQuick = elapsed() - beganAt <= QUICK * timeLimit;
			if (end === 'arrived' && isQuick) this.width.arrived();
			if (end === 'brokeOff' || end === 'tookTooLong') this.halve(halvings, end === 'tookTooLong');
			release();
		};
	}

	/** @param halvings that a download knew of when it began */
	private halve(halvings: number, tookTooLong: boolean): void {
		if (halvings !== this.halvings) return;
		this.halvings++;
		this.width.brokeOff(tookTooLong);
	}
}
