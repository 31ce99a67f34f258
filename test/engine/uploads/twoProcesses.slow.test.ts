/* eslint-disable */
/**
 * Two Node processes run the built nodes against one service at the same time. They do not know of each other, so one
 * can undo what the other one wrote. But whatever Set Consent reports as written was there when it was read back, which
 * is judged here from the requests and answers of the service.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { start, type LogEntry, type Sandbox } from '../../../sandbox/index';
import { cases, say } from '../../support/cases';
import { startGateway, type Gateway } from '../../support/gateway';
import type { FromOther, OtherResult } from '../../support/other-process';
import { ROOT } from '../../support/paths';
import { randomFrom } from '../../support/random';
import { SEED } from '../../support/seed';

const ROUNDS = cases(120, 300);
/** Rounds at the same time, each with a service of its own. */
const LANES = 10;
const CONTACTS = ['a', 'b', 'c'];
const TYPES = ['news', 'sms'];
const NAMES = { first_name: 'Ada', last_name: 'Lovelace' };

/** A process with the built nodes. */
class Other {
	private readonly waiting = new Map<number, (result: OtherResult) => void>();
	private next = 0;

	private constructor(private readonly child: ChildProcess) {
		child.on('message', (result: OtherResult) => this.waiting.get(result.number)?.(result));
	}

	static async begin(): Promise<Other> {
		const script = join(ROOT, 'test', 'support', 'other-process.ts');
		const child = fork(script, { execArgv: ['--import', 'tsx'], cwd: ROOT, env: process.env });
		const ended = once(child, 'exit').then(() => Promise.reject(new Error('The other process has ended')));
		const [message] = (await Promise.race([once(child, 'message'), ended])) as [FromOther];
		expect(message).toBe('ready');
		ended.catch(() => undefined);
		return new Other(child);
	}

	async run(parameters: IDataObject, items: IDataObject[], credentials: IDataObject): Promise<OtherResult> {
		const number = this.next++;
		const setting = { parameters, items, credentials, onError: 'continueRegularOutput' };
		const result = new Promise<OtherResult>((then) => this.waiting.set(number, then));
		this.child.send({ number, setting });
		return await result.finally(() => this.waiting.delete(number));
	}

	get pid() {
		return this.child.pid;
	}

	end() {
		this.child.disconnect();
	}
}

interface Consent extends IDataObject {
	type: string;
	granted: boolean;
	granted_at: string;
}
const consentsOf = (record: unknown): Consent[] =>
	(record as { documentation?: { consents?: Consent[] } } | undefined)?.documentation?.consents ?? [];

/** A request of one of the processes, with what was answered. */
interface Exchange extends LogEntry {
	by: number;
	answer: unknown;
}

/** A service that knows which process asked, and keeps its answers. */
interface Lane {
	sandbox: Sandbox;
	gateways: Gateway[];
	exchanges: () => Exchange[];
}

async function openLane(): Promise<Lane> {
	const keys = [0, 1].map((by) => ({ key: `key-of-process-${by}`, kind: 'sandbox' as const }));
	const sandbox = await start({ port: 0, docs: false, keys });
	const answers = new Map<string, unknown>();
	const gateways = await Promise.all(keys.map(async () => await startGateway(() => sandbox.baseUrl)));
	for (const gateway of gateways) {
		gateway.change = (answer) => {
			const text = answer.body.toString();
			answers.set(String(answer.headers['request-id']), text === '' ? undefined : JSON.parse(text));
			return answer;
		};
	}
	const exchanges = () =>
		sandbox.log.all().map((entry) => ({
			...entry,
			by: keys.findIndex(({ key }) => key === entry.headers.authorization),
			answer: answers.get(entry.requestId),
		}));
	return { sandbox, gateways, exchanges };
}

const same = (one: Consent, other: Consent): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How often what happened. */
interface Tally {
	written: number;
	unchanged: number;
	refused: number;
	/** Written once more, because reading back did not find it. */
	again: number;
	/** Written, read back, and gone in the end. */
	undone: number;
}

/** Judges what a Set Consent reported of a contact. @returns what is wrong */
function judge(
	{ sandbox, exchanges }: Lane,
	by: number,
	id: string,
	item: IDataObject | undefined,
	tally: Tally,
): string[] {
	const all = exchanges();
	const isRead = (one: Exchange) => one.method === 'GET' && one.path === `/v1/contacts/${id}`;
	const isSent = (one: Exchange) =>
		one.method === 'POST' && one.status === 202 && one.ids?.includes(id) === true;
	const sentBy = (one: Exchange) => (one.body as IDataObject[]).find((record) => record.id === id);
	const own = all.filter((one) => one.by === by);
	const firstSent = own.findIndex(isSent);
	const lastSent = own.findLastIndex(isSent);
	if (item?.error !== undefined) {
		tally.refused++;
		return [];
	}
	const { type, granted, granted_at: when } = item as unknown as Consent;
	const ofType = (one: Exchange | undefined) =>
		consentsOf(one?.answer).filter((consent) => consent.type === type);
	if (item?.changed !== true) {
		tally.unchanged++;
		const read = ofType(own.findLast(isRead));
		return firstSent < 0 && read.at(-1)?.granted === granted ? [] : ['unchanged, but it was not there'];
	}
	tally.written++;
	if (lastSent > firstSent) tally.again++;
	const before = ofType(own.slice(0, firstSent).findLast(isRead));
	const readBack = own.slice(lastSent).findLast(isRead);
	if (readBack === undefined) return ['written, but not read back'];
	const added = ofType(readBack).filter((one) => !before.some((other) => same(one, other)));
	const counts = added.filter((one) => one.granted === granted || one.granted_at >= when);
	if (counts.length === 0) return [`written, but it was not there when it was read back`];

	// What is gone in the end was taken away by an upload of the other process that did not know it.
	const now = consentsOf(sandbox.contact(id));
	if (now.some((one) => counts.some((other) => same(one, other)))) return [];
	tally.undone++;
	const knows = (consents: Consent[]) => consents.some((one) => counts.some((other) => same(one, other)));
	const others = all.filter((one) => one.by !== by);
	const lastUpload = others.findLastIndex(isSent);
	const upload = others[lastUpload];
	if (upload === undefined) return ['undone by nobody'];
	const readBefore = others.slice(0, lastUpload).findLast(isRead);
	const isUnaware = !knows(consentsOf(sentBy(upload))) && !knows(consentsOf(readBefore?.answer));
	return isUnaware ? [] : ['undone by an upload that had read it'];
}

/** Runs one round. @returns what is wrong in it */
async function round(others: Other[], lane: Lane, seed: number, tally: Tally): Promise<string[]> {
	const random = randomFrom(seed);
	const below = (most: number) => Math.floor(random() * most);
	const oneOf = <One>(all: readonly One[]) => all[below(all.length)] as One;
	const { sandbox, gateways } = lane;
	sandbox.reset();
	sandbox.configure({ operationDurationMs: below(80), visible: 'onFinish' });
	for (const [method, path] of [
		['GET', '/contacts/*'],
		['POST', '/contacts'],
	] as const) {
		const delayAt = random() < 0.5 ? 'before' : 'after';
		sandbox.faults.add({ method, path, delayMs: below(60), delayAt, times: Infinity });
	}
	const old = () => ({ type: oneOf(TYPES), granted: random() < 0.5, granted_at: '2026-01-01T00:00:00Z' });
	sandbox.seed({
		contacts: CONTACTS.map((id) => ({ id, ...NAMES, documentation: { consents: [old()] } })),
	});
	const call = (kind: string) => {
		const ids = [...CONTACTS].sort(() => random() - 0.5).slice(0, 1 + below(3));
		const options = { batchSize: 1 + below(3) };
		const setConsent = {
			resource: 'contact',
			operation: 'setConsent',
			contactId: '={{ $json.id }}',
			options,
			consentType: oneOf(TYPES),
			consentState: oneOf(['granted', 'withdrawn']),
		};
		const columns = { mappingMode: 'autoMapInputData', value: null };
		const upload = {
			resource: 'contact',
			operation: 'upsert',
			inputMode: 'map',
			columns,
			options,
			fieldsNotSent: kind,
		};
		const isSet = kind === 'setConsent';
		const items = ids.map((id) => ({ id, ...(!isSet && { ...NAMES, company: `Acme ${seed}` }) }));
		return { kind, ids, items, parameters: isSet ? setConsent : upload };
	};
	const calls = [call('setConsent'), call(oneOf(['keep', 'clear', 'setConsent']))];
	if (random() < 0.5) calls.reverse();
	const results = await Promise.all(
		calls.map(async ({ parameters, items }, by) => {
			await new Promise((then) => setTimeout(then, below(150)));
			const credentials = { baseUrl: gateways[by]?.baseUrl, apiKey: `key-of-process-${by}` };
			return await (others[by] as Other).run(parameters, items, credentials);
		}),
	);
	return calls.flatMap(({ kind, ids }, by) => {
		const { json = [], error } = results[by] ?? {};
		if (error !== undefined || json.length !== ids.length) return [`SEED=${seed}: ${kind}: ${error}`];
		if (kind !== 'setConsent') return [];
		return ids.flatMap((id, at) =>
			judge(lane, by, id, json[at], tally).map(
				(wrong) => `SEED=${seed} ${id}: ${wrong}: ${JSON.stringify({ calls, results })}`,
			),
		);
	});
}

test(`in ${ROUNDS} rounds of two processes, what Set Consent reports as written was there when it was read back`, async () => {
	const others = await Promise.all([Other.begin(), Other.begin()]);
	const lanes = await Promise.all(Array.from({ length: LANES }, openLane));
	const tally: Tally = { written: 0, unchanged: 0, refused: 0, again: 0, undone: 0 };
	const wrong: string[] = [];
	try {
		expect(new Set([process.pid, ...others.map(({ pid }) => pid)]).size).toBe(3);
		let next = 0;
		await Promise.all(
			lanes.map(async (lane) => {
				for (let at = next++; at < ROUNDS; at = next++) {
					wrong.push(...(await round(others, lane, SEED + at, tally)));
				}
			}),
		);
	} finally {
		for (const other of others) other.end();
		for (const { gateways, sandbox } of lanes) {
			for (const gateway of gateways) gateway.close();
			await sandbox.close();
		}
	}
	say(`${ROUNDS} rounds of two processes: ${JSON.stringify(tally)}`);
	expect(wrong).toEqual([]);
	// The cases are there: another process undoes what was written, before it is read back and after that.
	expect(Math.min(tally.written, tally.unchanged, tally.again, tally.undone)).toBeGreaterThan(0);
}, 600_000);
