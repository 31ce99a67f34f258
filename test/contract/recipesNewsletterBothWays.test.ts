/* eslint-disable */
/** Who tells whom: the recipe's own code between two sides that change at random, with runs that are cut short. */
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';

const TYPE = 'newsletter';
const SCHEDULES = process.env.THOROUGH ? 50_000 : 2_000;

const runChangedThere = codeNode('newsletter-both-ways', 'Changed There');
const runDecide = codeNode('newsletter-both-ways', 'Decide');

const params = { options: { consentType: TYPE } };

interface Person {
	/** Of the consent: granted, withdrawn; `never`: there is none of this type; `absent`: no such contact. */
	here: boolean | 'never' | 'absent';
	/** Whether the tool sends them the newsletter; undefined: it does not know them. */
	there?: boolean;
	email?: string;
	/** The address that the tool has. */
	listed?: string;
}

class World {
	readonly people = new Map<string, Person>();
	readonly memory = new Map<string, string>();
	readonly acts: string[] = [];

	person = (id: string) => this.people.get(id) as Person;

	rows = () => [...this.memory].map(([contact_id, agreed]) => ({ contact_id, agreed }));

	/** Contacts whose members say something new, as the run every five minutes finds them. */
	changedThere(): string[] {
		const members = [...this.people]
			.filter(([, { there }]) => there !== undefined)
			.map(([contact_id, { there }]) => ({ contact_id, subscribed: there }));
		const rows = this.rows();
		return runChangedThere(rows.length > 0 ? rows : [{}], { items: { 'One Item per Member': members } }).map(
			({ contact_id }) => String(contact_id),
		);
	}

	decide(ids: string[]): Json[] {
		const contact = (id: string) => {
			const { here, email } = this.person(id);
			if (here === 'absent') return { id, found: false };
			// Another type never counts, whatever its name.
			const consents = { phone: true, Newsletter: true, ...(here !== 'never' && { [TYPE]: here }) };
			return { id, first_name: 'Ada', ...(email && { email }), consents };
		};
		const member = (id: string) => {
			const { there, listed } = this.person(id);
			if (there === undefined) return { statusCode: 404, body: {} };
			return { statusCode: 200, body: { contact_id: id, subscribed: there, email: listed } };
		};
		const rows = this.rows().filter(({ contact_id }) => ids.includes(contact_id));
		const items = {
			'These Contacts': ids.map((contact_id) => ({ contact_id })),
			'Read the Contact': ids.map(contact),
			'Read the Member': ids.map(member),
		};
		return runDecide(rows.length > 0 ? rows : [{}], { items, params });
	}

	/** What the nodes after the decision do; a run that is cut short does only the first steps of it. */
	pass(ids: string[], steps = Infinity): void {
		for (const { contact_id, action, want } of this.decide(ids)) {
			const id = String(contact_id);
			if (action !== 'none' && action !== 'remember') {
				if (steps-- <= 0) return;
				this.acts.push(`${String(action)} ${id}`);
				const person = this.person(id);
				if (action === 'write') person.here = want === 'subscribed';
				else Object.assign(person, { there: want === 'subscribed', listed: person.email });
			}
			if (action === 'none') continue;
			if (steps-- <= 0) return;
			this.memory.set(id, String(want));
		}
	}
}

const IDS = ['a', 'b', '__proto__'];

const decideFor = (member: Json) => {
	const contact = { id: 'a', consents: { [TYPE]: true }, email: 'a@x.example' };
	const items = { 'These Contacts': [{ contact_id: 'a' }], 'Read the Contact': [contact] };
	return runDecide([{}], { items: { ...items, 'Read the Member': [member] }, params });
};

const worldOf = (people: Record<string, Person> | Array<[string, Person]>) => {
	const world = new World();
	for (const [id, person] of Array.isArray(people) ? people : Object.entries(people))
		world.people.set(id, { email: 'a@x.example', listed: 'a@x.example', ...person });
	return world;
};

/** Nothing to tell, to write or to remember. */
const quiet = (world: World) => {
	const actions = world.decide([...world.people.keys()]).map(({ action }) => action);
	return actions.every((action) => action === 'none');
};

test.each<[string, Person, Partial<Person>, string[]]>([
	['who left the list withdraws', { here: true, there: false }, { here: false, there: false }, ['write a']],
	['who withdrew leaves the list', { here: false, there: true }, { here: false, there: false }, ['tell a']],
	['who consents is put on the list', { here: true }, { there: true }, ['tell a']],
	['who withdrew stays off it', { here: false }, { here: false }, []],
	['who never had the consent stays', { here: 'never', there: true }, { here: 'never', there: true }, []],
	['who was deleted leaves it', { here: 'absent', there: true }, { there: false }, ['tell a']],
	['who has no address is not put on it', { here: true, email: '' }, { here: true }, []],
	['a new address is told', { here: true, there: true, email: 'b@b' }, { listed: 'b@b' }, ['tell a']],
	['the same address in capitals is not', { here: true, there: true, email: 'A@X.example' }, {}, []],
	['nor is an address that is gone', { here: true, there: true, email: '' }, { listed: 'a@x.example' }, []],
	['nor that of who left', { here: false, there: false, email: 'b@b' }, { listed: 'a@x.example' }, []],
])('first run: %s', (_, person, wanted, acts) => {
	const world = worldOf({ a: person });
	world.pass(['a']);
	expect(world.person('a')).toMatchObject(wanted);
	expect(world.acts).toEqual(acts);
	expect(quiet(world)).toBe(true);
});

test.each<[string, Person, Partial<Person>, Partial<Person>]>([
	['no consent, unsubscribed there', { here: 'never', there: true }, { there: false }, { here: false }],
	[
		'no consent, subscribed there',
		{ here: 'never', there: false },
		{ there: true },
		{ here: 'never', there: true },
	],
	// Also what a run leaves that ends between telling a grant and remembering it, if the person withdraws then.
	['withdrawn here, subscribed there', { here: false, there: false }, { there: true }, { there: false }],
	['deleted here', { here: true, there: true }, { here: 'absent' }, { there: false }],
	['deleted here, subscribed there', { here: 'absent', there: false }, { there: true }, { there: false }],
	['removed there', { here: false, there: false }, { there: undefined }, { here: false, there: undefined }],
	[
		'removed there, granted here',
		{ here: true, there: true },
		{ there: undefined },
		{ here: true, there: true },
	],
	['both left', { here: true, there: true }, { here: 'absent', there: false }, { here: 'absent' }],
	// The list stays as both said last.
	['no longer shown here', { here: true, there: true }, { here: 'never' }, { here: 'never', there: true }],
	['removed there, no consent', { here: 'never', there: true }, { there: undefined }, { here: 'never' }],
])('a change since both agreed: %s', (_, person, change, wanted) => {
	const world = worldOf({ a: person });
	world.pass(['a']);
	Object.assign(world.person('a'), change);
	const before = world.acts.length;
	world.pass(['a']);
	expect(world.person('a')).toMatchObject(wanted);
	expect(world.acts.length - before).toBeLessThanOrEqual(1);
	expect(quiet(world)).toBe(true);
});

test('a member without an ID of the service is left out', () => {
	const items = { 'One Item per Member': [{ contact_id: '', subscribed: true }, { subscribed: true }] };
	expect(runChangedThere([{}], { items })).toEqual([]);
});

test('a member whose state has another name stops it', () => {
	const member = { contact_id: 'a', status: 'subscribed' };
	const run = () => runChangedThere([{}], { items: { 'One Item per Member': [member] } });
	expect(run).toThrow('The member "a" has no "subscribed"');
	expect(() => decideFor({ statusCode: 200, body: member })).toThrow('The member "a" has no "subscribed"');
});

test('the run every five minutes looks only at those whose members say something new', () => {
	const world = worldOf({ a: { here: true, there: true }, b: { here: true, there: true } });
	expect(world.changedThere()).toEqual(['a', 'b']);
	world.pass(['a', 'b']);
	expect(world.changedThere()).toEqual([]);
	world.person('b').there = false;
	expect(world.changedThere()).toEqual(['b']);
});

test.each([500, 503, 401])('the tool answers %i: nobody is taken for missing', (statusCode) => {
	const message = `The newsletter tool answers ${statusCode} for the member "a"`;
	expect(() => decideFor({ statusCode, body: {} })).toThrow(message);
});

test(`${SCHEDULES} schedules, runs cut short: each lone change goes over once, and in the end both sides are equal`, () => {
	const chance = randomFrom(21);
	for (let schedule = 0; schedule < SCHEDULES; schedule++) {
		const world = worldOf(IDS.map((id) => [id, { here: chance() < 0.5, there: chance() < 0.5 }]));
		world.pass(IDS);
		for (let turn = 0; turn < 6; turn++) {
			const told = new Map<string, boolean>();
			for (const id of IDS.filter(() => chance() < 0.6)) {
				const side = chance() < 0.5 ? ('here' as const) : ('there' as const);
				world.person(id)[side] = !world.person(id)[side];
				// Consent is given here alone.
				told.set(id, side === 'here' && (world.person(id).here as boolean));
			}
			const acts = world.acts.length;
			if (chance() < 0.3) world.pass(IDS, Math.floor(chance() * 5));
			world.pass([...new Set([...world.changedThere(), ...IDS])]);
			for (const id of IDS) expect(world.person(id).here).toBe(world.person(id).there);
			for (const [id, state] of told) expect([id, world.person(id).here]).toEqual([id, state]);
			expect(world.acts.length - acts).toBe(told.size);
		}
		expect(quiet(world)).toBe(true);
		expect(world.changedThere()).toEqual([]);
	}
});
