/* eslint-disable */
import { setTimeout as sleep } from 'node:timers/promises';

import { EVERY_10_SECONDS } from '../../playground/trigger-workflow';
import type { Contact } from '../../../sandbox';
import { randomFrom } from '../../../test/support/random';
import { eventually } from '../playground';
import { adjust, publish, type Stage } from './stage';

const NAME = 'newsletter-in-step';
const WAVES = 5;
const CHANGES = 200;
const PEOPLE = 60;

const HOUR = 3_600_000;

/**
 * A contact whose newsletter consent is granted, withdrawn, or (rarely) missing; sometimes with another address, or
 * with none.
 */
function someone(index: number, chance: () => number): Contact {
	const granted = chance() < 0.5;
	const variant = chance();
	const address = variant < 0.1 ? [] : [`person${index}${variant < 0.3 ? '-new' : ''}@example.com`];
	return {
		id: `news/${index}`,
		first_name: 'Person',
		last_name: `№ ${index}`,
		section_private: { emails: address },
		documentation: {
			consents: [
				{ type: 'phone', granted: chance() < 0.5, granted_at: '2026-01-01T00:00:00Z' },
				{ type: 'email', granted: !granted, granted_at: '2025-01-01T00:00:00Z' },
				{ type: 'email', granted, granted_at: '2026-01-01T00:00:00Z' },
			],
		},
	};
}

/** Grants, withdrawals and new addresses come faster than the workflow can follow, with late and repeated events. */
export function newsletterTests(stage: Stage): void {
	test("newsletter: after 1,000 grants and withdrawals in random order, the mail tool's list is right", async () => {
		const { api, sandbox, mail } = stage.playground();
		const id = stage.idOf(NAME);
		const chance = randomFrom(4);
		const pick = (count: number) => Math.floor(chance() * count);
		await adjust(stage, NAME, { 'Consent Changed': { pollTimes: EVERY_10_SECONDS } });
		sandbox.configure({ eventOrder: 'shuffled', latestOrder: 'shuffled', duplicateAcrossPages: 3 });
		await publish(stage, NAME);

		const truth = new Map<string, string>();
		const change = () => {
			const contact = someone(pick(PEOPLE), chance);
			const at = Date.now();
			// The same decision comes up to three times, sometimes as if made an hour ago.
			const repeats = Array.from({ length: 1 + pick(3) }, () => ({
				type: chance() < 0.5 ? ('update' as const) : ('confirm' as const),
				contact_id: contact.id,
				contact,
				event_time: new Date(at - (chance() < 0.2 ? pick(HOUR / 6) : 0)).toISOString(),
				received: chance() < 0.3,
			}));
			sandbox.seed({ contacts: [contact], events: repeats });
			const [email] = contact.section_private?.emails ?? [];
			if (email && contact.documentation?.consents?.at(-1)?.granted) truth.set(contact.id, email);
			else truth.delete(contact.id);
		};
		for (let wave = 0; wave < WAVES; wave++) {
			for (let count = 0; count < CHANGES; count++) {
				change();
				if (count % 20 === 0) await sleep(100);
			}
			await sleep(3_000);
		}
		const wanted = [...truth.values()].sort();
		await eventually(
			() => Promise.resolve(JSON.stringify(mail.subscribers()) === JSON.stringify(wanted) || undefined),
			'the list to be the truth',
		).catch(() => undefined);
		expect(mail.subscribers()).toEqual(wanted);

		// All events come again. The mail tool is asked about each, and nothing changes.
		const quiet = async () => {
			const executions = await api.executions(id).catch(() => undefined);
			return executions?.every(({ status }) => !['new', 'running'].includes(status)) || undefined;
		};
		await eventually(quiet, 'the workflow to come to rest');
		const { changes, requests } = mail.counts;
		const repeats = [...truth.keys()].map((contact_id) => ({ type: 'confirm' as const, contact_id }));
		// The history is read only from the trigger's start, because reading it marks events as received for
		// another workflow.
		sandbox.seed({ events: repeats, eventsStepMs: 1 });
		await eventually(
			() => Promise.resolve(mail.counts.requests >= requests + truth.size || undefined),
			'the repeated events',
		);
		await eventually(quiet, 'the workflow to come to rest');
		expect(mail.counts.changes).toBe(changes);
		expect(mail.subscribers()).toEqual(wanted);
		const failed = (await api.executions(id)).filter(({ status }) => status !== 'success');
		expect(failed).toEqual([]);

		// A contact who was deleted at the service has no consent any more.
		const [gone] = truth.keys();
		await fetch(`${sandbox.url}/contacts/${encodeURIComponent(gone ?? '')}`, {
			method: 'DELETE',
			headers: { authorization: sandbox.apiKey },
		});
		sandbox.seed({
			events: [{ type: 'update', contact_id: gone, contact: someone(Number(gone?.slice(5)), () => 0.4) }],
		});
		await eventually(
			() => Promise.resolve(mail.members.get(gone ?? '')?.subscribed === false || undefined),
			'who was deleted to leave the list',
		);
		await api.unpublish(id);
		sandbox.configure({ eventOrder: 'asc', latestOrder: 'arrival', duplicateAcrossPages: 0 });
	}, 180_000);
}
