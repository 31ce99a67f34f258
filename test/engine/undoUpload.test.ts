/** Undo Upload takes the output of an upload as its input, and puts back what is as the upload left it. */
import type { IDataObject } from 'n8n-workflow';

import { uploadBench } from '../support/upload-bench';
import { sentence } from '../support/sentences';

const bench = uploadBench();

const CONTACT = {
	id: 'a',
	first_name: 'Ada',
	last_name: 'Lovelace',
	company: 'Muster GmbH',
	data: { shoe: '38' },
	section_work: {
		emails: [{ email: 'Ada@example.org' }],
		mobile_numbers: [{ number: '+49 170 1' }, { number: '+49 170 2' }],
		addresses: [{ street: 'Hauptstr.', zip_code: '80331', city: 'München' }],
	},
	documentation: { consents: [{ type: 'post', granted: true, granted_at: '2026-01-01T00:00:00Z' }] },
};

const run = async (operation: string, parameters: IDataObject, items: IDataObject[]) =>
	await bench.run(
		{ resource: 'contact', operation, ...parameters },
		{ items, onError: 'continueRegularOutput' },
	);
const upload = async (records: IDataObject[], options: IDataObject = {}) =>
	(await run('upsert', { inputMode: 'json', json: '={{ $json }}', options }, records)).json;
const undo = async (items: IDataObject[], options: IDataObject = {}) =>
	await run('undoUpload', { changesInput: '={{ $json }}', options }, items);
const stored = (id = 'a') => JSON.parse(JSON.stringify(bench.sandbox.contact(id))) as IDataObject;

beforeEach(async () => {
	await upload([CONTACT, { ...CONTACT, id: 'b' }]);
	bench.sandbox.log.clear();
});

test('an upload of many kinds of values is taken back, and the record is as it was', async () => {
	const before = stored();
	const output = await upload([
		{
			id: 'a',
			first_name: 'Adda',
			company: 'Other',
			position: 'Boss',
			data: { shoe: '39', hat: 'M' },
			work_emails: 'new@example.org',
			work_mobile_numbers: ['+49 170 9'],
			work_city: 'Berlin',
			private_phone_numbers: '+49 89 1',
		},
	]);
	const { json, hints } = await undo(output);
	const now = stored();
	expect(now.first_name).toBe('Ada');
	expect(now.company).toBe('Muster GmbH');
	expect(now.position ?? '').toBe('');
	expect(now.data).toEqual(before.data);
	expect(now.section_work).toEqual(before.section_work);
	expect(json).toEqual([expect.objectContaining({ id: 'a', change: 'changed' })]);
	expect(Object.keys(json[0]?.undone as object).sort()).toEqual(
		Object.keys(output[0]?.changes as object).sort(),
	);
	expect(json[0]).not.toHaveProperty('left_alone');
	expect(hints[0]?.message).toMatch(/^8 values put back\. If this node stands behind the upload, delete it/);
});

test('a value that was changed since is left alone, with what it is now', async () => {
	const output = await upload([{ id: 'a', company: 'Other', work_city: 'Berlin' }]);
	await upload([{ id: 'a', work_city: 'Bonn' }]);
	const { json, hints } = await undo(output);
	expect(json[0]).toMatchObject({
		undone: { company: { from: 'Other', to: 'Muster GmbH' } },
		left_alone: { work_city: { now: 'Bonn', expected: 'Berlin' } },
	});
	expect(stored()).toMatchObject({ company: 'Muster GmbH', section_work: { addresses: [{ city: 'Bonn' }] } });
	expect(hints[0]?.message).toContain('1 value put back, 1 left alone, because it was changed since.');
});

test('a value that somebody has put back before is named, too: it has changed since', async () => {
	const output = await upload([{ id: 'a', company: 'Other' }]);
	await upload([{ id: 'a', company: 'Muster GmbH' }]);
	const { json } = await undo(output);
	expect(json[0]).toMatchObject({
		undone: {},
		left_alone: { company: { now: 'Muster GmbH', expected: 'Other' } },
		change: 'unchanged',
	});
});

test('parts of two addresses in one section are taken back', async () => {
	const second = { street: 'Ring', city: 'Bonn' };
	const addresses = [CONTACT.section_work.addresses[0], second];
	await upload([{ id: 'a', section_work: { addresses } }]);
	const before = stored();
	const output = await upload([
		{
			id: 'a',
			section_work: {
				addresses: [
					{ ...addresses[0], city: 'Rome' },
					{ ...second, city: 'Trier' },
				],
			},
		},
	]);
	expect(Object.keys(output[0]?.changes as object)).toEqual(['work_city', 'section_work.addresses']);
	const { json, hints } = await undo(output);
	expect(json[0]).not.toHaveProperty('left_alone');
	expect(stored().section_work).toEqual(before.section_work);
	expect(hints[0]?.message).toContain('2 values put back.');
});

test('a spelling that Keep takes for the same is taken back, too', async () => {
	const output = await upload([{ id: 'a', work_emails: 'x@example.org' }]);
	await upload([{ id: 'a', work_emails: 'X@Example.org' }]);
	const { json } = await undo(output);
	expect(json[0]).not.toHaveProperty('left_alone');
	expect(stored()).toMatchObject({ section_work: { emails: ['Ada@example.org'] } });
});

test('a consent that the upload granted is withdrawn, and one that it withdrew is never granted', async () => {
	const output = await upload([
		{
			id: 'a',
			documentation: {
				consents: [
					{ type: 'newsletter', granted: true, granted_at: '2026-02-01T00:00:00Z' },
					{ type: 'post', granted: false, granted_at: '2026-02-01T00:00:00Z' },
				],
			},
		},
	]);
	expect(output[0]?.changes).toMatchObject({
		'consents.newsletter': { from: null, to: true, granted_at: '2026-02-01T00:00:00Z' },
		'consents.post': { from: true, to: false },
	});
	const { json, hints } = await undo(output);
	expect(json[0]).toMatchObject({ undone: { 'consents.newsletter': { from: true, to: false } } });
	const { consents } = stored().documentation as { consents: IDataObject[] };
	expect(consents.map(({ type, granted }) => [type, granted])).toEqual([
		['post', true],
		['newsletter', true],
		['post', false],
		['newsletter', false],
	]);
	expect(hints.map(({ message }) => message).join(' ')).toMatch(/grants no consent[^:]*: post/);
});

test('a contact that the upload created stays, is named, and its new consent is withdrawn', async () => {
	const consents = [{ type: 'newsletter', granted: true, granted_at: '2026-02-01T00:00:00Z' }];
	const output = await upload([{ ...CONTACT, id: 'new', documentation: { consents } }]);
	expect(output[0]).toMatchObject({ change: 'created', changes: { 'consents.newsletter': { to: true } } });
	const { json, hints } = await undo(output);
	expect(json[0]).toMatchObject({ undone: { 'consents.newsletter': { to: false } } });
	expect(stored('new')).toMatchObject({ company: 'Muster GmbH' });
	const [hint] = hints;
	expect(hint?.message).toMatch(/^1 value put back\. 1 contact that the upload created was not deleted\./);
	expect(hint?.message).toMatch(
		/Not deleted, [^:]*: contact new\. .* Filter .*change is equal to created.* Delete\./,
	);
});

test('of two uploads of one contact, the later one is taken back first', async () => {
	const first = await upload([{ id: 'a', company: 'One' }]);
	const second = await upload([{ id: 'a', company: 'Two' }]);
	await undo([...first, ...second]);
	expect(stored()).toMatchObject({ company: 'Muster GmbH' });
});

test('a contact that is not there any more is refused, and the others are put back', async () => {
	const output = await upload([
		{ id: 'a', company: 'Other' },
		{ id: 'b', company: 'Other' },
	]);
	await run('delete', { contactId: { mode: 'id', value: 'a' } }, [{}]);
	const { json } = await undo(output);
	expect(json[0]?.error).toContain('"a"');
	expect(stored('b')).toMatchObject({ company: 'Muster GmbH' });
	expect(bench.sandbox.contact('a')).toBeUndefined();
});

test('what was to be put back in a refused contact is not counted', async () => {
	const output = await upload([
		{ id: 'a', company: 'Other' },
		{ id: 'b', company: 'Other' },
	]);
	bench.sandbox.faults.add({ method: 'POST', status: 422, body: { message: 'no' }, times: 2 });
	const { json, hints } = await undo(output);
	expect(json).toEqual([
		expect.objectContaining({ error: expect.anything() as unknown }),
		expect.objectContaining({ id: 'b', change: 'changed' }),
	]);
	expect([stored('a').company, stored('b').company]).toEqual(['Other', 'Muster GmbH']);
	expect(hints[0]?.message).toMatch(/^1 value put back\./);
});

test('items without changes, and those of a dry run, ask for nothing', async () => {
	const dry = await upload([{ id: 'b', company: 'Other' }], { dryRun: true });
	bench.sandbox.log.clear();
	const { json, hints } = await undo([{ id: 'a', change: 'unchanged' }, ...dry]);
	expect(bench.requests()).toEqual([]);
	expect(json).toEqual([
		{ id: 'a', undone: {}, change: 'unchanged' },
		{ id: 'b', undone: {}, change: 'unchanged' },
	]);
	expect(hints.map(({ message }) => message).join(' ')).toMatch(/dry run: contact b/);
});

test('refused items of an upload have nothing to undo, which their own items and the hint say', async () => {
	const output = await upload([{ id: 'a', company: 'Other' }, { company: 'Nobody' }]);
	expect(Object.keys(output[1] ?? {})).toEqual(['error', 'message']);
	const { json, hints } = await undo(output);
	expect(json).toEqual([
		expect.objectContaining({ id: 'a', change: 'changed' }),
		{ undone: {}, change: 'unchanged' },
	]);
	expect(hints[0]?.message).toContain('1 value put back. 1 item without an ID had nothing to undo.');
	bench.sandbox.log.clear();
	const pasted = await run('undoUpload', { changesInput: JSON.stringify([output[1]]), options: {} }, [{}]);
	expect(pasted.json).toEqual([{ undone: {}, change: 'unchanged' }]);
	expect(bench.requests()).toEqual([]);
});

test('empty items are no items of an upload, so nothing is said about them', async () => {
	const { json, hints } = await undo([{}]);
	expect(json).toEqual([]);
	expect(hints[0]?.message).toContain('the input is empty');
});

test('a dry run shows what would be put back, and puts nothing back', async () => {
	const output = await upload([{ id: 'a', company: 'Other' }]);
	const { json, hints } = await undo(output, { dryRun: true });
	expect(json[0]).toMatchObject({ id: 'a', dry_run: true, undone: { company: { to: 'Muster GmbH' } } });
	expect(stored()).toMatchObject({ company: 'Other' });
	expect(hints[0]?.message).toMatch(/would be put back/);
});

test('a dry run says of the consents and contacts of an upload what would happen, not what has', async () => {
	const consents = [{ type: 'newsletter', granted: true, granted_at: '2026-02-01T00:00:00Z' }];
	const output = await upload(['n1', 'n2'].map((id) => ({ ...CONTACT, id, documentation: { consents } })));
	const { hints } = await undo(output, { dryRun: true });
	expect(hints[0]?.message).toContain(
		`${sentence('dryRun')} 2 values would be put back. 2 contacts that the upload created would not be deleted.`,
	);
	expect(hints[0]?.message).toContain(' Would be withdrawn, because');
	expect(hints[0]?.message).not.toContain(' Withdrawn');
});

test('a list of items that was pasted from an execution is taken back at once', async () => {
	const output = await upload([
		{ id: 'a', company: 'Other' },
		{ id: 'b', company: 'Other' },
	]);
	await run('undoUpload', { changesInput: JSON.stringify(output), options: {} }, [{}]);
	expect([stored('a').company, stored('b').company]).toEqual(['Muster GmbH', 'Muster GmbH']);
});

describe('a list that is the same for each of two input items is taken back once', () => {
	const AS_LISTS: Array<[what: string, inputOf: (output: IDataObject[]) => string]> = [
		['all items of the input', () => '={{ $input.all() }}'],
		['pasted items', (output) => JSON.stringify(output)],
		['pasted items of n8n', (output) => JSON.stringify(output.map((json) => ({ json })))],
		['a single pasted item', ([output]) => JSON.stringify(output)],
	];

	it.each(AS_LISTS)('%s', async (what, inputOf) => {
		const output = await upload([
			{ id: 'a', company: 'Other' },
			{ id: 'b', company: 'Other' },
		]);
		const ids = what === 'a single pasted item' ? ['a'] : ['a', 'b'];
		const { json, hints } = await run('undoUpload', { changesInput: inputOf(output), options: {} }, output);
		expect(json.map(({ id, change }) => [id, change])).toEqual(ids.map((id) => [id, 'changed']));
		expect(hints[0]?.message).not.toContain('left alone');
		expect(hints[0]?.message).toSay('sameList', { field: 'Changes', count: 2 });
	});
});

test('what is no output of an upload is refused, with how to go on', async () => {
	const { json } = await undo([{ id: 'a', changes: 'company' }]);
	expect(json[0]).toMatchObject({ error: expect.stringContaining('no output of an upload') });
	expect(bench.requests()).toEqual([]);
});
