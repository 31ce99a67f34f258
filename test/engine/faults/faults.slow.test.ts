/** Every fault on every operation, as a table: what the user sees, and what the service holds afterwards. */
import axios from 'axios';

import { start } from '../../../sandbox';
import { faultTable, wrongIn } from './faultTable';
import { openLab, type Lab } from './lab';
import { calmRun, callsOf, operations } from './operations';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());

it.each(operations)(
	'$name ends in every fault as it has to, with the effect that it reports',
	async (operation) => {
		const { wrong, tried } = await wrongIn(faultTable(lab, { of: [operation] }));
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThan(60);
	},
	120_000,
);

it('goes out as an item with On Error "continue"', async () => {
	const only = ({ group }: { group: string }) => group === 'redirect' || group === 'answer of another kind';
	const { wrong, tried } = await wrongIn(faultTable(lab, { onError: 'continueRegularOutput', only }));
	expect(wrong).toEqual([]);
	expect(tried).toBeGreaterThan(200);
}, 120_000);

it('is tried at every endpoint that the service has', async () => {
	const described = await start({ port: 0 });
	const { data } = await axios.get<{ paths: Record<string, object> }>(`${described.baseUrl}/docs/json`);
	await described.close();
	const endpoints = Object.entries(data.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	const calls = operations.flatMap((operation) => callsOf(operation));
	const reached = new Set<string>();
	for (const call of calls) {
		for (const { method, path } of (await calmRun(lab, call)).endpoints) reached.add(`${method} ${path}`);
	}
	const isReached = (endpoint: string) => {
		const pattern = new RegExp(`^${endpoint.replace(/\{\w+\}/g, '(?!latest$)[^/]+')}$`);
		return [...reached].some((one) => pattern.test(one));
	};
	expect(endpoints.length).toBeGreaterThan(10);
	expect(endpoints.filter((endpoint) => !isReached(endpoint))).toEqual([]);
});
