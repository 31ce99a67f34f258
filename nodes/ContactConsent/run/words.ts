/** What a run says about the rows that it, or an earlier try, has done. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Sentence } from '../common/plan';
import { counted, rowRanges } from '../lib/text';

/** What an earlier try of this execution has done. @param rows how many */
export function doneByEarlierTry(rows: number): Sentence[] {
	if (rows === 0) return [];
	const words = `${counted(rows, 'row was', 'rows were')} done by an earlier try of this execution (Retry On Fail).`;
	return [{ text: words, isWarning: false }];
}

/** What was done before a failure: *Deleted: 4 of 40 (rows 1 to 3, 5).* @param done the word for a finished row */
export function doneInWords(
	done: string,
	context: IExecuteFunctions,
	rows: readonly number[],
	unknown: readonly number[],
): string {
	const sorted = (all: readonly number[]) => rowRanges([...all].sort((a, b) => a - b));
	const which = rows.length > 0 ? ` (${sorted(rows)})` : '';
	const open = unknown.length > 0 ? ` Not known whether it was done: ${sorted(unknown)}.` : '';
	return `${done}: ${rows.length} of ${context.getInputData().length}${which}.${open}`;
}
