/**
 * A table of every fault at every request of every operation: what the user sees, and what the service holds
 * afterwards.
 */
import axios from 'axios';

import { start } from '../../../sandbox';
import { cases, everyNth } from '../../support/cases';
import { faultTable, wrongIn } from './faultTable';
import { faultCases } from './faults';
import { openLab, type Lab } from './lab';
import { calmRun, callsOf, operations } from './operations';

let lab: Lab;

beforeAll(async () => {
	lab = await openLab();
});
afterAll(async () => await lab.close());

it.each(operations)(
	'$name ends as expected after every fault, and reports its real effect',
	async (operation) => {
		// By day every other fault; the next operation has those in between.
		const faults = everyNth(faultCases, 2, operations.indexOf(operation));
		const { wrong, tried } = await wrongIn(
			faultTable(lab, { of: [operation], only: (fault) => faults.includes(fault) }),
		);
		expect(wrong).toEqual([]);
		expect(tried).toBeGreaterThan(cases(25, 60));
	},
	120_000,
);

it('with On Error "continue", the failure is an error item', async () => {
	const only = ({ group }: { group: string }) => group === 'redirect' || group === 'answer of another kind';
	const { wrong, tried } = await wrongIn(faultTable(lab, { onError: 'continueRegularOutput', only }));
	expect(wrong).toEqual([]);
	expect(tried).toBeGreaterThan(200);
}, 120_000);

it('the table covers every endpoint of the service', async () => {
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
