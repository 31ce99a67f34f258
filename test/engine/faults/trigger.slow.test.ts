/** Faults while the trigger polls. Each event must reach an execution once. */
import { isNewestEngine } from '../../support/engine';
import { wrongIn } from './faultTable';
import { openLab, type Lab } from './lab';
import { triggerTable } from './triggerTable';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab(1);
});
afterAll(async () => await lab.close());

it.each([
	'status 503 on ',
	'reset after the effect on ',
	'body cut off on /v1/events',
	'HTML page with status 200 on /v1/events/latest',
	'clock a day',
	'limit',
])(
	'no event is lost or repeated by: %s',
	async (fault) => {
		const only = (name: string) => name.startsWith(fault) && !name.endsWith('for a while');
		const { wrong, tried } = await wrongIn(triggerTable(lab, only));
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThanOrEqual(isNewestEngine ? 3 : 1);
	},
	120_000,
);
