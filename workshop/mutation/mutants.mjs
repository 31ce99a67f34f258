/**
 * A reporter for Stryker: the mutants and what became of them, which is what report.ts reads. Stryker's own JSON also
 * names for each mutant all tests that reach it. Here that would be more than a text can hold in Node.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

class Mutants {
	static inject = ['options'];

	constructor({ jsonReporter }) {
		this.fileName = jsonReporter.fileName;
	}

	onMutationTestReportReady({ files }) {
		const mutantsOf = ({ mutants }) =>
			mutants.map(({ replacement, status, location }) => ({ replacement, status, location }));
		const slim = Object.entries(files).map(([name, file]) => [name, { mutants: mutantsOf(file) }]);
		mkdirSync(dirname(this.fileName), { recursive: true });
		writeFileSync(this.fileName, JSON.stringify({ files: Object.fromEntries(slim) }));
	}
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'mutants', injectableClass: Mutants }];
