/** With Retry On Fail, n8n runs the node again: what an earlier try has uploaded is not uploaded twice. */
import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { NO_ANSWER, recallUploads } from '../../nodes/ContactConsent/upload/earlier';
import { targetsOf } from '../../nodes/ContactConsent/upload/targets';
import type { Acceptance, Draft, Target, Upload } from '../../nodes/ContactConsent/upload/types';
import { MAPPED, readTable } from '../support/upload-table';

type Tries = NonNullable<Parameters<typeof recallUploads>[0]>;

/** What n8n keeps from try to try. Texts are kept, as n8n may write them to its database. */
function memory() {
	const kept = new Map<string, string>();
	const tries: Tries = {
		find: (key) => JSON.parse(kept.get(key) ?? 'null') as never,
		keep: (key, deed) => void kept.set(key, JSON.stringify(deed)),
	};
	return { tries, kept };
}

const uploadTo = (path: string, more: Partial<Upload> = {}) =>
	({
		...{ model: contactModel, setting: MAPPED },
		endpoint: { post: () => ({ path: [path] }) },
		...more,
	}) as unknown as Upload;
const CONTACTS = uploadTo('contacts');
const SENDER = { withoutKey: <T>(value: T): T => value };

const targetsFor = (rows: IDataObject[]): Target[] => targetsOf(contactModel, readTable(rows), MAPPED);

const begin = (tries: Tries | undefined, targets: Target[], upload = CONTACTS, send = SENDER) =>
	recallUploads(tries, upload, targets, send);

const acceptance = (facts: IDataObject): Acceptance => ({ operationId: 'old', acceptedAt: 1, facts });
const draft = (change: Draft['change']): Draft => ({
	...{ upload: {}, readAt: 0, change },
	differences: [{ column: 'c', label: 'C', from: 1, to: 2 }],
});

/** How the next try differs from the first one. */
interface Second {
	again?: IDataObject[];
	upload?: Upload;
	next?: Upload;
	change?: Draft['change'];
}

/** A try that sends all rows; then the targets of the next try. */
function afterOne(
	rows: IDataObject[],
	answer: Acceptance | undefined,
	{ again = rows, upload = CONTACTS, change = 'changed', next = upload }: Second = {},
) {
	const { tries } = memory();
	const first = targetsFor(rows);
	const earlier = begin(tries, first, upload);
	for (const target of first) target.draft = draft(change);
	earlier?.keep(first, answer);
	const targets = targetsFor(again);
	return { targets, earlier: begin(tries, targets, next) };
}

const ROW = { id: 'a', title: 'Dr.' };

it('nothing is remembered if n8n runs the node only once, or in a dry run', () => {
	expect(begin(undefined, targetsFor([ROW]))).toBeUndefined();
	const dry = uploadTo('contacts', { setting: { ...MAPPED, dryRun: true } });
	expect(begin(memory().tries, targetsFor([ROW]), dry)).toBeUndefined();
});

it('in the first try nothing counts as uploaded', () => {
	const targets = targetsFor([ROW]);
	expect(begin(memory().tries, targets)?.count).toBe(0);
	expect(targets[0]?.outcome).toBeUndefined();
});

it('a record that an earlier try has uploaded has the outcome of that try', () => {
	const facts = { operation_id: 7, request_id: 'r' };
	const { targets, earlier } = afterOne([ROW], acceptance(facts), { change: 'created' });
	expect(earlier?.count).toBe(1);
	expect(targets[0]?.outcome).toEqual({
		...{ kind: 'accepted', change: 'created', isEarlier: true, differences: [] },
		acceptance: { operationId: '7', acceptedAt: expect.any(Number) as number, facts },
	});
});

it('only records of one request share an acceptance, so that each request is waited for once', () => {
	const { tries } = memory();
	const rows = ['a', 'b', 'c'].map((id) => ({ id, title: 'Dr.' }));
	const first = targetsFor(rows);
	const earlier = begin(tries, first);
	earlier?.keep(first.slice(0, 2), acceptance({ operation_id: 'x' }));
	earlier?.keep(first.slice(2), acceptance({ operation_id: 'y' }));
	const targets = targetsFor(rows);
	expect(begin(tries, targets)?.count).toBe(3);
	const [a, b, c] = targets.map(({ outcome }) =>
		outcome?.kind === 'accepted' ? outcome.acceptance : undefined,
	);
	expect(a).toBe(b);
	expect([a?.operationId, c?.operationId]).toEqual(['x', 'y']);
});

it.each<[what: string, again: IDataObject[], path: string]>([
	['its ID', [{ ...ROW, id: 'b' }], 'contacts'],
	['a value', [{ ...ROW, title: 'Prof.' }], 'contacts'],
	['a heading', [{ id: 'a', Titel: 'Dr.' }], 'contacts'],
	['its row', [{ id: 'z', title: 'x' }, ROW], 'contacts'],
	['the number of its rows', [ROW, { ...ROW }], 'contacts'],
	['the resource', [ROW], 'employees'],
])('a record is uploaded again if %s differs', (_what, again, path) => {
	const answer = acceptance({ operation_id: 'x' });
	const { targets, earlier } = afterOne([ROW], answer, { again, next: uploadTo(path) });
	expect(earlier?.count).toBe(0);
	expect(targets.map(({ outcome }) => outcome)).toEqual(targets.map(() => undefined));
});

it('of several records in one input item, each is remembered by its place', () => {
	const { tries } = memory();
	const targets = (): Target[] => {
		const all = targetsFor([ROW]);
		for (const row of all.flatMap(({ rows }) => rows)) row.position = 2;
		return all;
	};
	const first = targets();
	begin(tries, first)?.keep(first, acceptance({}));
	expect(begin(tries, targets())?.count).toBe(1);
	expect(begin(tries, targetsFor([ROW]))?.count).toBe(0);
});

it('a row that is refused now stays refused', () => {
	const { tries } = memory();
	const first = targetsFor([{ id: 'a', birthday: 7 }]);
	const reason = first[0]?.outcome;
	for (const target of first) target.outcome = undefined;
	begin(tries, first)?.keep(first, acceptance({}));
	const targets = targetsFor([{ id: 'a', birthday: 7 }]);
	expect(begin(tries, targets)?.count).toBe(0);
	expect(targets[0]?.outcome?.kind).toBe(reason?.kind);
});

describe('a record that was sent without an answer', () => {
	it.each<[what: string, now: Target['outcome'], kind: string | undefined, count: number]>([
		['counts as accepted if the service has it as sent', { kind: 'unchanged' }, 'accepted', 1],
		['stays open if the run ended before it was sent', undefined, undefined, 0],
		['stays refused if it is refused now', { kind: 'refused', error: 'no', who: '' }, 'refused', 0],
	])('%s', (_what, now, kind, count) => {
		const { targets, earlier } = afterOne([ROW], undefined, { change: 'changed' });
		const [one] = targets as [Target];
		expect([one.outcome, earlier?.count]).toEqual([undefined, 0]);
		one.outcome = now;
		earlier?.settle(targets);
		expect([one.outcome?.kind, earlier?.count]).toEqual([kind, count]);
		if (kind === 'accepted') expect(one.outcome).toMatchObject({ change: 'changed', acceptance: NO_ANSWER });
	});

	it('is no other record that is unchanged', () => {
		const other = { id: 'b', title: 'Dr.' };
		const { targets, earlier } = afterOne([ROW], undefined, { again: [ROW, other] });
		for (const target of targets) target.outcome = { kind: 'unchanged' };
		earlier?.settle(targets);
		expect(targets.map(({ outcome }) => outcome?.kind)).toEqual(['accepted', 'unchanged']);
	});
});

it('what the operation keeps of a row comes back to the same row', () => {
	const found: Array<[item: number, kept: unknown]> = [];
	const upload = uploadTo('contacts', {
		rowMemory: {
			of: ({ item }) => ({ was: item }),
			recall: ({ item }, kept) => void found.push([item, kept]),
		},
	});
	afterOne([ROW, ROW, { id: 'b', title: 'x' }], acceptance({}), { upload });
	expect(found).toEqual([
		[0, { was: 0 }],
		[1, { was: 1 }],
		[2, { was: 2 }],
	]);
});

it('the API key is not kept', () => {
	const { tries, kept } = memory();
	const targets = targetsFor([ROW]);
	const withoutKey = <T>(value: T) => JSON.parse(JSON.stringify(value).replaceAll('secret', '***')) as T;
	begin(tries, targets, CONTACTS, { withoutKey })?.keep(targets, acceptance({ request_id: 'secret' }));
	expect([...kept.values()].join()).toContain('***');
	expect([...kept.values()].join()).not.toContain('secret');
});
