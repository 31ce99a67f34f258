/** Faults on the way of the trigger: each event reaches an execution, once. */
import { openLab, type Lab } from './lab';
import { triggerTable } from './triggerTable';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());

const FAULTS = [
	'status 503 on history',
	'status 503 on latest',
	'status 503 on document',
	'reset after the effect on latest',
	'body cut off on history',
	'HTML page with status 200 on latest',
	'clock a day',
	'limit',
];

it.each(FAULTS)(
	'loses nothing and repeats nothing through: %s',
	async (fault) => {
		const wrong: string[] = [];
		let tried = 0;
		for await (const cell of triggerTable(
			lab,
			(name) => name.startsWith(fault) && !name.endsWith('for a while'),
		)) {
			tried += 1;
			wrong.push(...cell.wrong.map((problem) => `${cell.persistence}, ${cell.fault}: ${problem}`));
		}
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThanOrEqual(3);
	},
	60_000,
);

it('gives a PDF up that stalls for ever, within the time of the poll', async () => {
	const wrong: string[] = [];
	const start = Date.now();
	for await (const cell of triggerTable(
		lab,
		(name) => name === 'stalled within the body on document, once',
	)) {
		wrong.push(...cell.wrong);
	}
	expect(wrong).toEqual([]);
	expect(Date.now() - start).toBeLessThan(40_000);
}, 60_000);
