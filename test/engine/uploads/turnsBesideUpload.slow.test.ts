/* eslint-disable */
/**
 * Set Consents beside a nightly upload of many contacts. What the upload holds, and until when, is read from the
 * requests that reached the service: the test knows nothing of how the node takes turns.
 */
import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../../sandbox/index';
import { cases, say } from '../../support/cases';
import { recordsClaimed } from '../../support/forget';
import { contacts } from '../../support/people';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench({ logLimit: 1_000_000 });

const CONTACTS = cases(10_000, 20_000);
/** Milliseconds of an Operation. */
const DURATION = 600;
/** Records that the upload reads together. */
const BATCH = 100;
/** After which part of the upload Set Consents begin. */
const MOMENTS = [0.02, 0.25, 0.5, 0.75, 0.95];

const idOf = ({ path }: LogEntry): string => path.replace(/^.*\//, '');
const isRead = ({ method, path }: LogEntry): boolean => method === 'GET' && /\/contacts\//.test(path);
const isUpload = ({ method, ids = [] }: LogEntry): boolean => method === 'POST' && ids.length > 3;
const after = async (milliseconds: number) =>
	await new Promise<void>((then) => setTimeout(then, milliseconds));

/** A run of Set Consent. */
interface Asked {
	ids: string[];
	isHeld: boolean;
	/** How many requests the service had received before. */
	place: number;
	at: number;
	run: Promise<{ json: IDataObject[] }>;
}

const ask = (isHeld: boolean, ids: string[]): Asked => ({
	ids,
	isHeld,
	place: bench.sandbox.log.count(),
	at: Date.now(),
	run: bench.run(
		{
			resource: 'contact',
			operation: 'setConsent',
			contactId: '={{ $json.id }}',
			consentType: 'news',
			consentState: 'withdrawn',
			options: {},
		},
		{ items: ids.map((id) => ({ id })) },
	),
});

/** The contacts that the upload has read, and whose Operation has not ended, in the order of reading. */
function heldNow(): string[] {
	const log = bench.sandbox.log.all();
	const isOver = ({ at, durationMs = 0 }: LogEntry) => Date.parse(at) + durationMs + DURATION < Date.now();
	const ended = new Set(log.filter((one) => isUpload(one) && isOver(one)).flatMap(({ ids = [] }) => ids));
	return log.filter((one) => isRead(one) && !ended.has(idOf(one))).map(idOf);
}

/** For each contact, the places in the log where the upload first read its batch, and last looked at its Operation. */
function batchesOf(log: LogEntry[], asked: readonly Asked[]) {
	const others = new Set(asked.flatMap(({ ids, isHeld }) => (isHeld ? [] : ids)));
	const firstRead = new Map<string, number>();
	const lastLook = new Map<string, number>();
	log.forEach((one, at) => {
		if (isRead(one) && !firstRead.has(idOf(one))) firstRead.set(idOf(one), at);
		if (/\/operations\//.test(one.path)) lastLook.set(idOf(one), at);
	});
	const operations = bench.sandbox.state().operations.filter(({ items }) => items.length > 3);
	const batches = operations.map(({ id, items }) => {
		const ids = items.map(({ model_id }) => model_id as string);
		// Set Consent may have read a contact long before the upload came to it.
		const alone = ids.filter((one) => !others.has(one));
		const begin = Math.min(...alone.map((one) => firstRead.get(one) ?? Infinity));
		return { ids, begin, end: lastLook.get(id) ?? -1 };
	});
	const byContact = new Map(batches.flatMap((batch) => batch.ids.map((id) => [id, batch] as const)));
	return { batches, byContact };
}

test(`a Set Consent beside a nightly upload of ${CONTACTS} contacts waits for one batch at most`, async () => {
	bench.sandbox.configure({ operationDurationMs: DURATION, visible: 'onFinish' });
	const people = contacts(CONTACTS);
	const ids = people.map(({ id }) => id as string);
	bench.sandbox.seed({ contacts: people } as never);
	let isOver = false;
	const upload = bench
		.upload({ items: ids.map((id) => ({ id, company: 'Acme' })) })
		.finally(() => (isOver = true));

	const asked: Asked[] = [];
	for (const part of MOMENTS) {
		while (!isOver && bench.sandbox.log.count({ path: '/contacts/*' }) < part * CONTACTS) await after(10);
		const used = new Set(asked.flatMap((one) => one.ids));
		const held = heldNow().filter((id) => !used.has(id));
		const middle = Math.floor(held.length / 2);
		// Those that are held for the longest time, for half as long, and those that were read just now.
		for (const at of [0, middle, -1]) asked.push(ask(true, held.slice(at).slice(0, 1)));
		asked.push(
			ask(
				true,
				[1, middle + 1, -2].flatMap((at) => held.at(at) ?? []),
			),
		);
		for (const place of [7, CONTACTS / 2 + 7, CONTACTS - 7]) {
			const id = ids.slice(place).find((one) => !used.has(one)) ?? '';
			// The upload may come to a contact that is near before Set Consent does.
			if (Math.abs(place - part * CONTACTS) > 40 * BATCH) asked.push(ask(false, [id]));
		}
	}
	const results = await Promise.all(asked.map(async ({ run }) => (await run).json));
	const { json } = await upload;
	const log = bench.sandbox.log.all();
	const { batches, byContact } = batchesOf(log, asked);

	// Nothing is lost, of neither side.
	expect(batches).toHaveLength(CONTACTS / BATCH);
	expect(json.filter(({ change }) => change === 'changed')).toHaveLength(CONTACTS);
	expect(bench.sandbox.state().contacts.filter(({ company }) => company === 'Acme')).toHaveLength(CONTACTS);
	const waits = asked.map((one, place) => {
		expect(results[place]).toEqual(one.ids.map(() => expect.objectContaining({ changed: true }) as unknown));
		for (const id of one.ids)
			expect(bench.sandbox.contact(id)?.documentation?.consents).toMatchObject([{ granted: false }]);
		const turn = log.findIndex(
			(entry, at) => at >= one.place && isRead(entry) && one.ids.includes(idOf(entry)),
		);
		const own = one.ids.flatMap((id) => byContact.get(id) ?? []);
		// It waits for a batch that had begun before it asked, and for none that began later.
		const waitedFor = own.filter(({ begin, end }) => begin < turn && end > one.place);
		expect(waitedFor.every(({ begin, end }) => begin < one.place && end < turn)).toBe(true);
		if (!one.isHeld) expect(waitedFor).toEqual([]);
		const since = Math.max(one.place, ...waitedFor.map(({ end }) => end));
		const later = batches.filter(({ begin, end }) => begin > since && end < turn).length;
		return {
			isHeld: one.isHeld,
			later,
			waitedFor: new Set(waitedFor).size / one.ids.length,
			milliseconds: Date.parse(log[turn]?.at ?? '') - one.at,
			queued: turn - since,
		};
	});
	for (const isHeld of [true, false]) {
		const those = waits.filter((one) => one.isHeld === isHeld);
		const most = (of: (one: (typeof those)[number]) => number) => Math.max(...those.map(of));
		say(
			`${those.length} Set Consents for contacts that the upload ${isHeld ? 'holds' : 'does not hold'}: wait for ${most((one) => one.waitedFor)} batch, then behind ${most(({ queued }) => queued)} requests; ${most(({ milliseconds }) => milliseconds)} ms at most`,
		);
	}
	// The case is there: somebody did wait, and somebody did not have to.
	expect(waits.filter(({ waitedFor }) => waitedFor > 0).length).toBeGreaterThanOrEqual(MOMENTS.length);
	expect(waits.filter(({ isHeld }) => !isHeld).length).toBeGreaterThanOrEqual(MOMENTS.length);
	// Once its turn has come, no batch that begins later comes before it.
	expect(waits.map(({ later }) => later)).toEqual(waits.map(() => 0));
	expect(recordsClaimed()).toBe(0);
}, 300_000);
