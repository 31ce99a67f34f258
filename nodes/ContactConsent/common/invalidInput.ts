/** The error for input that cannot be sent: which value is wrong, and how to go on. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The advice in one sentence, for the hint above the output, which may be about many rows. */
		readonly hint?: string,
	) {
		super(message);
		this.name = 'InvalidInput';
	}
}

const PROBLEMS_SAID = 3;

/**
 * Joins the problems of one row into one error: the first three, then the number of others. If a problem is not an
 * `InvalidInput`, only the first problem is returned.
 */
export function joined(problems: readonly unknown[]): unknown {
	const worded = problems.filter((one) => one instanceof InvalidInput);
	const [first] = problems;
	if (worded.length < 2 || worded.length < problems.length) return first;
	const said = worded.slice(0, PROBLEMS_SAID);
	const more = worded.length - said.length;
	return new InvalidInput(
		said.map(({ message }) => message).join('; ') + (more > 0 ? `; and ${more} more` : ''),
		[...new Set(said.map(({ advice }) => advice))].join(' '),
		said.find(({ hint }) => hint !== undefined)?.hint,
	);
}
