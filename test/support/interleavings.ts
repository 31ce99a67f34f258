/* eslint-disable */
/**
 * Random interleavings of three calls of the node on three contacts. For each contact, what the service has afterwards
 * and what the calls reported must be what some order of these calls, one after another, gives. So no withdrawal that
 * was reported as written is missing, no value of another call is undone, and nobody who was deleted comes back.
 *
 * The checker knows what the operations promise, and nothing of how they do it.
 */
import type { IDataObject } from 'n8n-workflow';

import { start, type Sandbox } from '../../sandbox/index';
import { recordsClaimed } from './forget';
import { randomFrom } from './random';
import { KEY } from './action';
import type { UploadBench } from './upload-bench';

const CONTACTS = ['a', 'b', 'c'];
const FIELDS = ['company', 'position', 'title'];
const TYPES = ['news', 'sms'];
const NAMES = { first_name: 'Ada', last_name: 'Lovelace' };
/** Executions at the same time, each kind of them with a service of its own. */
const LANES = 6;

/** What the service has of a contact. */
interface Kept {
	fields: Record<string, string>;
	consents: Array<[type: string, granted: boolean]>;
}

/** What a call asks for, of each of its contacts alike. */
type Call = { ids: string[]; batchSize: number } & (
	| { kind: 'setConsent'; type: string; granted: boolean }
	| { kind: 'keep'; field: string; value: string; hasNames: boolean }
	| { kind: 'clear'; field: string; value: string }
	| { kind: 'delete' }
);

/** What a call reports of a contact. */
type Word = 'written' | 'unchanged' | 'refused' | 'deleted' | 'absent';

const newest = (consents: Kept['consents'], type: string): boolean | undefined =>
	consents.findLast(([one]) => one === type)?.[1];

/** What a call does if it has the contact for itself. */
function after(call: Call, now: Kept | undefined): { kept: Kept | undefined; word: Word } {
	switch (call.kind) {
		case 'delete':
			return { kept: undefined, word: now ? 'deleted' : 'absent' };
		case 'clear':
			return { kept: { fields: { ...NAMES, [call.field]: call.value }, consents: [] }, word: 'written' };
		case 'keep': {
			if (now === undefined && !call.hasNames) return { kept: undefined, word: 'refused' };
			const { fields, consents } = now ?? { fields: { ...NAMES }, consents: [] };
			if (now && fields[call.field] === call.value) return { kept: now, word: 'unchanged' };
			return { kept: { fields: { ...fields, [call.field]: call.value }, consents }, word: 'written' };
		}
		case 'setConsent': {
			if (now === undefined) return { kept: undefined, word: 'refused' };
			if (newest(now.consents, call.type) === call.granted) return { kept: now, word: 'unchanged' };
			return {
				kept: { ...now, consents: [...now.consents, [call.type, call.granted]] },
				word: 'written',
			};
		}
	}
}

const orders = <One>(all: One[]): One[][] =>
	all.length < 2
		? [all]
		: all.flatMap((one, at) =>
				orders([...all.slice(0, at), ...all.slice(at + 1)]).map((rest) => [one, ...rest]),
			);

const same = (one: Kept | undefined, other: Kept | undefined): boolean => {
	const sorted = (kept: Kept | undefined) =>
		kept && JSON.stringify([Object.entries(kept.fields).sort(), kept.consents]);
	return sorted(one) === sorted(other);
};

const scalar = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function keptOf(sandbox: Sandbox, id: string): Kept | undefined {
	const found = sandbox.contact(id) as IDataObject | undefined;
	if (found === undefined) return undefined;
	const names = [...Object.keys(NAMES), ...FIELDS].filter((name) => found[name] !== undefined);
	const { consents = [] } = (found.documentation ?? {}) as { consents?: IDataObject[] };
	return {
		fields: Object.fromEntries(names.map((name) => [name, scalar(found[name])])),
		consents: consents.map(({ type, granted }) => [scalar(type), granted === true]),
	};
}

function wordOf({ kind }: Call, item: IDataObject | undefined): Word | undefined {
	if (item === undefined) return undefined;
	if (item.error !== undefined) return 'refused';
	if (kind === 'delete') return item.deleted === true ? 'deleted' : 'absent';
	if (kind === 'setConsent') return item.changed === true ? 'written' : 'unchanged';
	return item.accepted === true ? 'written' : 'unchanged';
}

/** Runs one interleaving. @returns what cannot be explained by any order of the calls */
async function interleave(bench: UploadBench, sandbox: Sandbox, seed: number): Promise<string[]> {
	const random = randomFrom(seed);
	const below = (most: number) => Math.floor(random() * most);
	const oneOf = <One>(all: readonly One[]) => all[below(all.length)] as One;
	const shuffled = <One>(all: readonly One[]) =>
		all
			.map((one) => [random(), one] as const)
			.sort(([a], [b]) => a - b)
			.map(([, one]) => one);

	sandbox.reset();
	const waits = random() < 0.8;
	sandbox.configure({ operationDurationMs: below(60), visible: waits ? 'onFinish' : 'onAccept' });
	for (const [method, path] of [
		['GET', '/contacts/*'],
		['POST', '/contacts'],
		['DELETE', '/contacts/*'],
	] as const) {
		const delayAt = random() < 0.5 ? 'before' : 'after';
		sandbox.faults.add({ method, path, delayMs: below(40), delayAt, times: Infinity });
	}
	const before = new Map<string, Kept | undefined>();
	for (const id of CONTACTS) {
		if (random() < 0.15) continue;
		const granted = random() < 0.5;
		before.set(id, {
			fields: { ...NAMES, title: 'Dr.' },
			consents: random() < 0.7 ? [[oneOf(TYPES), granted]] : [],
		});
	}
	sandbox.seed({
		contacts: [...before].map(([id, kept]) => ({
			id,
			...kept?.fields,
			documentation: {
				consents: kept?.consents.map(([type, granted]) => ({
					type,
					granted,
					granted_at: '2026-01-01T00:00:00Z',
				})),
			},
		})),
	});

	const calls = Array.from({ length: 3 }, (_, at): Call => {
		const ids = shuffled(CONTACTS).slice(0, 1 + below(3));
		const common = { ids, batchSize: 1 + below(3) };
		const written = { field: oneOf(FIELDS), value: `v${at}` };
		const kind = oneOf(['setConsent', 'setConsent', 'keep', 'keep', 'clear', 'delete'] as const);
		if (kind === 'setConsent') return { ...common, kind, type: oneOf(TYPES), granted: random() < 0.5 };
		if (kind === 'keep') return { ...common, ...written, kind, hasNames: random() < 0.5 };
		return kind === 'clear' ? { ...common, ...written, kind } : { ...common, kind };
	});
	const credentials = { baseUrl: sandbox.baseUrl, apiKey: KEY };
	const run = async (call: Call): Promise<IDataObject[]> => {
		const items = call.ids.map((id) => ({ id }));
		const options = { batchSize: call.batchSize, ...(!waits && { waitUntilFinished: false }) };
		const more = { credentials, onError: 'continueRegularOutput' as const };
		if (call.kind === 'setConsent' || call.kind === 'delete') {
			const parameters =
				call.kind === 'delete'
					? { options: { onNotFound: 'empty' } }
					: { consentType: call.type, consentState: call.granted ? 'granted' : 'withdrawn', options };
			const of = { resource: 'contact', operation: call.kind, contactId: '={{ $json.id }}' };
			return (await bench.run({ ...of, ...parameters }, { ...more, items })).json;
		}
		const names = call.kind === 'clear' || call.hasNames ? NAMES : {};
		const upload = await bench.upload({
			items: items.map((item) => ({ ...item, ...names, [call.field]: call.value })),
			fieldsNotSent: call.kind,
			options,
			...more,
		});
		return upload.json;
	};
	const outputs = await Promise.all(
		calls.map(async (call) => {
			await new Promise((resolve) => setTimeout(resolve, below(60)));
			return await run(call);
		}),
	);
	// An upload that was not waited for may still be under way.
	await new Promise((resolve) => setTimeout(resolve, waits ? 0 : 100));

	return CONTACTS.flatMap((id) => {
		const own = calls.flatMap((call, at) => {
			const place = call.ids.indexOf(id);
			return place < 0 ? [] : [{ call, word: wordOf(call, outputs[at]?.[place]) }];
		});
		const kept = keptOf(sandbox, id);
		const explains = (order: typeof own): boolean => {
			let now = before.get(id);
			const withdrawn = new Set<string>();
			const areTrue = order.every(({ call, word }) => {
				// Whoever has withdrawn while the grant waited for its turn has not agreed since.
				if (word === 'refused' && call.kind === 'setConsent' && call.granted && now) {
					return withdrawn.has(call.type);
				}
				if (word === 'written' && call.kind === 'setConsent' && !call.granted) withdrawn.add(call.type);
				const next = after(call, now);
				now = next.kept;
				return next.word === word;
			});
			return areTrue && same(now, kept);
		};
		if (orders(own).some(explains)) return [];
		return [
			`SEED=${seed} ${id}: ${JSON.stringify({ before: before.get(id), own, now: kept, outputs }, undefined, 1)}`,
		];
	});
}

/** @returns the interleavings that no order of the calls explains */
export async function interleavings(bench: UploadBench, count: number, seed: number): Promise<string[]> {
	const wrong: string[] = [];
	let next = 0;
	await Promise.all(
		Array.from({ length: LANES }, async () => {
			const sandbox = await start({ port: 0, docs: false, keys: [{ key: KEY, kind: 'sandbox' }] });
			try {
				for (let at = next++; at < count; at = next++) {
					wrong.push(...(await interleave(bench, sandbox, seed + at)));
				}
			} finally {
				await sandbox.close();
			}
		}),
	);
	if (recordsClaimed() > 0) wrong.push(`${recordsClaimed()} records are still asked for`);
	return wrong;
}
