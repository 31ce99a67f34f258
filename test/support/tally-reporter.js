/** Ends every run with one plain line: `N passed, N failed`. */
module.exports = class TallyReporter {
	onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests }) {
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
		process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
	}
};
