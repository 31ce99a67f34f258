import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../sandbox/index';
import { actionBench } from '../support/action';

const COUNT = 100_000;
const bench = actionBench();

const ORDERS: Array<Partial<SandboxOptions>> = [
	{ eventOrder: 'shuffled', maxLimit: 5000 },
	{ eventOrder: 'desc', duplicateAcrossPages: 3 },
	{ eventOrder: 'asc', maxLimit: 5000, duplicateAcrossPages: 1 },
];

/** Every event once: as many as there are, and none twice. */
const expectAllOnce = (json: IDataObject[], eventIds: string[]) => {
	const ids = new Set(json.map(({ event_id }) => event_id));
	expect([json.length, ids.size]).toEqual([eventIds.length, eventIds.length]);
	expect(eventIds.every((id) => ids.has(id))).toBe(true);
};

it.each(ORDERS)(
	`event: getMany brings ${COUNT} events, each once: %j`,
	async (options) => {
		bench.sandbox.configure({ logBodies: false, ...options });
		const { eventIds } = bench.sandbox.seed({ contacts: 20, events: COUNT });
		const { json, error } = await bench.run({
			resource: 'event',
			operation: 'getMany',
			returnAll: true,
			options: { pageSize: 10_000 },
		});
		expect(error).toBeUndefined();
		expectAllOnce(json, eventIds);
	},
	60_000,
);
