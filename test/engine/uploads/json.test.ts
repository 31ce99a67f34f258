/** Records handed over as JSON. */
import type { IDataObject } from 'n8n-workflow';

import { contact } from '../../support/people';
import { uploadBench } from '../../support/upload-bench';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

const stored = () => bench.sandbox.state().contacts.map(({ id }) => id);
const two = [contact('a'), contact('b')];

it.each<[what: string, json: unknown, ids: string[]]>([
	['a list', two, ['a', 'b']],
	['the text of a list', JSON.stringify(two), ['a', 'b']],
	['an expression that gives a list', '={{ $json.list }}', ['a', 'b']],
	['an empty list', [], []],
])('JSON may be %s', async (_what, json, ids) => {
	const run = await bench.upload({ map: { json }, items: [{ list: two }] });
	expect(run.error).toBeUndefined();
	expect(run.json.map(({ id }) => id)).toEqual(ids);
	expect(stored()).toEqual(ids);
});

it.each<[what: string, json: string, says: RegExp]>([
	[
		'malformed text',
		'={{ $json.id === "x" ? "{oops" : $json }}',
		new RegExp(`^The parameter 'JSON' ${sentence('notJson')} \\(.*\\)$`),
	],
	['null', '={{ $json.id === "x" ? null : $json }}', /^The parameter 'JSON' is empty$/],
])('%s is refused for its own item only', async (_what, json, says) => {
	const items = [contact('x'), contact('y')];
	const stopped = await bench.upload({ map: { json }, items, onError: 'stopWorkflow' });
	expect(stopped.error?.message.replace(/^Row 1: /, '')).toMatch(says);
	expect(bench.requests()).toEqual([]);

	const run = await bench.upload({ map: { json }, items });
	expect(run.json[0]?.error).toMatch(says);
	expect(run.outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
	expect(stored()).toEqual(['y']);
});

it.each(['contact', 'employee'] as const)(
	'the default JSON sends the input, and empty items create nobody (%s)',
	async (resource) => {
		const items = [contact('a', { email: 'a@example.com' })];
		await bench.upload({ resource, items, map: 'json' });
		expect(bench.taken()).toHaveLength(1);
		bench.sandbox.reset();
		// Always Output Data makes such items.
		const { error, json } = await bench.upload({ resource, items: [{}, {}], map: 'json' });
		expect({ error, json }).toEqual({ error: undefined, json: [] });
		expect(bench.requests()).toEqual([]);
	},
);

it('a record in which nothing is understood is refused, also beside an item without data', async () => {
	for (const items of [[{}], [{ day: 'Monday' }]]) {
		const run = await bench.upload({ items, map: { json: '[{ "foo": 1 }]' } });
		expect(run.json).toEqual([
			{ error: expect.any(String) as string, message: expect.any(String) as string },
		]);
	}
	expect(bench.requests()).toEqual([]);
});

it.each<[what: string, map: 'json' | { json: unknown } | { columns: IDataObject }]>([
	['JSON with a constant', { json: '={{ { id: $json.id, source: "web" } }}' }],
	['a text column', { columns: { id: '={{ $json.id }}', company: '={{ String($json.company) }}' } }],
	['a date', { columns: { id: '={{ $json.id }}', birthday: '={{ String(new Date($json.born)) }}' } }],
])(
	'what an expression makes of items without data creates nobody and refuses nothing: %s',
	async (_, map) => {
		const { error, json } = await bench.upload({ items: [{}, {}], map });
		expect({ error, json }).toEqual({ error: undefined, json: [] });
		expect(bench.requests()).toEqual([]);
	},
);

describe('a list that is the same for each row', () => {
	const people = Array.from({ length: 20 }, (_, at) => contact(`p-${at}`));
	const hintOf = ({ hints }: { hints: Array<{ message: string }> }) =>
		hints.map(({ message }) => message).join(' ');

	it.each([
		'={{ $input.all() }}',
		'={{ $input.all().map((one) => one.json) }}',
		'={{ JSON.stringify($("Start").all().map((one) => one.json)) }}',
		"={{ $('Start').all().filter(() => $now.year > 2000).map((one) => one.json) }}",
	])('is taken once, paired to the first row, and the hint says so: %s', async (json) => {
		const run = await bench.upload({ items: people, map: { json } });
		expect(run.json.map(({ id, change }) => [id, change])).toEqual(people.map(({ id }) => [id, 'created']));
		expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(people.map(() => ({ item: 0 })));
		expect(hintOf(run)).toMatch(
			new RegExp(
				`${sentence('sameList', { field: 'JSON', count: 20 })}: 20 contacts, paired to the first row`,
			),
		);
	});

	it('is a list of its own where a row is named, and nothing is said of a single row', async () => {
		const items = people.slice(0, 3).map((one) => ({ list: [one] }));
		const each = await bench.upload({
			items,
			map: { json: '={{ $json.list.concat($input.all().slice(9)) }}' },
		});
		expect(each.json.map(({ id }) => id)).toEqual(['p-0', 'p-1', 'p-2']);
		const single = await bench.upload({ items: people.slice(0, 1), map: { json: '={{ $input.all() }}' } });
		expect(single.json).toMatchObject([{ id: 'p-0' }]);
		expect(hintOf(each) + hintOf(single)).not.toSay('sameList');
	});
});

describe('JSON as programs and models write it is read:', () => {
	const text = JSON.stringify(contact('p-1'));

	it.each<[what: string, json: string]>([
		['behind a byte order mark', `\ufeff${text}`],
		['in a fence of Markdown', `\`\`\`json\n${text}\n\`\`\``],
		['in a fence without a language', `\n\`\`\`\r\n[${text}]\r\n\`\`\`\n`],
		['encoded twice', JSON.stringify(text)],
		['encoded twice, in a fence', JSON.stringify(`\`\`\`json\n${text}\n\`\`\``)],
	])('%s', async (_, answer) => {
		const run = await bench.upload({ items: [{ answer }], map: { json: '={{ $json.answer }}' } });
		expect(run.json).toMatchObject([{ id: 'p-1', change: 'created' }]);
	});

	it('a text that is no JSON inside is refused', async () => {
		for (const answer of ['```json', '```\nhello\n```', '"[hello"', '"hello"']) {
			const run = await bench.upload({ items: [{ answer }], map: { json: '={{ $json.answer }}' } });
			expect(Object.keys(run.json[0] ?? {})).toEqual(['error', 'message']);
		}
	});
});
