/* eslint-disable */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { EVERY_10_SECONDS } from '../../playground/trigger-workflow';
import type { EventSeed } from '../../../sandbox';
import { randomFrom } from '../../../test/support/random';
import { executionOf } from '../../playground/executions';
import { eventually } from '../playground';
import { dataTables } from './data-tables';
import { adjust, killDuring, publish, type Stage, succeeded, testInN8n2 } from './stage';

const NAME = 'consent-log';
const TABLE = 'Consent log';
const PEOPLE = 6;
const DAYS = 20;
const EVENTS = 120;
const DAY_MS = 86_400_000;

/** On a busy machine n8n starts slowly. */
const PATIENCE_MS = 150_000;

interface Said {
	contact_id: string;
	event_id: string;
	/** State and time of each type, as the event has them. */
	consents: Record<string, [state: string, since: string]>;
}

/** Fills the log from the history and by the trigger, through a crash of n8n. Then checks each of its rows. */
export function logTests(stage: Stage): void {
	testInN8n2(
		'consent log: after a crash of n8n, it still has what the events say, with the PDFs',
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
				said.push({ contact_id, event_id, consents: Object.fromEntries(states) as Said['consents'] });
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
			await publish(stage, NAME);

			// New events, and a kill during an execution.
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
				// Failed executions are saved and say why.
				const kept = await Promise.all(
					(await api.executions(id)).map(async (one) => await executionOf(api, one.id)),
				);
				const failures = kept.map(({ status, data }) => `${status}: ${data.resultData.error?.message}`);
				throw new Error(`missing: ${missing.join(' ')}; executions: ${failures.join('; ')}`, {
					cause: error,
				});
			});
			const before = (await rows()).map((row) => JSON.stringify(row));
			// Reading the last days again adds no row and changes none.
			succeeded(await stage.run(NAME, 'Every Hour'));
			expect((await rows()).map((row) => JSON.stringify(row))).toEqual(before);
			await api.unpublish(id);

			const log = await rows();
			for (const { contact_id, event_id, consents } of said) {
				const own = log.filter((row) => row.event_id === event_id);
				expect(own.map((row) => row.contact_id)).toEqual(own.map(() => contact_id));
				const states = own
					.filter(({ consent_type }) => consent_type)
					.map(({ consent_type, state, since }) => [consent_type, [state, since]] as const);
				expect([event_id, Object.fromEntries(states)]).toEqual([event_id, consents]);
			}
			for (const document of documents.values()) {
				const [row] = log.filter(({ event_id }) => event_id === document);
				expect((await stat(join(folder.root, String(row?.proof)))).size).toBeGreaterThan(100);
			}
		},
		600_000,
	);
}
