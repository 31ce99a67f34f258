/* eslint-disable */
/** The parts of the long run. As a script it runs one of them and sends the result: `parts.ts <part>`. */
import '../../test/support/engine-env';

import { startQueue } from '../queue';
import { eventsThroughKills, uploadByWorker } from '../queue/scenario';
import { serviceVersions } from '../queue/services';
import { DEEP, runScopes } from '../../test/model/exhaustive';
import { SEED } from '../../test/support/seed';
import { faultTable } from '../../test/engine/faults/faultTable';
import { fuzz } from '../../test/engine/faults/hostile';
import { killsInTurn } from './kills';
import { openLab } from '../../test/engine/faults/lab';
import { load } from './load';
import { soak } from './soak';
import { triggerTable } from '../../test/engine/faults/triggerTable';
import { manyWorkflows } from './workflows';

const ATTACKS = 3_000;

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
	const list: Row[] = [];
	for await (const row of rows) list.push(row);
	return list;
}

export const PARTS = {
	faults: async () => await all(faultTable(await openLab())),
	trigger: async () => await all(triggerTable(await openLab(1))),
	schedules: async () => await runScopes(DEEP),
	hostile: async () => await all(fuzz(await openLab(), ATTACKS, SEED)),
	load: async () =>
		await load([
			[1_000, 1_000],
			[1, 1_000_000],
		]),
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
	kills: async () => [await killsInTurn(false, 30), await killsInTurn(true, 30)],
	workflows: async () => await manyWorkflows(500, 3),
	soak: async () => await soak(120, 5),
};

export type Results = { [Part in keyof typeof PARTS]: Awaited<ReturnType<(typeof PARTS)[Part]>> };

if (require.main === module) {
	void PARTS[process.argv[2] as keyof typeof PARTS]().then((result) =>
		process.send?.(result, () => process.exit(0)),
	);
}
