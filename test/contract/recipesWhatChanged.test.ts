/**
 * The code of the example What changed, run on random lives of contacts. Each change is reported once, and none is
 * invented.
 */

import { simplifyContact } from '../../nodes/ContactConsent/operations/contact/contactOutput';
import { cases } from '../support/cases';
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';
import { recipe } from '../support/recipes';

const LIVES = cases(250, 20_000);

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

/** The order in which n8n reads: of two nodes behind the same one, the upper one runs first, to its end. */
const READS_ROWS_FIRST = (() => {
	const { nodes, connections } = recipe('what-changed');
	const behind = (connections['Each Contact Once']?.main?.[0] ?? []).map(({ node }) => node);
	const heightOf = (name: string) => {
		const place = nodes.find((node) => node.name === name) as unknown as { position: [number, number] };
		return place.position[1];
	};
	return behind.includes('Their Rows') && heightOf('Their Rows') < heightOf('Read the Contact');
})();

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

	/** Makes a row without fields where there is none, and fills it only if nobody else has. */
	fill(items: Json[]): Json[] {
		for (const { contact_id } of items)
			if (!this.rows.some((row) => row.contact_id === contact_id))
				this.rows.push({ contact_id, fields: null, id: this.rows.length + 1 });
		return items.flatMap((item) => {
			const rows = this.rows.filter((row) => row.contact_id === item.contact_id && !row.fields);
			for (const row of rows) Object.assign(row, item);
			return rows.map((row) => ({ ...row }));
		});
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

		/**
		 * One execution. A second one may have read the table and the service at the same moment, or run between the
		 * two readings of this one.
		 */
		const look = (ids: string[], between = () => {}) => {
			const asked = [...new Set(ids)].map((contact_id) => ({ contact_id }));
			const ofService = () =>
				asked.map(({ contact_id }) => {
					const person = people.get(contact_id);
					return person ? contactOf(contact_id, person) : { contact_id, found: false };
				});
			const ofTable = () => {
				const rows = table.rows.filter(({ contact_id }) => asked.some((it) => it.contact_id === contact_id));
				return rows.length > 0 ? rows.map((row) => ({ ...row })) : [{}];
			};
			let [rows, read] = [ofTable(), ofService()];
			between();
			if (READS_ROWS_FIRST) read = ofService();
			else rows = ofTable();
			const items = { 'Each Contact Once': asked, 'Read the Contact': read, 'Their Rows': rows };
			const found = compare(read, { items });
			return () => {
				const filled = table.fill(found.filter(({ known }) => known === ''));
				for (const { contact_id } of filled)
					firstSeen.set(String(contact_id), { ...(people.get(String(contact_id)) as Person) });
				const changed = table.update(found.filter(({ known }) => known !== ''));
				const told = [changed, filled].flatMap(
					(rows) => tell(rows, { items: { Compare: found } }) as unknown as Told[],
				);
				messages.push(...told);
				// What is told holds now, however old the readings are.
				for (const { contact_id, field, to } of told)
					for (const [name, [text]] of Object.entries(FIELD) as Array<[Field, [string, string]]>)
						if (text === field)
							expect([life, contact_id, field, to]).toEqual([
								life,
								contact_id,
								field,
								shownOf(people.get(contact_id), name),
							]);
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
				const between = () => {
					const [id] = ids;
					const person = id === undefined ? undefined : people.get(id);
					if (id === undefined || !person || chance() < 0.7) return;
					people.set(id, { ...person, company: one(['x', 'y', 'w']) });
					look([id])();
				};
				const finish = chance() < 0.2 ? [look(ids), look(ids)] : [look(ids, between)];
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

describe('a contact that is seen for the first time', () => {
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	const seen = (consents: Json[], row: Json = {}) =>
		compare([], {
			items: {
				'Each Contact Once': [{ contact_id: 'a' }],
				'Read the Contact': [
					{ id: 'a', first_name: 'Ada', company: 'New GmbH', documentation: { consents } },
				],
				'Their Rows': [row],
			},
		})[0] ?? {};
	const withdrawal = { type: 'news', granted: false, granted_at: daysAgo(6) };
	const told = {
		contact_id: 'a',
		name: 'Ada',
		email: '',
		what: 'withdrew',
		field: 'consent news',
		from: 'not known',
		to: `withdrawn ${withdrawal.granted_at}`,
	};

	test('tells its withdrawals of the last seven days, and nothing else', () => {
		const older = { type: 'sms', granted: false, granted_at: daysAgo(8) };
		const granted = { type: 'post', granted: true, granted_at: daysAgo(1) };
		const undated = { type: 'phone', granted: false };
		const again = [
			{ type: 'fax', granted: false, granted_at: daysAgo(2) },
			{ type: 'fax', granted: true, granted_at: daysAgo(1) },
		];
		expect(seen([withdrawal, older, granted, undated, ...again])).toMatchObject({ known: '', told: [told] });
		expect(seen([older]).told).toEqual([]);
	});

	test('a row that an execution made and did not fill counts as none', () => {
		expect(seen([withdrawal], { contact_id: 'a', fields: null, id: 1 })).toMatchObject({ told: [told] });
	});

	test('of two executions at once, the one that fills the row tells it', () => {
		const table = new Table();
		const both = [seen([withdrawal]), seen([withdrawal])];
		const messages = both.map((found) => tell(table.fill([found]), { items: { Compare: [found] } }));
		expect(messages).toEqual([[told], []]);
		expect(table.rows).toHaveLength(1);
	});

	test('the nodes fill a row only if it has no fields, as the table of this test does', () => {
		const { nodes, connections } = recipe('what-changed');
		const [, first] = connections['Seen Before?']?.main ?? [];
		expect(first?.map(({ node }) => node)).toEqual(['Make a Row']);
		const [make, fill] = ['Make a Row', 'Remember Whom'].map(
			(name) => nodes.find((node) => node.name === name)?.parameters,
		);
		expect(make?.operation).toBe('upsert');
		expect(Object.keys(make?.columns?.value ?? {})).toEqual(['contact_id']);
		expect(fill).toMatchObject({
			operation: 'update',
			matchType: 'allConditions',
			filters: { conditions: [{ keyName: 'contact_id' }, { keyName: 'fields', condition: 'isEmpty' }] },
		});
	});

	test('the yellow note and the blue one say so before a person relies on it', () => {
		const notes = recipe('what-changed').nodes.map(({ parameters }) => String(parameters.content ?? ''));
		expect(notes[0]).toMatch(/only a withdrawal of the last seven days is told/);
		expect(notes[0]).toMatch(/Before you rely on it/);
		expect(notes[1]).toMatch(/Before you rely on it.*set \*From\* in \*\*Uploaded Lately\*\*/);
	});
});

test('who withdrew: the newest consent of each type counts, with the name, within the given days', () => {
	const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	const row = (id: string, consents: Array<[type: string, granted: boolean, at?: string]>) => {
		const contact = {
			id,
			first_name: 'Ada',
			last_name: id,
			documentation: {
				consents: consents.map(([type, granted, granted_at]) => ({
					type,
					granted,
					...(granted_at && { granted_at }),
				})),
			},
		};
		const items = {
			'Each Contact Once': [{ contact_id: id }],
			'Read the Contact': [contact],
			'Their Rows': [{}],
		};
		return compare([contact], { items })[0] ?? {};
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

/** The state of a type as the node says it, with Simplify. */
const statesOf = (consents: Json[]) =>
	simplifyContact({ id: 'a', documentation: { consents } }, 'Europe/Berlin').consents ?? {};

test('which consent counts is what Get says with Simplify, for 2,000 random lists', () => {
	const chance = randomFrom(7);
	const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(chance() * list.length)] as Of;
	const DATES = [
		...[
			undefined,
			'once',
			'2026-01-01',
			'2026-01-01T10:00:00',
			'2026-01-01T10:00:00Z',
			'2026-01-01T22:59:59Z',
		],
		...['2026-01-01T23:30:00Z', '2026-01-02', '20260103', '2026-01-02T09:00:00+02:00', '2999-01-01'],
	];
	let withdrawn = 0;
	for (let round = 0; round < 2_000; round++) {
		const consents = Array.from({ length: 1 + Math.floor(chance() * 5) }, () => {
			const granted_at = pick(DATES);
			return { type: pick(['news', 'sms']), granted: chance() < 0.6, ...(granted_at && { granted_at }) };
		});
		const [{ fields = '{}' } = {}] = compare([], {
			items: {
				'Each Contact Once': [{ contact_id: 'a' }],
				'Read the Contact': [{ id: 'a', documentation: { consents } }],
			},
		});
		const told = Object.entries(JSON.parse(String(fields)) as Record<string, string>).flatMap(
			([field, value]) => {
				const [, type] = /^consent (.*)$/.exec(field) ?? [];
				return type === undefined ? [] : [[type, value.startsWith('granted')] as const];
			},
		);
		expect([consents, Object.fromEntries(told)]).toEqual([consents, statesOf(consents)]);
		withdrawn += told.filter(([, granted]) => !granted).length;
	}
	expect(withdrawn).toBeGreaterThan(500);
});

describe('whom the night reads', () => {
	const everybody = codeNode('what-changed', 'Everybody');
	const read = (known: Json[], operations: Json[]) =>
		everybody(operations, { items: { 'All Rows': known } }).map(({ contact_id }) => contact_id);

	test('all contacts of the table, and those of the uploads, each once', () => {
		const operations = [
			{ model: 'Contact', items: [{ id: 'item-1', model_id: 'b' }, { id: 'c' }] },
			{ items: [{ id: 'item-2', model_id: 'd', status: 'finished' }] },
			{ model: 'employee', items: [{ id: 'item-3', model_id: 'an-employee' }] },
			{ model: 'contact' },
		];
		expect(read([{ contact_id: 'a' }, { contact_id: 'b' }], operations)).toEqual(['a', 'b', 'c', 'd']);
	});

	test('an empty table, and a service that does not show uploads, stop nothing', () => {
		expect(read([{}], [{}])).toEqual([]);
		expect(read([{ contact_id: 'a' }], [{ error: 'Forbidden', message: 'Ask' }])).toEqual(['a']);
	});
});

describe('the night', () => {
	const allWereRead = codeNode('what-changed', 'All Were Read?');
	const begun = { 'Every Night': [{ timestamp: '2026-03-02T03:00:00.123+01:00' }] };

	test('if all contacts were read, also those that are gone, the row without an ID gets the time of its beginning', () => {
		const items = {
			...begun,
			'Each Contact Once': [{ contact_id: 'a' }, { contact_id: 'b' }],
			'Read the Contact': [{ id: 'a' }, { id: 'b', found: false }],
		};
		expect(allWereRead([], { items })).toEqual([
			expect.objectContaining({ contact_id: '', fields: '', seen_at: '2026-03-02T02:00:00.123Z' }),
		]);
	});

	test('a table without contacts is read at once', () => {
		expect(allWereRead([], { items: begun })).toHaveLength(1);
	});

	test('if one could not be read, the night does not count, and the failure names its ID', () => {
		const items = {
			...begun,
			'Each Contact Once': [{ contact_id: 'a' }, { contact_id: 'b' }],
			'Read the Contact': [{ id: 'a' }, { error: 'The service is not available' }],
		};
		expect(() => allWereRead([], { items })).toThrow(
			'1 of 2 contacts could not be read, so this night does not count: "b". The service is not available',
		);
	});

	test('it is noted after all other nodes of the night, and the readers of the table take it for nobody', () => {
		const { nodes, connections } = recipe('what-changed');
		const heightOf = (name: string) =>
			(nodes.find((node) => node.name === name) as unknown as { position: [number, number] }).position[1];
		const begins = (connections['Every Night']?.main?.[0] ?? []).map(({ node }) => node);
		expect([...begins].sort((a, b) => heightOf(a) - heightOf(b)).at(-1)).toBe('All Were Read?');
		const row = { contact_id: '', name: '(by night, all contacts were read)', fields: '', seen_at: time(0) };
		expect(codeNode('what-changed', 'Everybody')([{}], { items: { 'All Rows': [row] } })).toEqual([]);
		const [page] = whoAndWhen([row], { items: { 'Who Withdrew?': [{ days: 30 }] } });
		expect(page?.found).toEqual([]);
		// Who reads the page sees of when it is.
		expect(page?.page).toContain('All contacts were read last in the night of 2026-01-01 01:00.');
	});
});
