const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes minutes begins first, so that nobody waits for it at the end. By its size, jest takes some of it last. */
const MINUTES = /e2e\/(recipes|trigger|queue)\.test|(triggerLine|load)\.slow\.test/;

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return [true, false].flatMap((first) => sorted.filter(({ path }) => MINUTES.test(path) === first));
	}
};
