/** The code of the recipe Who withdrew, on random lives: each change is told once, with the state before and after. */
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';
import { cases } from '../support/cases';

const LIVES = cases(300, 2_000);
const compare = codeNode('who-withdrew', 'Compare');

/** Asks about contacts as the workflow does, and keeps the rows as the data table does. */
function workflow() {
	const rows: Json[] = [];
	return (contacts: Json[]): Json[] => {
		const asked = contacts.map(({ id }) => id);
		const own = rows.filter(({ contact_id }) => asked.includes(contact_id));
		const compared = compare(contacts, { items: { 'Their Rows': own.length > 0 ? own : [{}] } });
		for (const { contact_id, consents } of compared) {
			const stored = rows.find((row) => row.contact_id === contact_id);
			if (stored) stored.consents = consents;
			else rows.push({ id: rows.length + 1, contact_id, consents });
		}
		return compared.flatMap(({ told }) => told as Json[]);
	};
}

const ada = (consents?: Record<string, boolean>): Json => ({
	id: 'a',
	first_name: 'Ada',
	last_name: 'Lovelace',
	email: 'ada@example.org',
	...(consents && { consents }),
});
const gone: Json = { id: 'a', found: false };
const changes = (told: Json[]) => told.map(({ type, from, to }) => [type, from, to]);

test('each change is told with its name, and what an IF compares is one word', () => {
	const ask = workflow();
	expect(changes(ask([ada({ news: true, sms: false })]))).toEqual([
		['news', 'not known', 'granted'],
		['sms', 'not known', 'withdrawn'],
	]);
	expect(ask([ada({ news: true, sms: false })])).toEqual([]);
	expect(ask([ada({ news: false, sms: false, post: true })])).toEqual([
		{
			contact_id: 'a',
			name: 'Ada Lovelace',
			email: 'ada@example.org',
			type: 'news',
			from: 'granted',
			to: 'withdrawn',
		},
		expect.objectContaining({ type: 'post', from: 'never asked', to: 'granted' }),
	]);
});

test('a contact without consents is known after the first time', () => {
	const ask = workflow();
	expect(ask([ada()])).toEqual([]);
	expect(changes(ask([ada({ news: false })]))).toEqual([['news', 'never asked', 'withdrawn']]);
});

test('a deleted contact ends each consent once, and whoever comes back begins from there', () => {
	const ask = workflow();
	expect(ask([gone])).toEqual([]);
	ask([ada({ news: true })]);
	expect(changes(ask([gone]))).toEqual([['news', 'granted', 'deleted']]);
	expect(ask([gone])).toEqual([]);
	expect(ask([ada()])).toEqual([]);
	expect(changes(ask([ada({ news: true })]))).toEqual([['news', 'deleted', 'granted']]);
});

test(`for ${LIVES} random lives, the changes of a type lead from the first state to the last without a gap`, () => {
	const chance = randomFrom(12);
	const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(chance() * list.length)] as Of;
	const TYPES = ['news', 'sms', 'by phone, at work', 'constructor'];
	let told = 0;
	for (let life = 0; life < LIVES; life++) {
		const ask = workflow();
		const last = new Map<string, string>();
		let isThere = false;
		for (let step = 0; step < 8; step++) {
			const consents = Object.fromEntries(
				TYPES.flatMap((type) => (chance() < 0.5 ? [[type, pick([true, false])]] : [])),
			);
			const isDeleted = chance() < 0.1;
			for (const { type, from, to } of ask([isDeleted ? gone : ada(consents)])) {
				const before = last.get(String(type)) ?? (isThere ? 'never asked' : 'not known');
				expect([life, step, type, from]).toEqual([life, step, type, before]);
				expect(to).not.toBe(from);
				last.set(String(type), String(to));
				told++;
			}
			isThere ||= !isDeleted;
			for (const type of TYPES) {
				const state = isDeleted ? undefined : { true: 'granted', false: 'withdrawn' }[String(consents[type])];
				if (state !== undefined) expect([life, step, last.get(type)]).toEqual([life, step, state]);
				else expect([undefined, 'removed', 'deleted']).toContain(last.get(type));
			}
		}
	}
	expect(told).toBeGreaterThan(2.5 * LIVES);
});
