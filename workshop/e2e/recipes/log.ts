/* eslint-disable */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { EVERY_10_SECONDS } from '../../n8n/trigger-workflow';
import type { EventSeed } from '../../../sandbox';
import { randomFrom } from '../../../test/support/random';
import { eventually } from '../playground';
import { dataTables } from './data-tables';
import { adjust, ask, jsonOf, killDuring, publish, type Stage, succeeded, testInN8n2 } from './stage';

const NAME = 'consent-log';
const QUESTION = 'consent-log-as-of-a-day';
const TABLE = 'Consent log';
const PEOPLE = 6;
const DAYS = 20;
const EVENTS = 120;
const DAY_MS = 86_400_000;

/** n8n starts slowly on a busy machine. */
const PATIENCE_MS = 150_000;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface Said {
	contact_id: string;
	event_id: string;
	at: number;
	/** State and time by type, as the event shows them. */
	consents: Record<string, [state: string, since: string]>;
}

/** What held at the end of a day (UTC), told from the events alone. */
const heldOn = (said: Said[], contact_id: string, end: number) =>
	said
		.filter((one) => one.contact_id === contact_id && one.at < end)
		.sort((a, b) => a.at - b.at)
		.at(-1);

/** The log, filled from the history and by the trigger through a crash of n8n; then questions about each of the days. */
export function logTests(stage: Stage): void {
	testInN8n2(
		'consent log: through a crash of n8n, as of any day it says what the events say, with the PDF',
		async () => {
			const { api, sandbox, folder } = stage.playground();
			const id = stage.idOf(NAME);
			const chance = randomFrom(11);
			const start = Date.now() - DAYS * DAY_MS;
			const said: Said[] = [];
			const documents = new Map<string, string>();
			const moments = new Set<number>();
			let count = 0;

			const decide = (from: number, to: number) => {
				let at = Math.floor(from + chance() * (to - from));
				while (moments.has(at)) at++;
				moments.add(at);
				const contact_id = `log ${Math.floor(chance() * PEOPLE)}/ö`;
				const event_id = `log-${count++}`;
				const since = new Date(at - 60_000).toISOString();
				const granted = { newsletter: chance() < 0.5, phone: chance() < 0.5 };
				const types = (['newsletter', 'phone'] as const).filter(() => chance() < 0.8);
				const consents = types.map((type) => ({ type, granted: granted[type], granted_at: since }));
				const states = types.map((type) => [type, [granted[type] ? 'granted' : 'withdrawn', since]]);
				said.push({ contact_id, event_id, at, consents: Object.fromEntries(states) as Said['consents'] });
				const contact = { id: contact_id, first_name: 'Log', last_name: '=1+1', documentation: { consents } };
				const event_time = new Date(at).toISOString();
				const events: EventSeed[] = [
					{ type: 'update', contact_id, contact, event_id, event_time, received: chance() < 0.3 },
				];
				if (chance() < 0.4) {
					documents.set(event_id, `${event_id}-pdf`);
					const document = { type: 'documentation' as const, documentation: 'ready' as const };
					events.push({ ...document, contact_id, event_id: `${event_id}-pdf`, event_time });
				}
				sandbox.seed({ contacts: [contact], events });
			};

			for (let index = 0; index < EVENTS; index++) decide(start, Date.now() - 60_000);
			await adjust(stage, NAME, { 'Contact Changed': { pollTimes: EVERY_10_SECONDS } });
			succeeded(await stage.run(NAME, 'Set Up Once'));
			await publish(stage, NAME);

			// New ones, and a kill in the middle of an execution.
			for (let index = 0; index < EVENTS / 2; index++) decide(Date.now(), Date.now() + 1_000);
			await killDuring(stage, NAME);
			for (let index = 0; index < EVENTS / 2; index++) decide(Date.now(), Date.now() + 1_000);

			const tables = await dataTables(api);
			const rows = async () => {
				const table = await tables.find(TABLE);
				if (!table) throw new Error('The table is missing');
				return (await tables.rows(table)).filter(({ contact_id }) => String(contact_id).startsWith('log '));
			};
			const inTheLog = async () => new Set((await rows()).map(({ event_id }) => event_id));
			const wanted = [...said.map((one) => one.event_id), ...documents.values()];
			let missing = wanted;
			await eventually(
				async () => {
					const there = await inTheLog();
					missing = wanted.filter((event_id) => !there.has(event_id));
					return missing.length === 0 || undefined;
				},
				'all events to be in the log',
				PATIENCE_MS,
			).catch(async (error: unknown) => {
				// Executions that failed are kept, and say why.
				const kept = await Promise.all(
					(await api.executions(id)).map(async (one) => await api.execution(one.id)),
				);
				const failures = kept.map(({ status, data }) => `${status}: ${data.resultData.error?.message}`);
				throw new Error(`missing: ${missing.join(' ')}; executions: ${failures.join('; ')}`, {
					cause: error,
				});
			});
			const before = (await rows()).map((row) => JSON.stringify(row));
			// Everything once more: nothing is added, and nothing is changed.
			succeeded(await stage.run(NAME, 'Set Up Once'));
			expect((await rows()).map((row) => JSON.stringify(row))).toEqual(before);
			await api.unpublish(id);

			const timezone = { settings: { timezone: 'UTC' } };
			for (let day = -1; day <= DAYS; day += 3) {
				const end = Date.parse(`${dayOf(start + day * DAY_MS)}T00:00:00Z`) + DAY_MS;
				for (let one = 0; one < PEOPLE; one++) {
					const contact_id = `log ${one}/ö`;
					const question = { contact_id, day: dayOf(start + day * DAY_MS) };
					const answers = jsonOf(await ask(stage, QUESTION, 'Question', question, timezone), 'As of the Day');
					const held = heldOn(said, contact_id, end);
					const states = answers
						.filter(({ consent_type }) => consent_type)
						.map(({ consent_type, state, since }) => [consent_type, [state, since]] as const);
					expect([contact_id, question.day, Object.fromEntries(states)]).toEqual([
						contact_id,
						question.day,
						held?.consents ?? {},
					]);
					if (!held) expect(answers).toEqual([expect.objectContaining({ state: 'unknown' }) as unknown]);
					const [{ proof = '' } = {}] = answers as Array<{ proof?: string }>;
					const document = documents.get(held?.event_id ?? '');
					if (document === undefined) continue;
					expect(proof).toContain(`_${document}.pdf`);
					expect((await stat(join(folder.root, proof))).size).toBeGreaterThan(100);
				}
			}
			const all = jsonOf(
				await ask(stage, QUESTION, 'Question', { contact_id: '', day: dayOf(Date.now() + DAY_MS) }, timezone),
				'As of the Day',
			);
			const people = [...new Set(said.map(({ contact_id }) => contact_id))];
			expect(people.filter((one) => !all.some(({ contact_id }) => contact_id === one))).toEqual([]);
		},
		600_000,
	);
}
