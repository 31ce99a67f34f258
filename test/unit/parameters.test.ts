/** What the node asks n8n for when it reads the columns of an upload. */
import type { Fields } from '../../nodes/ContactConsent/field';
import { readParameters } from '../../nodes/ContactConsent/parameters';

const COLUMNS: Fields = [
	{
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		default: { mappingMode: 'defineBelow', value: null },
	},
];

it('each column is evaluated by itself, so that a slow expression does not slow down the others', () => {
	const value = { id: '={{ $json.id }}', 'a "b" \\': 'text', data: '={{ $json.a + 1 }}' };
	const asked: unknown[] = [];
	const read = readParameters(COLUMNS, {
		node: { type: 'contactConsent' } as never,
		timeZone: 'UTC',
		raw: () => ({ mappingMode: 'defineBelow', value }),
		evaluated: (path, raw) => {
			asked.push([path, raw]);
			return `of ${path}`;
		},
	});
	expect(asked).toEqual([
		['columns.value["id"]', '={{ $json.id }}'],
		['columns.value["a \\"b\\" \\\\"]', 'text'],
		['columns.value["data"]', '={{ $json.a + 1 }}'],
	]);
	expect(read).toEqual({
		columns: {
			automatic: false,
			columns: {
				id: 'of columns.value["id"]',
				'a "b" \\': 'of columns.value["a \\"b\\" \\\\"]',
				data: 'of columns.value["data"]',
			},
		},
	});
});
