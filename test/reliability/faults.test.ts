/** Every fault against every operation, as a table: what the user sees, and what the service holds afterwards. */
import { faultTable } from './faultTable';
import { openLab, type Lab } from './lab';
import { operationsOf } from './operations';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());

describe.each(operationsOf('').map(({ name }) => name))('%s', (name) => {
	it('ends in every fault as it has to, with the effect that it reports', async () => {
		const wrong: string[] = [];
		let tried = 0;
		const only = (operation: { name: string }) => operation.name === name;
		for await (const cell of faultTable(lab, { only })) {
			tried += 1;
			wrong.push(...cell.wrong.map((problem) => `${cell.fault}: ${problem}`));
		}
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThan(60);
	}, 60_000);
});

it('goes out as an item with On Error "continue"', async () => {
	const wrong: string[] = [];
	const only = (_: unknown, { group }: { group: string }) =>
		group === 'redirect' || group === 'answer of another kind';
	for await (const cell of faultTable(lab, { onError: 'continueRegularOutput', only })) {
		wrong.push(...cell.wrong.map((problem) => `${cell.operation}, ${cell.fault}: ${problem}`));
	}
	expect(wrong).toEqual([]);
}, 60_000);
