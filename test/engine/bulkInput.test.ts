/** From what a workflow hands over to what the service gets: the body on the wire, or a refusal before it. */
import type { IDataObject } from 'n8n-workflow';

import { bulkBench, contact } from '../support/bulk';

const bench = bulkBench();

const failuresOf = (json: IDataObject[]) => json.filter(({ error }) => error !== undefined);

describe('one contact', () => {
	const sections = {
		section_work: { emails: [{ email: 'ada@example.com' }], addresses: [{ city: 'Bern', street: 'Gasse' }] },
	};
	const read = {
		tags: ['vip'],
		section_work: {
			emails: ['a@example.com', 'b@example.com'],
			phone_numbers: [
				{
					area: '30',
					number: '1234567',
					original: '030/1234567',
					international_formatted: '+49 30 1234567',
					national_formatted: '030 1234567',
				},
			],
			mobile_numbers: [{ area: '0171', number: '7654321' }],
			fax_numbers: [{ area: '30', number: '99', original: '+49 30 99' }],
		},
	};

	const ways = (lists: Array<[how: string, work_emails: unknown]>) =>
		lists.map(([how, work_emails]): [string, IDataObject, IDataObject] => [
			`several values from ${how}`,
			{ work_emails } as IDataObject,
			{ section_work: { emails: [{ email: 'a@example.com' }, { email: 'b@example.com' }] } },
		]);

	it.each<[what: string, given: IDataObject, sent: IDataObject, options?: IDataObject]>([
		['text fields', { title: 'Dr.', birthday: '1815-12-10' }, { title: 'Dr.', birthday: '1815-12-10' }],
		['numbers and booleans as text', { title: 7, company: true }, { title: '7', company: 'true' }],
		['zero and false as text', { title: 0, company: false }, { title: '0', company: 'false' }],
		['blank fields left out', { title: '', company: ' ', degree: null }, {}],
		['blank fields sent', { title: '', degree: null }, { title: '', degree: '' }, { emptyFields: 'send' }],
		['blank lists sent', { work_emails: '' }, { section_work: { emails: [] } }, { emptyFields: 'send' }],
		...ways([
			['commas', 'a@example.com, b@example.com'],
			['semicolons', 'a@example.com;b@example.com;'],
			['line breaks', 'a@example.com\r\nb@example.com\n\n'],
			['a list', ['a@example.com', '', 'b@example.com']],
			['JSON text of a list', '["a@example.com","b@example.com"]'],
			['the upload shape', [{ email: 'a@example.com' }, { email: '' }, { email: 'b@example.com' }]],
		]),
		[
			'a number column with a number',
			{ private_mobile_numbers: 1711234567 },
			{ section_private: { mobile_numbers: [{ number: '1711234567' }] } },
		],
		['nested sections', sections, sections],
		['nested sections as JSON text', { section_work: JSON.stringify(sections.section_work) }, sections],
		[
			'flat columns over nested ones',
			{ ...sections, work_emails: 'b@example.com', work_city: 'Basel', work_zip_code: 4051 },
			{
				section_work: {
					emails: [{ email: 'b@example.com' }],
					addresses: [{ city: 'Basel', street: 'Gasse', zip_code: '4051' }],
				},
			},
		],
		[
			'flat columns of both sections',
			{ work_street: 'A', private_street: 'B', private_extra_3: 'c' },
			{
				section_work: { addresses: [{ street: 'A' }] },
				section_private: { addresses: [{ street: 'B', extra_3: 'c' }] },
			},
		],
		[
			'the read shape',
			read,
			{
				section_work: {
					emails: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
					phone_numbers: [{ number: '030/1234567' }],
					mobile_numbers: [{ number: '0171 7654321' }],
					fax_numbers: [{ number: '+49 30 99' }],
				},
			},
		],
		['the read shape, strictly', { tags: ['vip'] }, {}, { unknownFields: 'error' }],
		[
			'nulls of the read shape',
			{
				data: null,
				section_private: null,
				section_work: { emails: null, addresses: [{ city: null, street: 'A' }] },
				documentation: { consents: [{ id: '1', granted_ip: null }] },
			},
			{ section_work: { addresses: [{ street: 'A' }] }, documentation: { consents: [{ id: '1' }] } },
		],
		[
			'data values as text',
			{ data: { a: 1, b: true, c: '', d: null } },
			{ data: { a: '1', b: 'true', c: '' } },
		],
		['data as JSON text', { data: '{"a":"1"}' }, { data: { a: '1' } }],
		['unknown columns ignored', { shoe_size: 39, __proto: 'x' }, {}],
		[
			'unknown columns as custom data',
			{ shoe_size: 39, data: { a: '1' }, blank: '' },
			{ data: { a: '1', shoe_size: '39' } },
			{ unknownFields: 'customData' },
		],
		[
			'unknown fields inside a section ignored',
			{ section_work: { constructor: 'x', emails: [], addresses: [{ planet: 'Mars', city: 'Bern' }] } },
			{ section_work: { emails: [], addresses: [{ city: 'Bern' }] } },
		],
		[
			'consents as they are',
			{ documentation: { consents: [{ id: '1', granted: true }] } },
			{
				documentation: { consents: [{ id: '1', granted: true }] },
			},
		],
	])('is sent: %s', async (_what, given, sent, options = {}) => {
		const item = contact('c', given);
		const expected = [contact('c', sent)];

		const mapped = await bench.upload({ items: [item], options });
		expect(mapped.error).toBeUndefined();
		expect(bench.lastBody()).toEqual(expected);
		expect(mapped.json).toEqual([expect.objectContaining({ id: 'c', accepted: true })]);

		bench.sandbox.log.clear();
		const handedOver = await bench.upload({ json: JSON.stringify(item), options });
		expect(handedOver.error).toBeUndefined();
		expect(bench.lastBody()).toEqual(expected);
	});

	it.each<[what: string, item: IDataObject, says: RegExp, options?: IDataObject]>([
		['last_name is missing', { id: 'c', first_name: 'A' }, /contact "c" .*last_name is missing/],
		['two fields are missing', { id: 'c' }, /first_name and last_name are missing/],
		['the id is missing', { first_name: 'A', last_name: 'B' }, /One contact cannot be sent: id is missing/],
		['the id is empty', contact(''), /id is missing/],
		['the id is white space', contact(' \t\n'), /id is missing/],
		['the id is null', contact('x', { id: null }), /id is missing/],
		[
			'the last name is blank but sent',
			contact('c', { last_name: '' }),
			/last_name/,
			{ emptyFields: 'send' },
		],
		['a text is an object', contact('c', { title: { a: 1 } }), /title is an object, not a text/],
		['a text is a list', contact('c', { title: ['Dr.'] }), /title is a list, not a text/],
		['the id is an object', contact('c', { id: { a: 1 } }), /id is an object, not a text/],
		[
			'a list is an object',
			contact('c', { work_emails: { email: 'a' } }),
			/work_emails is an object, not a list/,
		],
		['a list element is a list', contact('c', { work_emails: [['a']] }), /work_emails is a list, not a text/],
		['a list element has another field', contact('c', { work_emails: [{ mail: 'a' }] }), /without email/],
		[
			'an address is a text',
			contact('c', { section_work: { addresses: ['Bern'] } }),
			/addresses has an element/,
		],
		[
			'an address field is an object',
			contact('c', { section_work: { addresses: [{}, { city: {} }] } }),
			/section_work\.addresses\[1\]\.city is an object/,
		],
		['a section is a list', contact('c', { section_work: [] }), /section_work is a list, not an object/],
		[
			'a section is no JSON',
			contact('c', { section_work: 'Bern' }),
			/section_work is text that cannot be read/,
		],
		['data is a list', contact('c', { data: ['a'] }), /data is a list, not an object/],
		['a data value is an object', contact('c', { data: { a: {} } }), /data\.a is an object, not a text/],
		[
			'a column is unknown',
			contact('c', { shoe: 1, hat: 2 }),
			/shoe, hat are no fields/,
			{ unknownFields: 'error' },
		],
		[
			'a section field is unknown',
			contact('c', { section_work: { shoe: 1 } }),
			/section_work\.shoe is no field/,
			{ unknownFields: 'error' },
		],
		[
			'an address field is unknown',
			contact('c', { section_work: { addresses: [{ planet: 'Mars' }] } }),
			/section_work\.addresses\[0\]\.planet is no field/,
			{ unknownFields: 'error' },
		],
		[
			'an unknown column for custom data is an object',
			contact('c', { shoe: { size: 1 } }),
			/shoe is an object, not a text/,
			{ unknownFields: 'customData' },
		],
	])('is refused before any request: %s', async (_what, item, says, options = {}) => {
		const items = [contact('good'), item];
		const stopped = await bench.upload({ items, options });
		expect(stopped.error?.message).toMatch(says);
		expect(stopped.error?.description).toContain('item 1');
		expect(bench.sandbox.log.count()).toBe(0);

		const { json } = await bench.upload({ items, options, onError: 'continueRegularOutput' });
		expect(json).toEqual([
			expect.objectContaining({ id: 'good', accepted: true }),
			{ error: expect.stringMatching(says) as string, message: expect.any(String) as string },
		]);
		expect(bench.stored()).toEqual(['good']);
	});
});

describe('Map Each Column Manually', () => {
	const columns = {
		id: '={{ $json.number }}',
		first_name: "={{ $json.name.split(' ')[0] }}",
		last_name: "={{ $json.name.split(' ')[1] }}",
		work_emails: '={{ $json.mails }}',
		data: '={{ $json.more }}',
		title: null,
		company: '',
	};

	it('resolves expressions for each item', async () => {
		await bench.upload({
			columns,
			items: [
				{ number: 1, name: 'Ada Lovelace', mails: ['a@example.com'], more: { a: 1 } },
				{ number: 2, name: 'Grace Hopper', mails: 'b@example.com;c@example.com' },
			],
		});
		expect(bench.lastBody()).toEqual([
			{
				id: '1',
				first_name: 'Ada',
				last_name: 'Lovelace',
				data: { a: '1' },
				section_work: { emails: [{ email: 'a@example.com' }] },
			},
			{
				id: '2',
				first_name: 'Grace',
				last_name: 'Hopper',
				section_work: { emails: [{ email: 'b@example.com' }, { email: 'c@example.com' }] },
			},
		]);
	});

	it('blames a broken expression on its item alone', async () => {
		const { json } = await bench.upload({
			columns,
			items: [
				{ number: 1, name: null },
				{ number: 2, name: 'Grace Hopper' },
			],
			onError: 'continueRegularOutput',
		});
		expect(failuresOf(json)).toHaveLength(1);
		expect(bench.stored()).toEqual(['2']);
	});

	it('says what is missing where nothing has been mapped', async () => {
		for (const mapped of [null, {}]) {
			const { error } = await bench.upload({ columns: mapped });
			expect(error?.message).toMatch(/id and first_name and last_name are missing/);
		}
		expect(bench.sandbox.log.count()).toBe(0);
	});
});

describe('JSON', () => {
	const two = [contact('a'), contact('b')];

	it.each<[what: string, json: unknown, ids: string[]]>([
		['an object', two[0], ['a']],
		['a list', two, ['a', 'b']],
		['the text of an object', JSON.stringify(two[0]), ['a']],
		['the text of a list', JSON.stringify(two), ['a', 'b']],
		['an expression that gives an object', '={{ $json.list[1] }}', ['b']],
		['an expression that gives a list', '={{ $json.list }}', ['a', 'b']],
		['an expression that gives text', '={{ JSON.stringify($json.list) }}', ['a', 'b']],
		['an empty list', [], []],
	])('takes %s', async (_what, json, ids) => {
		const run = await bench.upload({ json, items: [{ list: two }] });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ id }) => id)).toEqual(ids);
		expect(bench.stored()).toEqual(ids);
	});

	it('takes several elements from each of several items, paired to their item', async () => {
		const { outputs } = await bench.upload({
			json: '={{ $json.list }}',
			items: [{ list: two }, { list: [] }, { list: [contact('c')] }],
		});
		expect(bench.uploads()).toHaveLength(1);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['a', { item: 0 }],
			['b', { item: 0 }],
			['c', { item: 2 }],
		]);
	});

	it.each<[what: string, json: string, says: RegExp]>([
		['malformed text', '={{ $json.id === "x" ? "{oops" : $json }}', /The JSON is not valid JSON/],
		['a number', '={{ $json.id === "x" ? 42 : $json }}', /neither an object nor a list of objects/],
		['a list with a text in it', '={{ $json.id === "x" ? [$json, "b"] : $json }}', /neither an object/],
		['nothing', '={{ $json.id === "x" ? "" : $json }}', /not valid JSON/],
		['null', '={{ $json.id === "x" ? null : $json }}', /neither an object/],
	])('refuses %s for its item alone', async (_what, json, says) => {
		const items = [contact('x'), contact('y')];
		const stopped = await bench.upload({ json, items });
		expect(stopped.error?.message).toMatch(says);
		expect(bench.sandbox.log.count()).toBe(0);

		const run = await bench.upload({ json, items, onError: 'continueRegularOutput' });
		expect(run.json[0]?.error).toMatch(says);
		expect(run.outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
		expect(bench.stored()).toEqual(['y']);
	});

	it('names the element where an item has several', async () => {
		bench.sandbox.refuse('b', { field: 'title', message: 'is too grand' });
		const { json } = await bench.upload({
			json: [contact('a'), contact('b'), contact('c', { title: [] }), contact('')],
			onError: 'continueRegularOutput',
		});
		expect(json[0]).toMatchObject({ id: 'a', accepted: true });
		expect(json.slice(1).map(({ error }) => error)).toEqual([
			expect.stringMatching(/^The contact "b": The service refused/),
			expect.stringMatching(/^The contact "c" cannot be sent: title/),
			expect.stringMatching(/^The contact in place 4 cannot be sent: id/),
		]);
	});
});

describe('employees', () => {
	const employee = (id: string, more: IDataObject = {}) => ({
		id,
		first_name: 'Grace',
		email: 'grace@example.com',
		...more,
	});

	it.each<[what: string, given: IDataObject, sent: IDataObject, options?: IDataObject]>([
		['its text fields', { department: 'R&D', zip_code: 10115 }, { department: 'R&D', zip_code: '10115' }],
		['tags from a list', { tags: ['a', ' ', 2] }, { tags: ['a', '2'] }],
		['tags from text', { tags: 'a, b;c\nd' }, { tags: ['a', 'b', 'c', 'd'] }],
		['no tags from a blank column', { tags: '' }, {}],
		['blank fields sent', { tags: '', city: '' }, { tags: [], city: '' }, { emptyFields: 'send' }],
		['data', { data: { a: 1 } }, { data: { a: '1' } }],
		['unknown columns ignored', { last_login: 'x' }, {}],
		[
			'unknown columns as custom data',
			{ last_login: 'x', data: { a: 'b' } },
			{ data: { a: 'b', last_login: 'x' } },
			{ unknownFields: 'customData' },
		],
	])('are sent with %s', async (_what, given, sent, options = {}) => {
		const { error } = await bench.upload({ resource: 'employee', items: [employee('e', given)], options });
		expect(error).toBeUndefined();
		expect(bench.lastBody()).toEqual([employee('e', sent)]);
		expect(bench.sandbox.employee('e')).toMatchObject(sent);
	});

	it.each<[what: string, item: IDataObject, says: RegExp]>([
		['without an e-mail address', { id: 'e', first_name: 'G' }, /The employee "e" .*email is missing/],
		['without a first name', { id: 'e', email: 'g@example.com' }, /first_name is missing/],
		['without an id', { first_name: 'G', email: 'g@example.com' }, /One employee .*id is missing/],
		['with tags in an object', employee('e', { tags: { a: 1 } }), /tags is an object, not a list/],
		['with a tag in a list', employee('e', { tags: [['a']] }), /tags is a list, not a text/],
	])('are refused before any request: %s', async (_what, item, says) => {
		const { error } = await bench.upload({ resource: 'employee', items: [item] });
		expect(error?.message).toMatch(says);
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it('one that the service refuses does not keep back the others', async () => {
		const items = ['a', 'b', 'c'].map((id) => employee(id, id === 'b' ? { email: 'nonsense' } : {}));
		const { json } = await bench.upload({ resource: 'employee', items, onError: 'continueRegularOutput' });
		expect(json.map(({ id, error }) => id ?? error)).toEqual(['a', 'The service refused the values', 'c']);
		expect(json[1]?.message).toMatch(/email: invalid value \(v1c001\)[^]*Request-Id: /);
		expect(bench.sandbox.employee('b')).toBeUndefined();
		expect(bench.sandbox.employee('c')).toBeDefined();
	});

	it('has no option to merge, whatever a workflow says', async () => {
		const { error } = await bench.upload({
			resource: 'employee',
			items: [{ id: 'e' }],
			options: { mergeWithCurrent: true },
		});
		expect(error?.message).toMatch(/missing/);
		expect(bench.sandbox.log.count()).toBe(0);
	});
});
