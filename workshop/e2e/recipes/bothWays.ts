/* eslint-disable */
import { setTimeout as sleep } from 'node:timers/promises';

import { EVERY_10_SECONDS } from '../../n8n/trigger-workflow';
import type { Contact } from '../../../sandbox';
import { randomFrom } from '../../../test/support/random';
import { eventually } from '../playground';
import { adjust, killDuring, publish, type Stage, succeeded, testInN8n2 } from './stage';

const NAME = 'newsletter-both-ways';
const TYPE = 'both ways';
const PEOPLE = process.env.THOROUGH ? 100 : 30;
const CHANGES = process.env.THOROUGH ? 500 : 100;
const KILLS = 2;

/** n8n starts slowly on a busy machine. */
const PATIENCE_MS = 180_000;

/** The two sides of the test's own contacts, and what was asked of each. */
function sidesOf({ playground }: Stage) {
	const { sandbox, mail } = playground();
	const ids = Array.from({ length: PEOPLE }, (_, index) => `both ${index}/é`);
	const here = (id: string) => {
		const consents = sandbox.contact(id)?.documentation?.consents ?? [];
		return consents
			.filter(({ type }) => type === TYPE)
			.sort((a, b) => Date.parse(a.granted_at ?? '') - Date.parse(b.granted_at ?? ''))
			.at(-1)?.granted;
	};
	const there = (id: string) => mail.members.get(id)?.subscribed;
	const decideHere = (id: string, granted: boolean) => {
		const { documentation, ...contact } = sandbox.contact(id) as Contact;
		const now = new Date().toISOString();
		const consents = [...(documentation?.consents ?? []), { type: TYPE, granted, granted_at: now }];
		const changed = { ...contact, documentation: { consents } };
		sandbox.seed({
			contacts: [changed],
			events: [{ type: 'update', contact_id: id, contact: changed, event_time: now }],
		});
	};
	const decideThere = (id: string, subscribed: boolean) => {
		const member = mail.members.get(id);
		if (member) mail.members.set(id, { ...member, subscribed });
	};
	const uploads = () =>
		sandbox.log
			.all({ method: 'POST', path: '/contacts' })
			.flatMap((entry) => entry.ids ?? [])
			.filter((id) => id.startsWith('both '));
	const differing = () => ids.filter((id) => here(id) !== there(id));
	return { ids, here, there, decideHere, decideThere, uploads, differing };
}

/** Both sides begin differently; then both change at random, n8n is killed, and in the end each side knows the other. */
export function bothWaysTests(stage: Stage): void {
	testInN8n2(
		`newsletter both ways: ${CHANGES} changes on each side, with kills of n8n; both are equal, and nothing goes round twice`,
		async () => {
			const { api, sandbox, mail } = stage.playground();
			const chance = randomFrom(8);
			const { ids, here, there, decideHere, decideThere, uploads, differing } = sidesOf(stage);
			const never = 'both never/é';
			const contact = (id: string, consents: object[]) => ({
				...{ id, first_name: 'Both', last_name: '<b>=1+1</b>', position: 'stays' },
				section_work: { emails: [`${encodeURIComponent(id)}@example.com`] },
				documentation: { consents },
			});
			sandbox.seed({ contacts: [contact(never, [{ type: 'phone', granted: true }])] });
			for (const id of [...ids, never]) {
				const email = `${encodeURIComponent(id)}@example.com`;
				mail.members.set(id, { contact_id: id, email, name: '', subscribed: id === never || chance() < 0.5 });
			}
			sandbox.seed({
				contacts: ids.map((id) =>
					contact(id, [{ type: TYPE, granted: chance() < 0.5, granted_at: '2026-01-01T00:00:00Z' }]),
				),
			});
			const first = new Map(ids.map((id) => [id, here(id) === true && there(id) === true]));
			sandbox.log.clear();
			const id = stage.idOf(NAME);
			// Faster than a person would want it, and for the consent of this test.
			await adjust(stage, NAME, {
				'Every 5 Minutes': { rule: { interval: [{ field: 'seconds', secondsInterval: 5 }] } },
				'Consent Changed': { pollTimes: EVERY_10_SECONDS, options: { consentType: TYPE } },
			});
			succeeded(await stage.run(NAME, 'Set Up Once'));
			// Where nobody knows who has changed, the withdrawal wins.
			expect(ids.filter((one) => here(one) !== first.get(one) || there(one) !== first.get(one))).toEqual([]);
			expect(there(never)).toBe(true);

			await publish(stage, NAME);
			const pick = () => ids[Math.floor(chance() * PEOPLE)] ?? '';
			const counted = { uploads: uploads().length, told: mail.counts.changes };
			for (let count = 1; count <= CHANGES; count++) {
				const [one, other] = [pick(), pick()];
				decideHere(one, !here(one));
				decideThere(other, !there(other));
				if (count % 25 === 0) await sleep(1_000);
				if (count % Math.ceil(CHANGES / (KILLS + 1)) === 0) await killDuring(stage, NAME, chance() * 500);
			}
			const settled = async () => {
				const before = JSON.stringify([differing(), uploads().length, mail.counts]);
				await sleep(15_000);
				const isQuiet = before === JSON.stringify([differing(), uploads().length, mail.counts]);
				return (isQuiet && differing().length === 0) || undefined;
			};
			await eventually(settled, 'both sides to be equal', PATIENCE_MS).catch(() => undefined);
			expect(differing()).toEqual([]);
			expect(uploads().length - counted.uploads).toBeLessThanOrEqual(CHANGES);
			expect(mail.counts.changes - counted.told).toBeLessThanOrEqual(CHANGES);

			// Each contact changes on one side alone: one side is told once. Consent is given here alone.
			const before = { uploads: uploads().length, requests: mail.counts.requests };
			const wanted = ids.map((one, index) => index % 2 === 1 && !here(one));
			const left = ids.filter((one, index) => index % 2 === 0 && here(one));
			ids.forEach((one, index) => (index % 2 ? decideHere : decideThere)(one, !here(one)));
			await eventually(settled, 'both sides to be equal', PATIENCE_MS).catch(() => undefined);
			expect(ids.map(here)).toEqual(wanted);
			expect(ids.map(there)).toEqual(wanted);
			expect(uploads().slice(before.uploads).sort()).toEqual(left.sort());
			expect(mail.counts.requests - before.requests).toBe(PEOPLE - left.length);

			// Nothing but consents has changed, and no proof is gone.
			for (const one of ids) {
				expect(sandbox.contact(one)).toMatchObject({ position: 'stays', last_name: '<b>=1+1</b>' });
				expect(sandbox.contact(one)?.documentation?.consents?.[0]?.granted_at).toBe('2026-01-01T00:00:00Z');
			}
			expect(there(never)).toBe(true);
			expect(uploads()).not.toContain(never);
			const failed = (await api.executions(id)).filter(({ status }) => status === 'error');
			expect(failed).toEqual([]);
			await api.unpublish(id);
		},
		900_000,
	);
}
