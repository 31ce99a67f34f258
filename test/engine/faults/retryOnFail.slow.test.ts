/** After each fault n8n runs the node again. Finished work is done once and reported as done. */
import { faultCases, isLeftOut } from './faults';
import { openLab, withoutWaiting, type Lab } from './lab';
import { calmRun, callsOf, furnish, holdings, operations } from './operations';
import { cases, everyNth } from '../../support/cases';
import { sentence } from '../../support/sentences';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());

const CHANGING = /(delete|trigger|upsert|update|setConsent|undoUpload)$/;
const changing = operations.filter(({ name }) => CHANGING.test(name));

/** How often one run of the node tries a request. */
const TRIES = 4;

/** A retry would create a second event, so the row is refused again. */
const isUnclear = (operation: string, words: string): boolean =>
	operation === 'event.trigger' && words.includes(sentence('earlierTryNotKnown'));

const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

it('every operation that changes something is tried', () => {
	expect(changing.map(({ name }) => name).sort()).toEqual(
		[
			...['contact.delete', 'contact.setConsent', 'contact.undoUpload', 'contact.update', 'contact.upsert'],
			...['employee.delete', 'employee.undoUpload', 'employee.update', 'employee.upsert', 'event.trigger'],
		].sort(),
	);
});

it.each(changing)(
	'$name does its work once in both runs together',
	async (operation) => {
		const { sandbox } = lab;
		const wrong: string[] = [];
		let tried = 0;
		for (const call of callsOf(operation)) {
			const calm = await calmRun(lab, call);
			for (const [at, endpoint] of calm.endpoints.entries()) {
				// By day every other fault; the next request and the next operation have those in between.
				for (const faultCase of everyNth(faultCases, 2, at + changing.indexOf(operation))) {
					const fault = faultCase.fault?.(lab.elsewhere);
					const asksToWait = fault?.status === 429 && fault.times === Infinity;
					if (!fault || asksToWait || isLeftOut(endpoint, faultCase)) continue;
					// Nobody can see whether the second request is a new one.
					const { ok, effect } = faultCase.verdict(endpoint);
					if (ok && !effect && isSuccess(fault.status)) continue;
					tried++;
					furnish(sandbox);
					// The second run of the node meets no fault.
					const times = Math.min(fault.times ?? 1, TRIES);
					sandbox.faults.add({ method: endpoint.method, path: endpoint.path, ...fault, times });
					const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
					const seen = await withoutWaiting(
						async () => await lab.run({ parameters: call.parameters(sandbox), items: call.items, node }),
					);
					const held = holdings(sandbox);
					const where = `${endpoint.method} ${endpoint.path}, ${faultCase.name}`;
					// The event may exist already, so it is not created a second time.
					const mayBeMissing = isUnclear(operation.name, seen.words) && held === calm.before;
					if (held !== calm.after && !mayBeMissing)
						wrong.push(`${where}: the service holds ${held}, not ${calm.after}`);
					if (seen.failed && !isUnclear(operation.name, seen.words)) wrong.push(`${where}: ${seen.words}`);
					wrong.push(...seen.offences.map((offence) => `${where}: ${offence}`));
				}
			}
		}
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThan(cases(20, 50));
	},
	180_000,
);
