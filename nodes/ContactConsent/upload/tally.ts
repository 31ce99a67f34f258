import type { Told } from './setting';

/** What was told of cells under a heading: how often, and the first one as an example. */
export interface ToldOf {
	count: number;
	said: string;
	read?: string;
}

/** What the hint says about the table as a whole. */
export interface Tally {
	/** What was told of cells, by their headings. */
	told: Map<Told, Map<string, ToldOf>>;
	/** Rows that were left out, because no cell of them says anything. */
	blankRows: number;
	/** The input items of rows that were left out, because only columns that the model does not have say anything. */
	otherRows: number[];
}

export const newTally = (): Tally => ({ told: new Map(), blankRows: 0, otherRows: [] });

/** Counts what is told of a cell. */
export function addTold(
	{ told }: Tally,
	heading: string,
	{ what, said, read }: { what: Told; said: string; read?: string },
): void {
	const ofHeadings = told.get(what) ?? new Map<string, ToldOf>();
	told.set(what, ofHeadings);
	const known = ofHeadings.get(heading);
	if (known) known.count++;
	else ofHeadings.set(heading, { count: 1, said, read });
}
