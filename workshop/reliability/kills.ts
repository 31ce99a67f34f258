/* eslint-disable */
/**
 * Two n8n on one database take turns: the running one is killed (SIGKILL) at a random moment, and the other one
 * goes on. Meanwhile numbered events come in, some of them minutes late, and another reader takes some away.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { published } from '../playground/provision';
import { startPair } from '../queue';
import { DURABLE_POLLERS, triggerWorkflow, EVERY_10_SECONDS } from '../playground/trigger-workflow';
import { randomFrom } from '../../test/support/random';
import { Received } from '../playground/received';
import { SEED } from '../../test/support/seed';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LATE_BY_AT_MOST = 4 * MINUTE;

export interface Kills {
	durable: boolean;
	kills: number;
	events: number;
	late: number;
	/** Events that another reader has taken from `/events/latest`. */
	takenByOthers: number;
	lost: number;
	repeated: number;
}

export async function killsInTurn(durable: boolean, kills: number): Promise<Kills> {
	const name = durable ? 'contact_consent_kills_durable' : 'contact_consent_kills';
	const pair = await startPair(name, durable ? DURABLE_POLLERS : {});
	const { sandbox } = pair;
	const random = randomFrom(SEED);
	const expected: string[] = [];
	const timers: NodeJS.Timeout[] = [];
	let late = 0;
	let takenByOthers = 0;

	const addEvent = () => {
		const isLate = random() < 0.2;
		if (isLate) late += 1;
		const time = Date.now() - (isLate ? random() * LATE_BY_AT_MOST : 0);
		const event_id = `event-${String(expected.length + 1).padStart(5, '0')}`;
		sandbox.seed({ events: [{ event_id, type: 'update', event_time: new Date(time).toISOString() }] });
		expected.push(event_id);
	};
	const takeSome = async () => {
		const headers = { authorization: sandbox.apiKey };
		const response = await fetch(`${sandbox.url}/events/latest`, { headers });
		if (!response.ok) throw new Error(`The other reader was answered with ${response.status}`);
		takenByOthers += ((await response.json()) as unknown[]).length;
	};

	try {
		const startFrom = new Date(Date.now() - LATE_BY_AT_MOST - MINUTE).toISOString();
		const parameters = { pollTimes: EVERY_10_SECONDS, beginWith: 'date', startFrom };
		const { id } = await pair.api.createWorkflow(triggerWorkflow(name, pair.credentials, parameters));
		await pair.api.publish(id);
		await published(pair.api, id);

		// Slow polls are hit by a kill more often.
		sandbox.faults.add({ path: '/events', times: Infinity, delayMs: 700 });
		timers.push(
			setInterval(addEvent, 700),
			setInterval(() => void takeSome(), 4 * SECOND),
		);
		const reads = () => sandbox.log.count({ path: '/events' });
		for (let kill = 0; kill < kills; kill++) {
			const before = reads();
			for (const deadline = Date.now() + MINUTE; reads() === before && Date.now() < deadline;)
				await sleep(100);
			await sleep(random() * 12 * SECOND);
			await pair.takeTurns();
		}
		timers.forEach(clearInterval);
		sandbox.faults.clear();
		const { lost, repeated } = await new Received(pair.api, id).untilAll(expected);
		// The events of one poll follow each other. If the last ones are missing, the trigger had stopped.
		if (lost.length > 0) process.stdout.write(`Lost of ${expected.length}: ${lost.join(', ')}\n`);
		return {
			durable,
			kills,
			events: expected.length,
			late,
			takenByOthers,
			lost: lost.length,
			repeated: repeated.length,
		};
	} finally {
		timers.forEach(clearInterval);
		await pair.stop();
	}
}
