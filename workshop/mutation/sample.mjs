/**
 * A checker for Stryker that lets one mutant in `MUTATION_SAMPLE` be tried, e.g. every sixth. Stryker counts the others
 * as mutants that do not compile, so they are no part of the score. A score of some hundred mutants takes minutes; all
 * of them take hours.
 */
export const EVERY = Number(process.env.MUTATION_SAMPLE ?? 1);

class Sample {
	async init() {}

	async check(mutants) {
		const resultOf = ({ id }) =>
			Number(id) % EVERY === 0
				? { status: 'passed' }
				: { status: 'compileError', reason: 'It is not in the sample.' };
		return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]));
	}

	/** All mutants are one group, because checking them takes no time. */
	async group(mutants) {
		return [mutants.map(({ id }) => id)];
	}
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];
