/** One stage of the long run, in a process of its own: `tsx stage.ts <stage> <file for its result>`. */
import '../support/engine-env';

import { writeFileSync } from 'node:fs';

import { startQueue } from '../../playground/queue';
import { eventsThroughKills, uploadByWorker } from '../../playground/queue/scenario';
import { serviceVersions } from '../../playground/queue/services';
import { faultTable } from './faultTable';
import { fuzz } from './fuzz';
import { openLab } from './lab';
import { load } from './load';
import { triggerTable } from './triggerTable';

export const SEED = Number(process.env.RELIABILITY_SEED ?? 20_261_121);

async function all<Cell extends { wrong: string[] }, Row>(
	cells: AsyncIterable<Cell>,
	shape: (cell: Cell) => Row,
): Promise<Row[]> {
	const rows: Row[] = [];
	for await (const cell of cells) {
		for (const problem of cell.wrong) process.stderr.write(`${JSON.stringify(shape(cell))}: ${problem}\n`);
		rows.push(shape(cell));
	}
	return rows;
}

/** What the long run is made of, by the name of the stage. */
export const STAGES = {
	faults: async () => {
		const lab = await openLab();
		const rows = await all(faultTable(lab), ({ operation, fault, group, seen, holds, wrong }) => ({
			operation,
			fault,
			group,
			holds,
			requests: seen.requests,
			failed: seen.error !== undefined,
			wrong: wrong.length,
		}));
		return { rows, socketsLeft: lab.connections.open() };
	},
	trigger: async () => {
		const rows = await all(triggerTable(await openLab()), ({ wrong, ...cell }) => ({
			...cell,
			wrong: wrong.length,
		}));
		return { rows };
	},
	hostile: async () => {
		const lab = await openLab();
		return { seed: SEED, rows: await fuzz(lab, Number(process.env.RELIABILITY_RUNS ?? 3_000), SEED) };
	},
	load: async () => await load({ contacts: 1_000_000, executions: 1_000, each: 1_000 }),
	queue: async () => {
		const queue = await startQueue({ name: 'contact_consent_reliability' });
		try {
			return {
				versions: await serviceVersions(),
				calm: await uploadByWorker(queue, 50_000),
				killed: await uploadByWorker(queue, 50_000, 5),
				events: await eventsThroughKills(queue, 30),
			};
		} finally {
			await queue.stop();
		}
	},
};

export type StageName = keyof typeof STAGES;
export type Results = { [Name in StageName]: Awaited<ReturnType<(typeof STAGES)[Name]>> };

async function main(name: StageName, file: string): Promise<void> {
	writeFileSync(file, JSON.stringify(await STAGES[name]()));
}

if (require.main === module) {
	main(process.argv[2] as StageName, process.argv[3] ?? '').then(
		() => process.exit(0),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
}
