/* eslint-disable */
/** Whose turn it is on a record: one at a time, in the order of asking, for all records of a batch at once. */
import {
	recordKey,
	recordsClaimed,
	takeTurn,
	type Held,
} from '../../nodes/ContactConsent/transport/recordTurns';
import { pass, stillTime } from '../support/still-time';
import { randomFrom } from '../support/random';
import { SEED } from '../support/seed';

stillTime();
afterEach(() => {
	expect(recordsClaimed()).toBe(0);
});

const MINUTE = 60_000;
const never = () => false;

/** Asks for records, and tells when the turn has come. */
function ask(records: string[], isOver = never) {
	const asked: { held?: Held } = {};
	void takeTurn(records, isOver).then((held) => (asked.held = held));
	return asked;
}

test('one at a time has a record, in the order of asking', async () => {
	const [one, two, three] = [ask(['a']), ask(['a']), ask(['a'])];
	await pass(MINUTE);
	expect([one, two, three].map(({ held }) => held !== undefined)).toEqual([true, false, false]);
	one.held?.giveBack();
	await pass(0);
	expect([two, three].map(({ held }) => held !== undefined)).toEqual([true, false]);
	two.held?.giveBack();
	two.held?.giveBack();
	await pass(0);
	three.held?.giveBack();
});

test('a turn comes for all records at once, and others do not wait for it', async () => {
	const [one, two, other] = [ask(['a']), ask(['b', 'a', 'b']), ask(['c'])];
	await pass(0);
	expect([one, two, other].map(({ held }) => held !== undefined)).toEqual([true, false, true]);
	one.held?.giveBack();
	other.held?.giveBack();
	await pass(0);
	expect(two.held?.missing.size).toBe(0);
	two.held?.giveBack();
});

test('after 15 minutes, only the records that others hold are missing', async () => {
	const [one, two, three] = [ask(['a']), ask(['a', 'b']), ask(['b'])];
	await pass(15 * MINUTE - 1000);
	expect(two.held).toBeUndefined();
	await pass(2000);
	expect([...(two.held?.missing ?? [])]).toEqual(['a']);
	expect(three.held?.missing).toEqual(new Set(['b']));
	two.held?.giveBack();
	three.held?.giveBack();
	const four = ask(['b']);
	await pass(0);
	expect(four.held?.missing.size).toBe(0);
	four.held?.giveBack();
	one.held?.giveBack();
});

test('whoever does not want his turn any more lets those behind him pass', async () => {
	let isOver = false;
	const one = ask(['a']);
	const two = ask(['a', 'b'], () => isOver);
	const three = ask(['b']);
	await pass(MINUTE);
	expect(three.held).toBeUndefined();
	isOver = true;
	await pass(MINUTE);
	expect(two.held?.missing).toEqual(new Set(['a']));
	two.held?.giveBack();
	await pass(0);
	expect(three.held?.missing.size).toBe(0);
	one.held?.giveBack();
	three.held?.giveBack();
});

test('1,000 callers who want records in any order all have their turn, and never two one record', async () => {
	const random = randomFrom(SEED);
	const holders = new Map<string, number>();
	let [done, most] = [0, 0];
	const calls = Array.from({ length: 1000 }, async () => {
		const records = Array.from(
			{ length: 1 + Math.floor(random() * 4) },
			() => `r${Math.floor(random() * 9)}`,
		);
		const { missing, giveBack } = await takeTurn(records, never);
		expect(missing.size).toBe(0);
		const own = new Set(records);
		for (const record of own) {
			holders.set(record, (holders.get(record) ?? 0) + 1);
			most = Math.max(most, holders.get(record) ?? 0);
		}
		await new Promise((resolve) => setTimeout(resolve, random() * 100));
		for (const record of own) holders.set(record, (holders.get(record) ?? 0) - 1);
		giveBack();
		done++;
	});
	await pass(10 * MINUTE);
	await Promise.all(calls);
	expect([done, most]).toEqual([1000, 1]);
});

test('records of two services, resources or IDs are not mistaken for each other', () => {
	const keys = [
		recordKey('https://a', ['contacts', '1']),
		recordKey('https://b', ['contacts', '1']),
		recordKey('https://a', ['employees', '1']),
		recordKey('https://a', ['contacts', '2']),
	];
	expect(new Set(keys).size).toBe(4);
});

test('a turn costs less than 10 µs of processor time a record', async () => {
	jest.useRealTimers();
	const records = Array.from({ length: 100_000 }, (_, at) => ['contacts', `C-${at}`]);
	const cost = async (): Promise<number> => {
		const { user } = process.cpuUsage();
		for (let at = 0; at < records.length; at += 100) {
			const keys = records.slice(at, at + 100).map((path) => recordKey('https://api.example.com', path));
			(await takeTurn(keys, never)).giveBack();
		}
		return (process.cpuUsage().user - user) / records.length;
	};
	await cost();
	expect(await cost()).toBeLessThan(10);
});
