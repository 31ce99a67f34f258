import { WIDEST } from '../transport/width';

/** How many PDFs download at once at first. Few, so that over a slow connection some are complete before their time is over. */
const FIRST = 5;
/** So many more PDFs may download for each that has arrived. */
const MORE = 2;

/**
 * How many PDFs of an execution or a poll may download at once. The line (`transport/line.ts`) counts a request only until
 * its answer begins, and nearly all of the time of a PDF comes after that.
 */
export class PdfWidth {
	private most = FIRST;

	get count(): number {
		return Math.floor(this.most);
	}

	arrived(): void {
		this.most = Math.min(WIDEST, this.most + MORE);
	}

	/**
	 * Called when a download broke off. If it took too long, even a few may be too many. If not, the service may be down, and
	 * fewer requests than at first do not show that (`ROWS_IN_DOUBT` in `transport/door.ts`).
	 */
	brokeOff(tookTooLong: boolean): void {
		const least = tookTooLong ? 1 : Math.min(FIRST, this.most);
		this.most = Math.max(least, this.most / 2);
	}
}
