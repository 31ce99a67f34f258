/* eslint-disable */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { EVERY_10_SECONDS } from '../../n8n/trigger-workflow';
import type { Consent, Contact, EventSeed } from '../../../sandbox';
import { randomFrom } from '../../../test/support/random';
import { eventually } from '../playground';
import { dataTables, type Row } from './data-tables';
import { adjust, killDuring, publish, type Stage, succeeded, testInN8n2 } from './stage';

const NAME = 'consent-register';
const TABLE = 'Consent register';
const CHANGES = process.env.THOROUGH ? 10_000 : 400;
const KILLS = process.env.THOROUGH ? 4 : 1;
const PEOPLE = process.env.THOROUGH ? 300 : 60;

/** n8n starts slowly on a busy machine. */
const PATIENCE_MS = process.env.THOROUGH ? 600_000 : 150_000;

const TYPES = ['newsletter', 'phone', 'post', 'two words', '__proto__', 'constructor', '💌', ''];

type Chance = () => number;

const oneOf = <T>(list: readonly T[], chance: Chance): T => list[Math.floor(chance() * list.length)] as T;

function consent(chance: Chance): Consent {
	return {
		...(chance() < 0.9 && { type: oneOf(TYPES, chance) }),
		...(chance() < 0.9 && { granted: chance() < 0.5 }),
		...(chance() < 0.9 && { granted_at: `2026-0${1 + Math.floor(chance() * 9)}-01T00:00:00Z` }),
		...(chance() < 0.5 && { granted_ip: `192.0.2.${Math.floor(chance() * 255)}` }),
		...(chance() < 0.5 && { granted_agent: 'Mozilla/5.0 "quoted", O\'Neil; \\ 漢字' }),
	};
}

const person = (index: number, chance: Chance): Contact => ({
	id: `reg ${index}/é`,
	first_name: oneOf(['Ada', "O'Brien", ''], chance),
	last_name: `№ ${index}`,
	section_work: { emails: chance() < 0.8 ? [`reg${index}@example.com`] : [] },
	documentation: { consents: Array.from({ length: Math.floor(chance() * 5) }, () => consent(chance)) },
});

const COLUMNS = ['granted', 'granted_at', 'granted_ip', 'granted_agent', 'email', 'proof_event'] as const;

/** What the register has to say, as texts: from the contacts at the service and their newest documents. */
function truthOf(contacts: Contact[], documents: Map<string, string>): string[] {
	return contacts.flatMap(({ id, section_work, documentation }) => {
		const byTime = (documentation?.consents ?? [])
			.map((entry, index) => ({ entry, index, at: Date.parse(entry.granted_at ?? '') || 0 }))
			.sort((a, b) => b.at - a.at || b.index - a.index);
		const seen = new Set<string>();
		return byTime.flatMap(({ entry }) => {
			const { type = '', granted = false, granted_at = '', granted_ip = '', granted_agent = '' } = entry;
			if (seen.has(type)) return [];
			seen.add(type);
			const email = section_work?.emails?.[0] ?? '';
			const proof = documents.get(id) ?? '';
			return [JSON.stringify([id, type, granted, granted_at, granted_ip, granted_agent, email, proof])];
		});
	});
}

const said = (row: Row) =>
	JSON.stringify([row.contact_id, row.consent_type, ...COLUMNS.map((column) => row[column])]);

/** How many rows are missing, too many, or say something else. */
function differences(rows: Row[], truth: string[]): string[] {
	const left = rows.map(said).sort();
	const right = [...truth].sort();
	const all = [
		...right.filter((line, index) => right[index - 1] === line || !left.includes(line)).map((l) => `- ${l}`),
		...left.filter((line, index) => left[index - 1] === line || !right.includes(line)).map((l) => `+ ${l}`),
	];
	return all.sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
}

/** The register, filled from the history, then kept up through changes, deletions and crashes of n8n. */
export function registerTests(stage: Stage): void {
	testInN8n2(
		`consent register: after ${CHANGES} changes, with kills of n8n in between, it is what the service says`,
		async () => {
			const { api, sandbox, folder } = stage.playground();
			const id = stage.idOf(NAME);
			const chance = randomFrom(7);
			const documents = new Map<string, string>();
			const ids = new Set<string>();
			const deleted = new Set<string>();
			/** Of these, no event tells. */
			const silent = new Set<string>();
			let changes = 0;
			// No two events have the same time: which one is newer is never in doubt.
			let clock = 0;
			const now = () => new Date((clock = Math.max(clock + 1, Date.now()))).toISOString();

			const change = () => {
				const contact = person(Math.floor(chance() * PEOPLE), chance);
				const event_id = `reg-${changes++}`;
				const kind = chance() < 0.5 ? ('update' as const) : ('confirm' as const);
				ids.add(contact.id);
				deleted.delete(contact.id);
				silent.delete(contact.id);
				const about = { contact_id: contact.id, contact, received: chance() < 0.2 };
				const events: EventSeed[] = [{ ...about, event_id, event_time: now(), type: kind }];
				if (chance() < 0.3) {
					const pdf = `${event_id}-pdf`;
					documents.set(contact.id, pdf);
					const document = { type: 'documentation' as const, documentation: 'ready' as const };
					events.push({ ...about, ...document, event_id: pdf, event_time: now() });
				}
				sandbox.seed({ contacts: [contact], events });
			};
			const remove = async (isTold: boolean) => {
				const contact_id = oneOf([...ids], chance);
				await fetch(`${sandbox.url}/contacts/${encodeURIComponent(contact_id)}`, {
					method: 'DELETE',
					headers: { authorization: sandbox.apiKey },
				});
				deleted.add(contact_id);
				if (!isTold) {
					silent.add(contact_id);
					return;
				}
				silent.delete(contact_id);
				const event_id = `reg-gone-${changes++}`;
				sandbox.seed({ events: [{ type: 'update', contact_id, event_id, event_time: now() }] });
			};
			const tables = await dataTables(api);
			const left = async () => {
				const table = await tables.find(TABLE);
				if (!table) throw new Error('The table is missing');
				const contacts = [...ids].filter((one) => !deleted.has(one)).map((one) => sandbox.contact(one));
				const rows = (await tables.rows(table)).filter(({ contact_id }) => ids.has(String(contact_id)));
				return differences(rows, truthOf(contacts as Contact[], documents));
			};
			const isOfSilent = (line: string) =>
				line.startsWith('+ ') && silent.has((JSON.parse(line.slice(2)) as [string])[0]);

			for (let count = 0; count < PEOPLE; count++) change();
			await adjust(stage, NAME, { 'Contact Changed': { pollTimes: EVERY_10_SECONDS } });
			succeeded(await stage.run(NAME, 'Set Up Once'));
			expect((await left()).slice(0, 6)).toEqual([]);

			await publish(stage, NAME);
			const perKill = Math.ceil(CHANGES / (KILLS + 1));
			for (let part = 0; part <= KILLS; part++) {
				for (let count = 0; count < perKill; count++) {
					change();
					if (chance() < 0.02) await remove(chance() < 0.5);
					if (count % 100 === 99) await sleep(1_000);
				}
				if (part < KILLS) await killDuring(stage, NAME, chance() * 1_000);
			}
			// The contract has no event for a deletion: rows of which no other event tells stay until the night.
			await eventually(
				async () => ((await left()).every(isOfSilent) ? true : undefined),
				'the register to be what the service says',
				PATIENCE_MS,
			).catch(() => undefined);
			expect((await left()).filter((line) => !isOfSilent(line)).slice(0, 6)).toEqual([]);
			while ((await left()).length === 0) await remove(false);
			succeeded(await stage.run(NAME, 'Every Night'));
			expect((await left()).slice(0, 6)).toEqual([]);

			const table = await tables.find(TABLE);
			// Other tests have rows of their own.
			const rows = (table ? await tables.rows(table) : []).filter(({ contact_id }) =>
				ids.has(String(contact_id)),
			);
			for (const { proof } of rows)
				if (proof !== '') expect((await stat(join(folder.root, String(proof)))).size).toBeGreaterThan(100);
			await api.unpublish(id);
		},
		process.env.THOROUGH ? 3_600_000 : 300_000,
	);
}
