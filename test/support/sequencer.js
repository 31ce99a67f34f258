const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Starts the slowest files first, so that the end of the run does not wait for them. Jest would start some of them
 * last, because of their size.
 */
const MINUTES = /e2e\/(recipes|trigger|queue|published-again)\.test|(triggerLine|load)\.slow\.test/;

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return [true, false].flatMap((first) => sorted.filter(({ path }) => MINUTES.test(path) === first));
	}
};
