/** Results and failures as n8n's items and errors. */
import { NodeApiError, NodeOperationError, type IBinaryData, type INode } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/operation';
import { refusedItem, resultItem, toNodeError } from '../../nodes/ContactConsent/run/outcome';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';

const NODE: INode = { id: 'n', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const REFUSED = new ServiceError(
	{ message: 'The service refused the values', description: 'Correct them' },
	{ kind: 'status', status: 422, requestId: 'r1' },
);
const INVALID = new InvalidInput('The  preexisting\nvalue is\tEEXIST', 'Use\nanother.');

describe('an error as n8n has it', () => {
	it('of the service keeps its status', () => {
		const error = toNodeError(NODE, REFUSED, 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The service refused the values',
			description: 'Correct them. Request-Id: r1',
			httpCode: '422',
			context: { itemIndex: 2 },
		});
	});

	it('of what cannot be sent names the row, in its own words and on single lines', () => {
		const error = toNodeError(NODE, INVALID, 2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'The preexisting value is EEXIST',
			description: 'Use another. It came from row 3 of the input.',
			context: { itemIndex: 2 },
		});
	});

	it('of another kind has its message', () => {
		const error = toNodeError(NODE, new TypeError('a mistake'), 2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: 'a mistake', context: { itemIndex: 2 } });
	});

	it.each([
		['operation', new NodeOperationError(NODE, 'no'), 2],
		['API', new NodeApiError(NODE, { message: 'no' }), 2],
		['operation, with its item', new NodeOperationError(NODE, 'no', { itemIndex: 0 }), 0],
		['API, with its item', new NodeApiError(NODE, { message: 'no' }, { itemIndex: 0 }), 0],
	])("stays as it is if it is n8n's already: %s", (_, error, itemIndex) => {
		expect(toNodeError(NODE, error, 2)).toBe(error);
		expect(error.context.itemIndex).toBe(itemIndex);
	});
});

describe('a refused item', () => {
	it.each([
		['of the service', REFUSED, 'The service refused the values', 'Correct them. Request-Id: r1'],
		[
			'of the input',
			INVALID,
			'The preexisting value is EEXIST',
			'Use another. It came from row 3 of the input.',
		],
		['of another kind', new Error('two\nlines'), 'two lines', ''],
		["of n8n's own", new NodeOperationError(NODE, 'a\n\nb', { description: ' c\nd ' }), 'a b', 'c d'],
	])('has what happened and how to go on, on single lines, and nothing else: %s', (_, error, what, how) => {
		expect(refusedItem(NODE, error, 2)).toEqual({
			json: { error: what, message: how },
			pairedItem: { item: 2 },
		});
	});
});

describe('a result', () => {
	const json = { id: 'a' };

	it('is paired to its item, or to all that it is about', () => {
		expect(resultItem({ json }, 3)).toEqual({ json: { id: 'a' }, pairedItem: { item: 3 } });
		expect(resultItem({ json }, [1, 4])).toEqual({
			json: { id: 'a' },
			pairedItem: [{ item: 1 }, { item: 4 }],
		});
	});

	it('has a file where there is one, and no empty place for it', () => {
		const binary = { pdf: { data: 'x', mimeType: 'application/pdf' } as IBinaryData };
		expect(resultItem({ json, binary }, 0)).toEqual({ json, binary, pairedItem: { item: 0 } });
		expect(Object.keys(resultItem({ json }, 0))).toEqual(['json', 'pairedItem']);
	});

	it('has no field that n8n takes for a failure', () => {
		const failed = { id: 'a', error: { code: 7 }, n: 1 };
		expect(resultItem({ json: failed }, 0).json).toEqual({ id: 'a', n: 1, service_error: { code: 7 } });
		expect(resultItem({ json: { error: null } }, 0).json).toEqual({ service_error: null });
		expect(resultItem({ json: { error: undefined, n: 1 } }, 0).json).toEqual({ n: 1 });
		expect(resultItem({ json }, 0).json).toBe(json);
	});
});
