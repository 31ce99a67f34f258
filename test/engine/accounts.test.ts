/** Credentials may contain expressions. No row is sent to the account of another row. */
import type { IDataObject } from 'n8n-workflow';

import { start, type Sandbox } from '../../sandbox/index';
import { actionBench, contact, KEY, PRODUCTION_KEY, wordsOf } from '../support/action';
import { sentence } from '../support/sentences';

const bench = actionBench();
let other: Sandbox;
beforeAll(
	async () => void (other = await start({ port: 0, docs: false, keys: [{ key: KEY, kind: 'sandbox' }] })),
);
beforeEach(() => other.reset());
afterAll(() => other.close());

const UPSERT = {
	resource: 'contact',
	operation: 'upsert',
	fieldsNotSent: 'clear',
	inputMode: 'json',
	json: '={{ $json.contact }}',
};
const GET = { resource: 'contact', operation: 'get', contactId: '={{ $json.contact.id }}' };
const rows = (count: number, of: (at: number) => IDataObject) =>
	Array.from({ length: count }, (_, at) => ({ contact: contact(`c${at}`), ...of(at) }));

const sent = () => [...bench.sandbox.log.all(), ...other.log.all()];
const CREDENTIALS = { baseUrl: '={{ $json.base }}', apiKey: '={{ $json.key }}' };
const here = (key = KEY) => ({ base: bench.sandbox.baseUrl, key });
const there = () => ({ base: other.baseUrl, key: KEY });

it.each([
	['the last of two rows', 2, 1],
	['the last of a thousand', 1000, 999],
	['one of twenty', 20, 7],
])('if %s has another address, nothing is sent', async (_, count, odd) => {
	const items = rows(count, (at) => (at === odd ? there() : here()));
	const run = await bench.run(UPSERT, { items, credentials: CREDENTIALS });
	expect(wordsOf(run)).toMatch(
		new RegExp(`${sentence('anotherAccount', { row: '\\d+' })}\\n.*use one execution for each account`, 'i'),
	);
	expect(sent()).toEqual([]);
});

it('a row with another key belongs to another account, also for reading; each row says so when the run goes on', async () => {
	const items = rows(3, (at) => here(at === 1 ? PRODUCTION_KEY : KEY));
	const run = await bench.run(GET, { items, credentials: CREDENTIALS, onError: 'continueRegularOutput' });
	expect(run.json).toHaveLength(3);
	for (const { error } of run.json) expect(error).toSay('anotherAccount', { row: 2 });
	expect(sent()).toEqual([]);
});

it('a row without a key belongs to another account', async () => {
	const run = await bench.run(GET, {
		items: rows(2, (at) => here(at === 1 ? '' : KEY)),
		credentials: CREDENTIALS,
	});
	expect(wordsOf(run)).toSay('anotherAccount', { row: 2 });
	expect(sent()).toEqual([]);
});

it.each<[string, IDataObject]>([
	['prefix', { authScheme: 'custom', authPrefix: '={{ $json.own }}' }],
	['scheme', { authScheme: "={{ $json.own === 'A' ? 'none' : 'bearer' }}" }],
])('another %s is another account', async (_, more) => {
	const items = rows(3, (at) => ({ ...here(), own: at === 2 ? 'B' : 'A' }));
	const run = await bench.run(GET, { items, credentials: { ...CREDENTIALS, ...more } });
	expect(wordsOf(run)).toSay('anotherAccount', { row: 3 });
	expect(sent()).toEqual([]);
});

it('several spellings of one address are one account', async () => {
	const spelled = ['', '/', '/v1', '/v1/'].map((end) => bench.sandbox.baseUrl + end);
	const items = rows(4, (at) => ({ base: spelled[at], key: KEY }));
	const run = await bench.run(UPSERT, { items, credentials: CREDENTIALS });
	expect([run.error, bench.sandbox.state().contacts.length]).toEqual([undefined, 4]);
});
