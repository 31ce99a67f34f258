/** Faults on the way of the trigger: each event reaches an execution, once. */
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
	'loses nothing and repeats nothing through: %s',
	async (fault) => {
		const only = (name: string) => name.startsWith(fault) && !name.endsWith('for a while');
		const { wrong, tried } = await wrongIn(triggerTable(lab, only));
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThanOrEqual(3);
	},
	120_000,
);

it('gives a PDF up that stalls for ever, within the time of the poll', async () => {
	const times: number[] = [];
	async function* timed<Cell>(cells: AsyncIterable<Cell>) {
		let start = Date.now();
		for await (const cell of cells) {
			times.push(Date.now() - start);
			yield cell;
			start = Date.now();
		}
	}
	const name = 'stalled within the body on /v1/documentation/*, once';
	const { wrong, tried } = await wrongIn(timed(triggerTable(lab, (other) => other === name)));
	expect({ wrong, tried }).toEqual({ wrong: [], tried: 3 });
	// A poll in memory works for 40 s, and has 45.
	const [inMemory = Infinity, scheduled = Infinity, durable = Infinity] = times;
	expect(inMemory).toBeLessThan(45_000);
	expect(scheduled + durable).toBeLessThan(40_000);
}, 120_000);
