/* eslint-disable */
/**
 * The code of the example What changed, run on random lives of contacts. Each change is reported once, and none is
 * invented.
 */
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';

const LIVES = process.env.THOROUGH ? 20_000 : 2_000;

const compare = codeNode('what-changed', 'Compare');
const tell = codeNode('what-changed', 'Tell');
const whoAndWhen = codeNode('what-changed', 'Who and When');

/** Everything that may differ about a contact, one value per line. */
interface Person {
	company: string;
	email: string;
	city: string;
	shoe: string;
	newsletter: '' | 'granted' | 'withdrawn';
	at: number;
}

type Field = Exclude<keyof Person, 'at'>;

const FIELD: Record<Field, [field: string, what: string]> = {
	company: ['company', 'something else'],
	email: ['private emails', 'changed e-mail'],
	city: ['private address', 'moved house'],
	shoe: ['data shoe', 'something else'],
	newsletter: ['consent newsletter', ''],
};

const time = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();

const contactOf = (id: string, { company, email, city, shoe, newsletter, at }: Person): Json => ({
	id,
	first_name: 'Ada',
	last_name: id,
	...(company && { company }),
	...(shoe && { data: { shoe } }),
	section_private: { emails: email ? [email] : [], addresses: city ? [{ zip_code: '80331', city }] : null },
	documentation: {
		consents: newsletter
			? [
					{ type: 'newsletter', granted: newsletter === 'granted', granted_at: time(at) },
					// Only the newest consent of a type counts.
					{ type: 'newsletter', granted: newsletter !== 'granted', granted_at: time(at - 10) },
				]
			: [],
	},
});

const shownOf = (person: Person | undefined, name: Field): string => {
	if (!person?.[name]) return '';
	if (name === 'city') return `80331 ${person.city}`;
	return name === 'newsletter' ? `${person.newsletter} ${time(person.at)}` : person[name];
};

interface Told {
	contact_id: string;
	what: string;
	field: string;
	from: string;
	to: string;
}

/** The data table as n8n keeps it: an update changes only rows that still have the old values. */
class Table {
	rows: Json[] = [];

	update(items: Json[]): Json[] {
		return items.flatMap((item) => {
			const rows = this.rows.filter((row) => row.contact_id === item.contact_id && row.fields === item.known);
			for (const row of rows) Object.assign(row, item);
			return rows.map((row) => ({ ...row }));
		});
	}

	upsert(items: Json[]): void {
		for (const item of items) {
			const rows = this.rows.filter((row) => row.contact_id === item.contact_id);
			if (rows.length === 0) this.rows.push({ ...item, id: this.rows.length + 1 });
			for (const row of rows) Object.assign(row, item);
		}
	}
}

test(`${LIVES} lives with late, repeated and unordered events: each change is reported once, and none is invented`, () => {
	const chance = randomFrom(60);
	const one = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T;
	let told = 0;
	for (let life = 0; life < LIVES; life++) {
		const table = new Table();
		const people = new Map<string, Person>();
		const events: string[] = [];
		const messages: Told[] = [];
		const firstSeen = new Map<string, Person>();
		let clock = 0;

		/** One execution. A second one may have read the table and the service at the same moment. */
		const look = (ids: string[]) => {
			const asked = [...new Set(ids)].map((contact_id) => ({ contact_id }));
			const read = asked.map(({ contact_id }) => {
				const person = people.get(contact_id);
				return person ? contactOf(contact_id, person) : { contact_id, found: false };
			});
			const rows = table.rows.filter(({ contact_id }) => asked.some((it) => it.contact_id === contact_id));
			const items = { 'Each Contact Once': asked, 'Read the Contact': read };
			const found = compare(rows.length > 0 ? rows.map((row) => ({ ...row })) : [{}], { items });
			return () => {
				for (const { contact_id } of found.filter(({ known }) => known === ''))
					if (!firstSeen.has(String(contact_id)))
						firstSeen.set(String(contact_id), { ...(people.get(String(contact_id)) as Person) });
				table.upsert(found.filter(({ known }) => known === ''));
				const changed = table.update(found.filter(({ known }) => known !== ''));
				if (changed.length > 0)
					messages.push(...(tell(changed, { items: { Compare: found } }) as unknown as Told[]));
			};
		};

		const steps = 5 + Math.floor(chance() * 25);
		for (let step = 0; step < steps; step++) {
			const id = one(['a', 'b', '__proto__']);
			const doing = chance();
			if (doing < 0.55) {
				clock++;
				const before = people.get(id) ?? {
					company: '',
					email: '',
					city: '',
					shoe: '',
					newsletter: '',
					at: 0,
				};
				const name = one(['company', 'email', 'city', 'shoe', 'newsletter'] as const);
				const value = name === 'newsletter' ? one(['granted', 'withdrawn']) : one(['', 'x', 'y', 'z, Ä']);
				people.set(id, { ...before, [name]: value, ...(name === 'newsletter' && { at: clock }) });
				// Set Consent and uploads create no event; other changes create one or two.
				if (chance() < 0.8) events.push(id);
				if (chance() < 0.2) events.push(id);
			} else if (doing < 0.58) people.delete(id);
			else if (doing < 0.9) {
				const ids = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => one(events)).filter(Boolean);
				const finish = [look(ids), ...(chance() < 0.2 ? [look(ids)] : [])];
				for (const end of finish) end();
			} else look(table.rows.map(({ contact_id }) => String(contact_id)))();
		}
		look([...events, ...table.rows.map(({ contact_id }) => String(contact_id))])();

		for (const [id, first] of firstSeen) {
			const own = messages.filter(({ contact_id }) => contact_id === id);
			for (const [name, [field, what]] of Object.entries(FIELD) as Array<[Field, [string, string]]>) {
				let now = shownOf(first, name);
				for (const message of own) {
					// For a contact that was deleted and created again, all fields are new.
					if (message.field === 'contact') now = '';
					if (message.field !== field) continue;
					told++;
					expect([life, id, message.from]).toEqual([life, id, now]);
					expect(message.to).not.toBe(message.from);
					if (what) expect(message.what).toBe(what);
					else if (message.from.split(' ')[0] !== message.to.split(' ')[0])
						expect(message.what).toBe(
							message.to === ''
								? 'something else'
								: message.to.startsWith('granted')
									? 'granted'
									: 'withdrew',
						);
					now = message.to;
				}
				expect([life, id, field, now]).toEqual([life, id, field, shownOf(people.get(id), name)]);
			}
		}
	}
	expect(told).toBeGreaterThan(LIVES * 2);
});

test('who withdrew: the newest consent of each type counts, with the name, within the given days', () => {
	const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	const row = (id: string, consents: Array<[type: string, granted: boolean, at?: string]>) => {
		const contact = {
			...{ id, first_name: 'Ada', last_name: id },
			documentation: {
				consents: consents.map(([type, granted, granted_at]) => ({
					type,
					granted,
					...(granted_at && { granted_at }),
				})),
			},
		};
		const items = { 'Each Contact Once': [{ contact_id: id }], 'Read the Contact': [contact] };
		return compare([{}], { items })[0] ?? {};
	};
	const rows = [
		row('lately', [
			['email', true, day(200)],
			['email', false, day(3)],
		]),
		row('of any type', [['by phone, at work', false, day(4)]]),
		row('long ago', [['email', false, day(90)]]),
		row('again', [
			['email', false, day(5)],
			['email', true, day(1)],
		]),
		row('nobody knows when', [['email', false]]),
		row('granted', [['email', true, day(2)]]),
	];
	const [answer = {}] = whoAndWhen(rows, { items: { 'Who Withdrew?': [{ days: 30 }] } });
	const found = answer.found as Array<Record<string, string>>;
	expect(found.map(({ name, type }) => [name, type]).sort()).toEqual([
		['Ada lately', 'email'],
		['Ada nobody knows when', 'email'],
		['Ada of any type', 'by phone, at work'],
	]);
	expect(String(answer.page)).toContain('<td>Ada lately</td>');
});
