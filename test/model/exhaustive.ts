/* eslint-disable */
/**
 * Every schedule of the trigger up to a depth, in each of n8n's three ways to keep the state. `npm run test:slow`
 * runs the short scopes, `npm --prefix workshop run reliability -- schedules` the deep ones.
 */
import { DOCUMENTS, FULL, HIDDEN, HISTORY, named, TEN } from './alphabet';
import { canonical, production } from './driver';
import { explore, inAllWays, NOW, type Explored, type Scope } from './explore';
import { SETTINGS } from './life';

const HOUR = 60 * 60_000;
const ONE = { ...SETTINGS, maxEvents: 1 };

/** Settings that change how the trigger reads. Without the far look-back, only the near one is tested. */
const VARIANTS: Array<[string, Omit<Scope, 'name' | 'way' | 'alphabet' | 'depth'>]> = [
	['', { settings: SETTINGS, service: {} }],
	[', no audit', { settings: { ...SETTINGS, auditDays: 0 }, service: {} }],
	[', one event at a time', { settings: ONE, service: {} }],
	[', one event at a time, no audit', { settings: { ...ONE, auditDays: 0 }, service: {} }],
	[
		', from the activation on, bounds excluded',
		{ settings: SETTINGS, service: { fromInclusive: false, toInclusive: false }, isNew: true },
	],
	[
		', pages of two, the newest first',
		{ settings: { ...SETTINGS, maxEvents: 3, pageSize: 2 }, service: { historyOrder: 'desc' } },
	],
];

const begun = (name: string, prologue: string[], settings = SETTINGS): (typeof VARIANTS)[number] => [
	name,
	{ settings, service: {}, prologue: named(...prologue) },
];
const NO_AUDIT = { ...SETTINGS, auditDays: 0 };
const ONE_NO_AUDIT = { ...ONE, auditDays: 0 };

/** After a history of some events, short schedules show what otherwise only long ones would. */
const BEGUN: typeof VARIANTS = [
	begun(', after a late event that another reader took', ['add very late', 'another reader']),
	begun(', after an event from the future, no audit', ['add in the future', 'poll'], NO_AUDIT),
	begun(
		', in a backlog that ends in the future, no audit',
		['add late', 'add now', 'add in the future', 'add a document', 'poll'],
		ONE_NO_AUDIT,
	),
	begun(
		', in a backlog of single events, no audit',
		['add now', 'add late', 'add a document', 'poll'],
		ONE_NO_AUDIT,
	),
	begun(', after two polls and a fail-over, while a document waits', [
		'add a document later',
		'poll',
		'poll',
		'fail-over',
		'add now',
	]),
	begun(', after a poll with a document that waits', ['add a document later', 'add now', 'poll'], ONE),
];

/** Scopes in which documents wait and few events fit. */
const NARROW = { settings: { ...NO_AUDIT, maxEvents: 2 }, service: {} };
const CROWDED: typeof VARIANTS = [
	[', two events at a time, no audit', NARROW],
	[
		', behind documents that wait, two events at a time, no audit',
		{
			...NARROW,
			prologue: named(
				...['add a document never, late', 'add a document later', 'poll'],
				...['add a document', 'add a document later', 'add now'],
			),
		},
	],
];

/** Scopes around a history that refuses. */
const REFUSED = [...HISTORY, ...named('add now', 'another reader', 'poll', 'poll, killed', 'republish')];
const BEGINNINGS: typeof VARIANTS = [
	[
		', new events only, from the activation on',
		{ settings: { ...SETTINGS, beginWith: 'now' }, service: {}, isNew: true },
	],
	[
		', since a date, from the activation on',
		{ settings: { ...SETTINGS, beginWith: 'date', startFrom: NOW - HOUR }, service: {}, isNew: true },
	],
];

const scopes = (word: string, alphabet: Scope['alphabet'], depth: number, variants = VARIANTS): Scope[] =>
	variants.flatMap(([name, more]) =>
		inAllWays({ ...more, name: `${word}, depth ${depth}${name}`, alphabet, depth }),
	);

export const SHORT: Scope[] = [
	...scopes(`${FULL.length} actions`, FULL, 2),
	...scopes(`${FULL.length} actions`, FULL, 2, BEGUN),
	...scopes(`${TEN.length} actions`, TEN, 3),
	...scopes(`${DOCUMENTS.length} actions on documents`, DOCUMENTS, 2, CROWDED),
	...scopes(`${REFUSED.length} actions on the history`, REFUSED, 2, VARIANTS.slice(0, 1)),
	...scopes(`${FULL.length} actions`, FULL, 2, BEGINNINGS),
	...scopes(`${HIDDEN.length} actions on what is not shown`, HIDDEN, 2, VARIANTS.slice(0, 1)),
];

export const DEEP: Scope[] = [
	...scopes(`${TEN.length} actions`, TEN, 6, VARIANTS.slice(0, 2)),
	...scopes(`${TEN.length} actions`, TEN, 5, VARIANTS.slice(2)),
	...scopes(`${FULL.length} actions`, FULL, 4, VARIANTS.slice(0, 1)),
	...scopes(`${FULL.length} actions`, FULL, 3, VARIANTS.slice(1)),
	...scopes(`${DOCUMENTS.length} actions on documents`, DOCUMENTS, 4, CROWDED),
	...scopes(`${REFUSED.length} actions on the history`, REFUSED, 4, VARIANTS.slice(0, 1)),
	...scopes(`${FULL.length} actions`, FULL, 3, BEGINNINGS),
	...scopes(`${HIDDEN.length} actions on what is not shown`, HIDDEN, 4, VARIANTS.slice(0, 1)),
];

export type Result = Explored & Pick<Scope, 'name' | 'way' | 'depth'>;

/** @param most gives up after this many problems */
export async function runScope(scope: Scope, most?: number): Promise<Result> {
	const { name, way, depth } = scope;
	return { name, way, depth, ...(await explore(production, canonical, scope, most)) };
}

const line = ({ name, way, schedules, states, polls, milliseconds, problems }: Result): string =>
	[
		`${name} (${way}): ${schedules.toLocaleString('en')} schedules, ${states.toLocaleString('en')} states`,
		`${polls.toLocaleString('en')} polls, ${(milliseconds / 1000).toFixed(1)} s, ${problems.length} wrong`,
	].join(', ');

export async function runScopes(scopes: readonly Scope[]): Promise<Result[]> {
	const results: Result[] = [];
	for (const scope of scopes) {
		const result = await runScope(scope);
		results.push(result);
		process.stdout.write(`${line(result)}\n`);
		for (const problem of result.problems) process.stdout.write(`   ${problem}\n`);
	}
	return results;
}
