/** The example Take it back: its nodes and code in n8n's engine, with the sandbox. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Parameters } from '../support/action';
import { cases } from '../support/cases';
import { codeNode, type Json } from '../support/code-node';
import { randomFrom } from '../support/random';
import { recipe } from '../support/recipes';
import { SEED } from '../support/seed';
import { uploadBench } from '../support/upload-bench';
import { many, storedContact, valueFor } from '../support/upload-records';

const bench = uploadBench();
jest.setTimeout(cases(120_000, 900_000));

const NAME = 'take-it-back';
const UPLOADS = cases(25, 500);
const PEOPLE = 5;

const TEXTS = ['title', 'company', 'position', 'salutation', 'website', 'nationality'];
const OTHERS = ['work_emails', 'work_mobile_numbers', 'private_city', 'work_street', 'private_phone_numbers'];

const whatItChanged = codeNode(NAME, 'What It Changed');
const itsContacts = codeNode(NAME, 'Its Contacts');
const whatCanBePutBack = codeNode(NAME, 'What Can Be Put Back');
const whatToUndo = codeNode(NAME, 'What to Undo');
const whatHappened = codeNode(NAME, 'What Happened');

async function node(name: string, items: Json[]): Promise<IDataObject[]> {
	const { parameters } = recipe(NAME).nodes.find((one) => one.name === name) ?? {};
	const run = await bench.run(parameters as unknown as Parameters, {
		items: items as IDataObject[],
		onError: 'continueRegularOutput',
	});
	expect(run.error).toBeUndefined();
	return run.json;
}

/** Runs the example from the stored rows to the text of its page. */
async function takeBack(kept: Json[]): Promise<Json> {
	const [{ upload = '' } = {}] = kept as Array<{ upload?: string }>;
	const options = [{ upload, option: 'this one' }];
	const contacts = itsContacts([{ upload: 'this one' }], {
		items: { Uploads: [{ options }], 'Kept Rows': kept },
	});
	const looked = await node('Changed Since?', contacts);
	const [plan = {}] = whatCanBePutBack(looked, { items: { 'Its Contacts': contacts } });
	const items = { 'What Can Be Put Back': [plan] };
	const contactsToUndo = whatToUndo([], { items });
	const back = contactsToUndo.length > 0 ? await node('Put Back', contactsToUndo) : [];
	const [said = {}] = whatHappened(back, { items });
	return said;
}

/** Numbers are compared by what was entered. A missing value equals a blank one. */
function shown(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shown);
	if (typeof value !== 'object' || value === null) return value;
	if ('original' in value) return value.original;
	const entries = Object.entries(value).map(([name, inner]) => [name, shown(inner)] as const);
	return Object.fromEntries(
		entries.filter(
			([, inner]) => !['""', '[]', '{}', 'null', '[{}]'].includes(JSON.stringify(inner) ?? 'null'),
		),
	);
}

const keptOf = (rows: Json[]) =>
	rows.flatMap(
		({ contacts }) => JSON.parse(String(contacts)) as Array<{ id: string; change: string; changes: Json }>,
	);

const stored = (id: string) =>
	structuredClone(bench.sandbox.contact(id)) as unknown as IDataObject | undefined;

const upload = async (rows: IDataObject[]) => {
	const run = await bench.upload({ map: 'json', items: rows, options: { emptyFields: 'send' } });
	expect(run.error).toBeUndefined();
	expect(run.json.filter(({ error }) => error !== undefined)).toEqual([]);
	return run.json as Json[];
};

test(`after ${UPLOADS} uploads were taken back, everything is as before, except what was changed since`, async () => {
	const chance = randomFrom(60);
	const few = <T>(list: readonly T[], share: number) => list.filter(() => chance() < share);
	const worlds = fc.sample(many(storedContact, PEOPLE), { numRuns: UPLOADS, seed: SEED });
	const told = { back: 0, alone: 0, created: 0 };
	for (const [round, people] of worlds.entries()) {
		const value = (name: string): string =>
			chance() < 0.2
				? ''
				: (fc.sample(valueFor(name), { numRuns: 1, seed: round * 1_000 + chance() * 1e6 })[0] ?? '');
		const rowFor = (names: string[]) => Object.fromEntries(names.map((name) => [name, value(name)]));
		bench.sandbox.reset();
		bench.sandbox.seed({ contacts: people });
		const before = new Map(people.map(({ id }) => [id, stored(id)]));
		const created = `new-${round}`;
		const rows: IDataObject[] = few(people, 0.8).map(({ id }) => ({
			id,
			...rowFor(few([...TEXTS, ...OTHERS], 0.3)),
		}));
		rows.push({ id: created, first_name: 'New', last_name: 'One' });
		const kept = whatItChanged(await upload(rows));

		// Somebody changes some fields after the upload.
		const since = few(people, 0.3).map(({ id }) => ({ id, ...rowFor(few(TEXTS, 0.3)) }));
		if (since.length > 0) await upload(since);

		const said = await takeBack(kept);
		for (const { id } of people) {
			const later = since.find((row) => row.id === id) ?? {};
			const uploaded = Object.keys(keptOf(kept).find((one) => one.id === id)?.changes ?? {});
			const wrote = (rows.find((row) => row.id === id) ?? {}) as Record<string, string>;
			// A change to the value that the upload wrote counts as no change.
			const stays = Object.fromEntries(
				Object.entries(later as Record<string, string>).filter(
					([name, now]) => !uploaded.includes(name) || now.trim() !== (wrote[name] ?? '').trim(),
				),
			);
			expect([round, id, shown(stored(id))]).toEqual([round, id, shown({ ...before.get(id), ...stays })]);
		}
		expect(stored(created)).toBeDefined();
		expect(String(said.message)).toContain(created);
		told.back += Number(said.back);
		told.alone += Number(said.alone);
		told.created += keptOf(kept).filter(({ change }) => change === 'created').length;
	}
	expect(told.back).toBeGreaterThan(UPLOADS);
	expect(told.alone).toBeGreaterThan(UPLOADS / 10);
	expect(told.created).toBe(UPLOADS);
});

test('a contact that no longer exists is named and not created again', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', first_name: 'Ada', last_name: 'Lovelace' }] });
	const kept = whatItChanged(await upload([{ id: 'a', first_name: 'Adele', last_name: 'Hopper' }]));
	bench.sandbox.reset();
	const said = await takeBack(kept);
	expect(said).toMatchObject({ back: 0, alone: 0 });
	expect(String(said.message)).toContain('<li>a: ');
	expect(stored('a')).toBeUndefined();
});

test('consents that the upload granted are withdrawn, those that it withdrew stay, and both are said', async () => {
	const granted = { type: 'news', granted: true, granted_at: '2026-01-01T00:00:00Z' };
	bench.sandbox.seed({
		contacts: [
			{ id: 'a', first_name: 'Ada', last_name: 'Lovelace', documentation: { consents: [granted] } },
			{ id: 'b', first_name: 'Bob', last_name: 'Stone' },
		] as never,
	});
	const rows = [
		{ id: 'a', Newsletter: 'no' },
		{ id: 'b', Newsletter: 'yes' },
		{ id: 'c', first_name: 'Cy', last_name: 'Young', Newsletter: 'yes' },
	];
	const consents = { values: [{ column: 'Newsletter', type: 'news' }] };
	const uploaded = await bench.upload({ items: rows, options: { consents } });
	const said = await takeBack(whatItChanged(uploaded.json));
	expect(said).toMatchObject({ back: 2, alone: 0 });
	expect(said.message).toMatch(/Consents that stay[^]*<li>a: consents.news<\/li>/);
	expect(said.message).toMatch(/New contacts[^]*<li>c<\/li>/);
	const states = ['a', 'b', 'c'].map(
		(id) => bench.sandbox.contact(id)?.documentation?.consents?.at(-1)?.granted,
	);
	expect(states).toEqual([false, false, false]);
});

test('uploads are listed by time and file', () => {
	const row = {
		upload: '2026-03-01T10:00:00.000Z',
		file: 'people.xlsx',
		changed: '2',
		created: '1',
		contacts: '[]',
	};
	const later = ['10:07:00.250', '10:07:00.750'].map((time) => ({ ...row, upload: `2026-03-01T${time}Z` }));
	const [{ options = [] } = {}] = codeNode(NAME, 'Uploads')([row, ...later]) as Array<{ options?: Json[] }>;
	expect(options.map(({ option }) => option)).toEqual([
		'2026-03-01 11:07:00.750 people.xlsx: 2 changed, 1 created',
		'2026-03-01 11:07:00.250 people.xlsx: 2 changed, 1 created',
		'2026-03-01 11:00:00 people.xlsx: 2 changed, 1 created',
	]);
});
