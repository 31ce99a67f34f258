/** Records handed over as JSON. */
import { contact } from '../../support/people';
import { uploadBench } from '../../support/upload-bench';

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
		/^The parameter 'JSON' is not valid JSON \(.*\)$/,
	],
	['null', '={{ $json.id === "x" ? null : $json }}', /^The parameter 'JSON' is empty$/],
])('%s is refused for its own item only', async (_what, json, says) => {
	const items = [contact('x'), contact('y')];
	const stopped = await bench.upload({ map: { json }, items, onError: 'stopWorkflow' });
	expect(stopped.error?.message).toMatch(says);
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
