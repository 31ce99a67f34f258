/* eslint-disable */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Api } from '../playground/api';
import { STATE } from '../../test/support/paths';
import { CREDENTIAL, published, unpublished } from '../playground/provision';
import { DURABLE_POLLERS, triggerWorkflow } from '../playground/trigger-workflow';
import type { Fault } from '../../sandbox';
import { randomFrom } from '../../test/support/random';
import { Received } from '../playground/received';
import { SEED } from '../../test/support/seed';
import { usePlayground } from './playground';

const MINUTE = 60_000;
const POLLS = Number(process.env.E2E_POLLS ?? 30);

async function createWorkflow(api: Api, name: string): Promise<string> {
	const credential = (await api.credentials()).find(({ type }) => type === CREDENTIAL.type);
	const credentials = { id: credential?.id ?? '', name: CREDENTIAL.name };
	return (await api.createWorkflow(triggerWorkflow(name, credentials))).id;
}

describe.each([
	['n8n as it comes', {}],
	['n8n with durable pollers', DURABLE_POLLERS],
])('%s', (name, env) => {
	const isDurable = Object.keys(env).length > 0;
	const userFolder = join(STATE, isDurable ? 'e2e-trigger-durable' : 'e2e-trigger');
	const playground = usePlayground({ userFolder, env });
	let ids: [string, string];

	beforeAll(async () => {
		const { api, workflows } = playground();
		for (const id of Object.values(workflows)) await api.unpublish(id).catch(() => undefined);
		ids = [await createWorkflow(api, 'First'), await createWorkflow(api, 'Second')];
		for (const id of ids) {
			await api.publish(id);
			await published(api, id);
		}
		// The cursor of a durable poller is first written by the poll after the activation.
		await sleep(12_000);
	}, 2 * MINUTE);

	let number = 0;
	const addEvents = (count: number): string[] =>
		playground().sandbox.seed({
			events: Array.from({ length: count }, () => ({
				event_id: `${name}-${String(++number).padStart(5, '0')}`,
				type: 'update' as const,
			})),
		}).eventIds;

	test(
		`no event is lost while n8n is killed at random moments during ${POLLS} polls (seed ${SEED})`,
		async () => {
			const { api, sandbox } = playground();
			const random = randomFrom(SEED);
			const received = ids.map((id) => new Received(api, id));
			const expected: string[] = [];
			const stream = setInterval(() => expected.push(...addEvents(1)), 700);
			// Slow polls are hit by a kill more often.
			sandbox.faults.add({ path: '/events*', times: Infinity, delayMs: 700 });
			const polls = () => sandbox.log.count({ path: '/events' });
			const before = polls();
			let kills = 0;
			while (polls() - before < POLLS) {
				const seen = polls();
				for (let waited = 0; polls() === seen && waited < 60; waited++) await sleep(1000);
				await sleep(random() * 25_000);
				await playground().stopN8n('SIGKILL');
				kills++;
				await playground().restartN8n();
			}
			clearInterval(stream);
			sandbox.faults.clear();
			const results = [];
			for (const one of received) results.push(await one.untilAll(expected));
			process.stdout.write(
				`${name}: seed ${SEED}, ${expected.length} events, ${polls() - before} polls, ${kills} kills; ` +
					`${results.map(({ lost, repeated }) => `lost ${lost.length}, repeated ${repeated.length}`).join('; ')}\n`,
			);
			for (const { lost, repeated } of results) {
				expect(lost).toEqual([]);
				if (isDurable) expect(repeated).toEqual([]);
			}
		},
		// Each poll may come a minute after a restart.
		(POLLS + 10) * MINUTE,
	);

	// With durable pollers n8n does not poll at its start.
	if (isDurable) return;

	// One passing failure, and one that a person has to mend. The engine tests play all other failures.
	const REFUSED_KEY: [string, Partial<Fault>] = [
		'answers 401',
		{ status: 401, body: { message: 'unknown key' } },
	];

	test.each<[string, Partial<Fault>]>([['is down', { reset: 'before' }], REFUSED_KEY])(
		'the trigger lives and delivers if the service %s while n8n starts',
		async (_, fault) => {
			const { api, sandbox } = playground();
			sandbox.faults.add({ path: '/events*', times: Infinity, ...fault });
			sandbox.log.clear();
			await playground().restartN8n();
			// n8n tries for about 15 seconds to activate a trigger.
			await sleep(17_000);
			expect(sandbox.log.count({ path: '/events' })).toBeGreaterThan(0);
			sandbox.faults.clear();
			const expected = addEvents(2);
			for (const id of ids) {
				expect(await new Received(api, id).lost(expected)).toEqual([]);
			}
		},
		6 * MINUTE,
	);

	test.each<[string, Partial<Fault>]>([
		['answers 429', { status: 429, headers: { 'retry-after': '5' } }],
		REFUSED_KEY,
	])(
		'if the service %s while a workflow is published, the trigger lives or says what a person has to mend',
		async (_, fault) => {
			const { api, sandbox } = playground();
			const [id] = ids;
			await api.unpublish(id);
			await unpublished(api, id);
			sandbox.faults.add({ path: '/events*', times: Infinity, ...fault });
			const publishing = api.publish(id).then(() => published(api, id));
			if (fault.status === 401) {
				await expect(publishing).rejects.toSay('keyRefused');
				sandbox.faults.clear();
				await api.unpublish(id).catch(() => undefined);
				await unpublished(api, id);
				await api.publish(id);
				await published(api, id);
			} else {
				await publishing;
				await sleep(17_000);
				sandbox.faults.clear();
			}
			const expected = addEvents(2);
			expect(await new Received(api, id).lost(expected)).toEqual([]);
		},
		6 * MINUTE,
	);
});
