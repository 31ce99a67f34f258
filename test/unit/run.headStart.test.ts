/** Which batches wait for the answer to a larger one, and for how long. Time stands still but for what a test adds. */
import { createHeadStart } from '../../nodes/ContactConsent/run/headStart';
import { pass } from '../support/still-time';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Batches by their names: those that went ahead or on are noted, with the milliseconds since the beginning. */
function start(signal?: AbortSignal) {
	const begun = Date.now();
	const headStart = createHeadStart(signal);
	const gone: string[] = [];
	return {
		gone,
		end: (name: string) => headStart.end(name),
		accepted: (size: number) => headStart.accepted(size),
		go: async (name: string, size: number) => {
			void headStart.wait(name, size).then(() => gone.push(`${name} ${Date.now() - begun}`));
			await jest.advanceTimersByTimeAsync(0);
		},
	};
}

it('the first batch goes ahead, and the others go on once the service has taken it', async () => {
	const { go, end, accepted, gone } = start();
	await go('a', 1000);
	await go('b', 1000);
	await go('c', 1000);
	await pass(100);
	expect(gone).toEqual(['a 0']);
	end('a');
	accepted(1000);
	await pass(1);
	expect(gone).toEqual(['a 0', 'b 100', 'c 100']);
});

it('where the first one is too large, the second one goes ahead, and the third waits for it', async () => {
	const { go, end, gone } = start();
	for (const name of ['a', 'b', 'c']) await go(name, 1000);
	end('a');
	await pass(50);
	expect(gone).toEqual(['a 0', 'b 0']);
	end('b');
	await pass(50);
	expect(gone).toEqual(['a 0', 'b 0', 'c 50']);
});

it('the end of another batch says nothing', async () => {
	const { go, end, gone } = start();
	end('a');
	await go('a', 1000);
	await go('b', 1000);
	end('b');
	await pass(100);
	expect(gone).toEqual(['a 0']);
});

it.each<[what: string, size: number, gone: string[]]>([
	['up to a tenth larger than what was taken goes at once', 1100, ['b 0', 'c 0', 'd 0']],
	['larger than that goes ahead', 1101, ['b 0', 'c 0']],
])('a batch that is %s', async (_what, size, expected) => {
	const { go, end, accepted, gone } = start();
	await go('a', 1000);
	end('a');
	accepted(1000);
	accepted(500);
	await go('b', size);
	await go('c', 1000);
	await go('d', size);
	expect(gone).toEqual(['a 0', ...expected]);
});

it('nobody waits longer than 0.15 s: the service is far away', async () => {
	const { go, gone } = start();
	await go('a', 1000);
	await pass(100);
	await go('b', 1000);
	await pass(149);
	expect(gone).toEqual(['a 0']);
	await pass(1);
	expect(gone).toEqual(['a 0', 'b 250']);
});

it('one that did not wait for the first one to end is not ahead of anybody', async () => {
	const { go, end, gone } = start();
	await go('a', 1000);
	await go('b', 1000);
	await pass(150);
	end('b');
	await go('c', 1000);
	await pass(100);
	expect(gone).toEqual(['a 0', 'b 150']);
	end('a');
	await pass(0);
	expect(gone).toEqual(['a 0', 'b 150', 'c 250']);
});

it('nobody waits once the execution is cancelled', async () => {
	const abort = new AbortController();
	const { go, gone } = start(abort.signal);
	await go('a', 1000);
	await go('b', 1000);
	await pass(20);
	abort.abort();
	await pass(130);
	await go('c', 1000);
	expect(gone).toEqual(['a 0', 'b 150', 'c 150']);
});
