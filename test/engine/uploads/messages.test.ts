/** The counts and names in the hint, and the message of a run that stops. */
import type { IDataObject } from 'n8n-workflow';

import { wordsOf } from '../../support/action';
import { contact, contacts } from '../../support/people';
import { refusalOf, uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };
const hintOf = ({ hints }: { hints: Array<{ message: string; type?: string }> }) =>
	hints[0] ?? { message: '', type: '' };

test('the hint counts created, changed and unchanged records, and is no warning', async () => {
	bench.sandbox.seed({ contacts: contacts(299).map((one) => one as IDataObject & { id: string }) });
	const items = contacts(300).map((one, at) => (at === 7 ? { ...one, company: 'Acme' } : one));
	const run = await bench.upload({ items });
	expect(hintOf(run).message).toMatch(/^300 contacts: 1 created, 1 changed, 298 unchanged\./);
	expect(hintOf(run).type).toBe('info');
});

test('with Clear the hint counts accepted records, and a refusal makes it a warning', async () => {
	const items = [contact('a'), contact('b'), contact('c', { 'E-Mail': 'no' })];
	const run = await bench.upload({ items, fieldsNotSent: 'clear' });
	expect(hintOf(run)).toMatchObject({
		message: expect.stringMatching(/^3 contacts: 2 accepted, 1 refused\..*Row 3\b/) as string,
		type: 'warning',
	});
});

test('a list that becomes shorter is a warning; a replaced value is none', async () => {
	const section_work = { mobile_numbers: [{ original: '0171 1' }, { original: '0172 2' }] };
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names, section_work }] });
	const upload = async (work_mobile_numbers: string) =>
		hintOf(await bench.upload({ items: [{ id: 'a', work_mobile_numbers }] }));
	expect(await upload('0171 1, 0173 3')).toMatchObject({ type: 'info' });
	expect(await upload('0174 4')).toMatchObject({
		type: 'warning',
		message: expect.stringContaining('1 entry of Work Mobile Numbers (1 contact)') as string,
	});
});

test('a contact that does not exist and lacks names is not reported as a blank cell', async () => {
	const { json } = await bench.upload({ items: [{ id: 'nobody', company: 'Acme' }] });
	expect(json[0]?.error).toBe(
		sentence('newRecordNeeds', { record: 'contact', id: 'nobody', columns: 'First Name and Last Name' }),
	);
	expect(refusalOf(json[0])).not.toSay('fillInCell');
});

test('an existing contact that would lose a name is not reported as missing', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'a', ...names }] });
	const { json } = await bench.upload({
		items: [{ id: 'a', last_name: '' }],
		options: { emptyFields: 'send' },
	});
	expect(refusalOf(json[0])).not.toContain('There is no contact');
});

describe('On Error "stop"', () => {
	test("says the service's words before the accepted rows, and lists at most 20 ranges", async () => {
		const items = contacts(2000).map((one, at) => (at % 2 ? { ...one, work_emails: 'no' } : one));
		const run = await bench.upload({
			items: items.slice(0, 200),
			fieldsNotSent: 'clear',
			onError: 'stopWorkflow',
		});
		const words = wordsOf(run);
		expect(words.indexOf(sentence('serviceSays'))).toBeLessThan(words.indexOf('Accepted: 100 of 200'));
		expect(words).toMatch(/rows 1, 3, 5(, \d+){17} and 80 more;/);
		expect(words.length).toBeLessThan(3000);
	});

	test('lists the reasons of rows that cannot be read: at most three, then a count', async () => {
		const tooMany = 2 ** 60;
		const items = [
			contact('a', { company: tooMany }),
			contact('b', { last_name: ' ' }),
			contact('c', { work_emails: [[['deep']]] }),
			contact('d', { title: tooMany }),
			contact('e', { degree: tooMany }),
			contact('f'),
		];
		const run = await bench.upload({ items, map: 'json', fieldsNotSent: 'clear', onError: 'stopWorkflow' });
		const words = wordsOf(run);
		expect(words).toMatch(
			new RegExp(
				`^${sentence('rowsNeedYou', { count: 5, all: 6 })} 1 to 5\\nRow 1, a Ada Lovelace: Company .*Row 2\\b.*Last Name.*Row 3\\b.*And 2 other reasons\\.`,
			),
		);
		expect(words).toContain('Accepted: 0 of 6 contacts. Refused: 5. Not sent: 1.');
		expect(bench.requests()).toEqual([]);
	});
});

test('all that is wrong with the cells of a row is in its refusal: at most three reasons, then a count', async () => {
	const bad = { birthday: ['x'], data: '{', section_work: '[1', documentation: '{"a"' };
	const { json } = await bench.upload({ items: [{ id: 'a', ...names, ...bad }, contact('b')] });
	const [first, ...others] = (json[0]?.error as string).split('; ');
	expect([first, others.length]).toEqual([expect.stringContaining('Birthday is a list'), 3]);
	expect(others.at(-1)).toBe('and 1 more');
	expect(refusalOf(json[0])).toMatch(new RegExp(`${sentence('useScalar')}.*Use a JSON object`));
	expect(json[1]).toMatchObject({ accepted: true });
	const lost = { company: 'M\ufffdller', position: 'Gro\ufffd' };
	const broken = await bench.upload({ items: [{ id: 'c', ...names, ...lost }] });
	expect(broken.json[0]?.error).toMatch(/^Company is .*; Position is /);
});

describe('rows of one ID', () => {
	const told = async (rows: IDataObject[], fieldsNotSent = 'keep') =>
		hintOf(await bench.upload({ items: rows.map((row) => ({ id: 'a', ...names, ...row })), fieldsNotSent }));

	test.each<[what: string, rows: IDataObject[], fieldsNotSent: string, type: string, words: RegExp]>([
		['are the same', [{ company: 'A' }, { company: 'A' }], 'keep', 'info', /rows 1 and 2: they are merged/],
		['add to each other', [{ company: 'A' }, { position: 'B' }], 'keep', 'info', /they are merged/],
		[
			'give one field two values',
			[{ company: 'A' }, { company: 'B' }],
			'keep',
			'info',
			/merged.*later one counts/,
		],
		['give one list two values', [{ emails: 'a@x.org' }, { emails: 'b@x.org' }], 'keep', 'info', /later one/],
		[
			'are the same',
			[{ company: 'A' }, { company: 'A' }],
			'clear',
			'info',
			new RegExp(sentence('laterRowCounts')),
		],
		[
			'have different columns',
			[{ company: 'A' }, { position: 'B' }],
			'clear',
			'warning',
			new RegExp(sentence('laterRowCounts')),
		],
		[
			'end with one that cannot be read',
			[{ company: 'A' }, { company: { a: 'B' } }],
			'clear',
			'warning',
			new RegExp(sentence('laterRowCounts')),
		],
		[
			'have different keys of custom data',
			[{ data: { a: '1' } }, { data: { b: '2' } }],
			'keep',
			'info',
			/they are merged/,
		],
		[
			'give one key of custom data two values',
			[{ data: { a: '1' } }, { data: { a: '2' } }],
			'keep',
			'info',
			/later one/,
		],
	])('have the right hint if they %s: %j, %s', async (_what, rows, fieldsNotSent, type, words) => {
		const hint = await told(rows, fieldsNotSent);
		expect(hint).toEqual(expect.objectContaining({ type, message: expect.stringMatching(words) as string }));
	});
});

test('records that the service failed to process are named by their rows', async () => {
	bench.sandbox.failItems('c3', 'c4', 'c7');
	const items = Array.from({ length: 10 }, (_, at) => contact(`c${at}`));
	const { message } = hintOf(await bench.upload({ items }));
	expect(message).toMatch(/Rows 4, 5 and 8: The service accepted the contact, but did not process it/);
});

test('the refusal of a list whose entries have another field shows how to make a list of texts', async () => {
	const emails = [{ value: 'a@x.org', label: 'work' }];
	const { json } = await bench.upload({ items: [{ id: 'a', ...names, emails }], map: 'json' });
	expect(refusalOf(json[0])).toContain('return one.value ?? one');
});
