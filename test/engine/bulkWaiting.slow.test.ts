/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** How long a bulk upload goes on: Wait Until Finished, and cancelling. */
import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../sandbox/index';
import { bulkBench, contacts } from '../support/bulk';

const bench = bulkBench();

describe('Wait Until Finished', () => {
	const options = (more: IDataObject = {}) => ({ waitUntilFinished: true, timeout: 20, ...more });

	it.each<[SandboxOptions['operationItems'], boolean]>([
		['modelId', true],
		['none', false],
	])('shows the elements that failed, with items as "%s"', async (operationItems, shows) => {
		bench.sandbox.configure({ operationItems, operationDurationMs: 700 });
		bench.sandbox.failItems('c1');
		const { json, hints } = await bench.upload({ items: contacts(3), options: options() });
		expect(hints.map(({ message }) => message)).toEqual([
			`Accepted: 3 of 3 contacts. Status when waiting ended: ${shows ? '2 success, 1 failed' : '3 finished'}.`,
		]);
		expect(json.map(({ item_status }) => item_status)).toEqual(
			shows ? ['success', 'failed', 'success'] : [undefined, undefined, undefined],
		);
		expect(json.every(({ accepted, operation_status }) => accepted && operation_status === 'finished')).toBe(
			true,
		);
	});
});

describe('cancelling', () => {
	const untilUploads = async (count: number) => {
		while (bench.uploads().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
	};

	it.each([undefined, 'continueRegularOutput'] as const)(
		'stops before the next request (%s)',
		async (onError) => {
			bench.sandbox.faults.add({ path: '/contacts', delayMs: 40, times: null });
			let sentAtCancel = 0;
			await bench.upload({
				items: contacts(400),
				options: { batchSize: 10, parallelUploads: 2 },
				onError,
				onStart: (cancel) =>
					void untilUploads(4).then(() => {
						sentAtCancel = bench.uploads().length;
						cancel();
					}),
			});
			await new Promise((resolve) => setTimeout(resolve, 200));
			expect(sentAtCancel).toBeLessThan(10);
			// The sandbox notes a request when it has answered it: the two under way come on top.
			expect(bench.uploads().length).toBeLessThanOrEqual(sentAtCancel + 2);
		},
	);
});
