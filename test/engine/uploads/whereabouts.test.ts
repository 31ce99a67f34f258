/** Where the people stand is said, and what is advised works: inside an object, in a list, in one cell, in a file. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

/** The expression that a refusal advises for the field JSON. */
const expressionIn = (refusal: string): string => /\{\{ .* \}\}/.exec(refusal)?.[0] ?? '';

const ADA = { first_name: 'Ada', last_name: 'Byron' };

describe.each<[what: string, item: IDataObject, expression: string, id: string]>([
	[
		'HubSpot',
		{ id: 'h-1', properties: { firstname: 'Ada', lastname: 'Byron', email: 'a@x.org' }, archived: false },
		'{{ { id: $json.id, ...$json.properties } }}',
		'h-1',
	],
	[
		'HubSpot, Get and Get Many, in which each value is an object',
		{
			'canonical-vid': 7,
			'is-contact': true,
			properties: {
				customer_id: { value: 'h-2', versions: [] },
				firstname: { value: 'Ada', versions: [] },
				lastname: { value: 'Byron', versions: [] },
				email: { value: 'a@x.org', versions: [] },
			},
			'form-submissions': [],
			'identity-profiles': [{ vid: 7, identities: [{ type: 'EMAIL', value: 'a@x.org' }] }],
		},
		'{{ Object.fromEntries(Object.entries($json.properties).map(function (one) { return [one[0], one[1]?.value ?? one[1]] })) }}',
		'h-2',
	],
	[
		'Brevo',
		{ id: 7, email: 'a@x.org', emailBlacklisted: false, attributes: { FIRSTNAME: 'Ada', LASTNAME: 'Byron' } },
		'{{ { id: $json.id, email: $json.email, ...$json.attributes } }}',
		'7',
	],
	[
		'Mailchimp',
		{ id: 'm-1', email_address: 'a@x.org', merge_fields: { FNAME: 'Ada', LNAME: 'Byron', ADDRESS: '' } },
		'{{ { id: $json.id, email_address: $json.email_address, ...$json.merge_fields } }}',
		'm-1',
	],
	[
		'Okta',
		{
			id: 'o-1',
			status: 'ACTIVE',
			profile: { firstName: 'Ada', lastName: 'Byron', login: 'a' },
			_links: { self: { href: 'x' } },
		},
		'{{ { id: $json.id, ...$json.profile } }}',
		'o-1',
	],
	[
		'a webhook',
		{
			headers: { host: 'x' },
			params: {},
			query: {},
			body: { Kundennummer: 'w-1', Vorname: 'Ada', Nachname: 'Byron' },
			webhookUrl: 'x',
		},
		'{{ $json.body }}',
		'w-1',
	],
	[
		'a webhook with JSON as text, deeper inside',
		{ headers: {}, body: { 'form data': '{"id":"w-2","first_name":"Ada","last_name":"Byron"}' } },
		'{{ JSON.parse($json.body["form data"]) }}',
		'w-2',
	],
	[
		'a list as text',
		{ result: '[{"id":"l-1","first_name":"Ada","last_name":"Byron"}]' },
		'{{ JSON.parse($json.result) }}',
		'l-1',
	],
	[
		'a key that the contract has, too',
		{ data: { id: 'd-1', first_name: 'Ada', last_name: 'Byron' } },
		'{{ $json.data }}',
		'd-1',
	],
	[
		'a name in one cell',
		{ 'Kunden-Nr': 'n-1', Name: 'Ada Byron' },
		'{{ Object.assign({}, $json, { first_name: $json.Name.trim().split(" ").slice(0, -1).join(" "), last_name: $json.Name.trim().split(" ").pop() }) }}',
		'n-1',
	],
	[
		'a name in one cell, the last name first',
		{ id: 'n-2', 'Full Name': 'Byron, Ada' },
		'{{ Object.assign({}, $json, { first_name: $json["Full Name"].split(",").slice(1).join(" ").trim(), last_name: $json["Full Name"].split(",")[0].trim() }) }}',
		'n-2',
	],
])('%s', (_, item, expression, id) => {
	it.each(['auto', 'json'] as const)('is explained with an expression that works (%s)', async (map) => {
		const { json } = await bench.upload({ items: [item], map });
		expect(expressionIn(refusalOf(json[0]))).toBe(expression);
		const posts = bench.posts().length;
		expect(posts).toBe(0);
		const advised = await bench.upload({ items: [item], map: { json: `=${expression}` } });
		expect(advised.json).toMatchObject([{ id, change: 'created' }]);
		expect(bench.sandbox.contact(id)).toMatchObject(ADA);
	});
});

it('what is called like an ID stands in the expression, so that it may be chosen as the ID', async () => {
	const properties = { firstname: { value: 'Ada' }, lastname: { value: 'Byron' } };
	const items = [
		{ addedAt: 1, vid: 7, 'portal-id': 1, 'is-contact': true, properties, 'form-submissions': [] },
	];
	const expression = expressionIn(refusalOf((await bench.upload({ items })).json[0]));
	expect(expression).toContain('{ vid: $json.vid, ...');
	const options = { idColumn: 'vid' };
	const { json } = await bench.upload({ items, map: { json: `=${expression}` }, options });
	expect(json).toMatchObject([{ id: '7', change: 'created' }]);
	expect(bench.sandbox.contact('7')).toMatchObject(ADA);
});

it('people in a list are to be split out, wherever it is', async () => {
	const people = [
		{ id: '1', ...ADA },
		{ id: '2', ...ADA },
	];
	for (const [item, path] of [
		[{ data: people }, 'data'],
		[{ meta: { total: 2 }, result: { items: people } }, 'result.items'],
		[{ body: people, headers: {} }, 'body'],
	] as const) {
		const { json } = await bench.upload({ items: [item] });
		expect(refusalOf(json[0])).toContain(
			`'Split Out' in front of this one, and enter ${path} in its field 'Fields To Split Out'`,
		);
	}
	expect(bench.posts()).toEqual([]);
});

it('rows that were read without headings are told to have them', async () => {
	for (const row of [['1', 'Ada'], { 0: '1', 1: 'Ada' }]) {
		const { json } = await bench.upload({ items: [{ row }, { row }] });
		expect(refusalOf(json[1])).toSay('headerRow');
	}
});

it('the hint says once what is wrong with all rows', async () => {
	const items = Array.from({ length: 30 }, (_, at) => ({
		id: `h-${at}`,
		properties: { firstname: 'Ada', lastname: 'B' },
	}));
	const { hints } = await bench.upload({ items });
	const said = hints.map(({ message }) => message).join(' ');
	expect(said.split('...$json.properties')).toHaveLength(2);
	expect(said).not.toContain('Map Each Column Manually');
});

it('a row that only updates a contact is refused, too, if its person is inside an object', async () => {
	bench.sandbox.seed({ contacts: [{ id: 'h-1', ...ADA }] });
	const { hints } = await bench.upload({
		items: [{ id: 'h-1', properties: { firstname: 'Eve', lastname: 'B' } }],
	});
	expect(hints.map(({ message }) => message).join(' ')).toContain('...$json.properties');
});

describe('a file that no node has read', () => {
	const binary = { data: { data: 'YQ==', mimeType: 'text/csv', fileName: 'a.csv' } };

	it.each<[IDataObject]>([
		[{}],
		[{ mimeType: 'text/csv', fileName: 'a.csv', fileSize: '1 kB' }],
		[{ id: 'drive-7', name: 'a.csv' }],
	])('is refused, with the node that reads it: %j', async (item) => {
		const { json } = await bench.upload({ items: [item], binary });
		expect(refusalOf(json[0])).toContain("Put the node 'Extract from File' in front");
		expect(bench.posts()).toEqual([]);
	});

	it('may stand beside a person', async () => {
		const items = [{ id: 'p-1', ...ADA }];
		expect((await bench.upload({ items, binary })).json).toMatchObject([{ id: 'p-1', change: 'created' }]);
	});
});
