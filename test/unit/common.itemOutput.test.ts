/* eslint-disable */
/** Results and failures as n8n's items and errors. */
import { inspect } from 'node:util';

import {
	type NodeExecutionHint,
	NodeApiError,
	NodeOperationError,
	type IBinaryData,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import {
	refusalWords,
	refusedItem,
	resultItem,
	showHint,
	toNodeError,
} from '../../nodes/ContactConsent/common/itemOutput';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { Failure } from '../../nodes/ContactConsent/common/plan';
import { plainHint } from '../support/plain-hint';
import { senderOf } from '../support/sender';
import { sentence } from '../support/sentences';

const NODE: INode = { id: 'n', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const REFUSED = new ServiceError(
	{ message: sentence('valuesRefused'), description: 'Correct them' },
	{ kind: 'status', status: 422, requestId: 'r1' },
);
const ROW = sentence('cameFrom', { rows: 'row 3' });
const nodeErrorOf = (failure: Failure, item: number) =>
	toNodeError(NODE, failure, refusalWords(failure, item), item);

const INVALID = new InvalidInput('The  preexisting\nvalue is\tEEXIST', 'Use\nanother.');

describe('an error', () => {
	it('of the service keeps its status', () => {
		const error = nodeErrorOf({ error: REFUSED, items: [2] }, 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: sentence('valuesRefused'),
			description: `Correct them. ${sentence('cameFrom', { rows: 'row 3' })} Request-Id: r1`,
			httpCode: '422',
			context: { itemIndex: 2 },
		});
	});

	it('about a value that cannot be sent names the row and keeps its words, on single lines', () => {
		const error = nodeErrorOf({ error: INVALID, items: [2] }, 2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'The preexisting value is EEXIST',
			description: `Use another. ${sentence('cameFrom', { rows: 'row 3' })}`,
			context: { itemIndex: 2 },
		});
	});

	it("of n8n's own keeps its row", () => {
		const error = new NodeOperationError(NODE, 'no', { description: 'Do this.', itemIndex: 0 });
		expect(nodeErrorOf({ error }, 2)).toMatchObject({
			message: 'no',
			description: 'Do this.',
			context: { itemIndex: 0 },
		});
	});

	it.each([
		['of the service', new ServiceError({ message: 'of secret', description: '' }, { kind: 'status' })],
		['of the input', new InvalidInput('of secret', 'secret')],
		["of n8n's own", new NodeOperationError(NODE, 'of secret')],
		['of another kind', new Error('of secret')],
	])('contains no text, at any depth, that its words leave out: %s', (_, error) => {
		const shown = toNodeError(NODE, { error }, { message: 'of ***', description: 'Do this.' }, 2);
		expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain('secret');
		expect([shown.message, shown.description]).toEqual(['of ***', 'Do this.']);
	});
});

describe('the row that an error came from', () => {
	it("is named once, before the service's words", () => {
		const facts = { kind: 'status' as const, status: 500, serviceMessage: 'busy', requestId: 'r1' };
		const error = new ServiceError({ message: 'no', description: 'Try again' }, facts);
		expect(nodeErrorOf({ error, items: [2, 5, 6, 9, 12] }, 12).description).toBe(
			`Try again. ${sentence('cameFrom', { rows: 'rows 3, 6, 13 and 2 more' })} ${sentence('serviceSays')}: busy. Request-Id: r1`,
		);
	});

	it.each([
		['the execution as a whole', new InvalidInput('no', 'Do this.'), undefined],
		[
			'all rows alike',
			new ServiceError({ message: 'no', description: 'Do this.' }, { kind: 'status', status: 401 }),
			[2],
		],
	])('is not named if the error concerns %s', (_, error, items) => {
		expect(nodeErrorOf({ error, items }, 2).description).toBe('Do this.');
	});

	it('is named for a failure without advice', () => {
		const error = new ServiceError({ message: 'no', description: ' ' }, { kind: 'status' });
		expect(nodeErrorOf({ error, items: [2] }, 2).description).toBe(ROW);
	});

	it('comes before the list of rows that were done', () => {
		const failure = { error: REFUSED, items: [2], done: 'Deleted: 1 of 3 (row 1).' };
		expect(nodeErrorOf(failure, 2).description).toBe(
			`Correct them. ${ROW} Request-Id: r1. Deleted: 1 of 3 (row 1).`,
		);
	});
});

describe('the hint above the output', () => {
	const hintsAfter = (asked: number, left: number, ...sentences: Parameters<typeof showHint>[1]) => {
		const hints: unknown[] = [];
		const context = { addExecutionHints: (hint: unknown) => void hints.push(hint) };
		const send = Object.assign(senderOf({}), {
			waited: () => ({ onRequest: asked, inOutages: asked / 2 }),
			leftOut: () => left,
		});
		showHint(context as unknown as IExecuteFunctions, sentences, send);
		return hints;
	};
	const hintsOf = (...sentences: Parameters<typeof showHint>[1]) => hintsAfter(0, 0, ...sentences);
	const told = (text: string, isWarning = false) => ({ text, isWarning });

	it('is its first sentence in bold and a list of the others, each once, and a warning if one of them is', () => {
		expect(hintsOf(told('A.'), told('B.'), told('A.'), told('C.'))).toEqual([
			{
				message: '<strong>A.</strong><ul><li>B.</li><li>C.</li></ul>',
				type: 'info',
				location: 'outputPane',
			},
		]);
		expect(hintsOf(told('A.'))).toMatchObject([{ message: '<strong>A.</strong>' }]);
		expect(hintsOf(told('A.'), told('B.', true))).toMatchObject([{ type: 'warning' }]);
		expect(hintsOf()).toEqual([]);
	});

	it('has no markup of others', () => {
		expect(hintsOf(told('<img src=x>'), told('</li></ul><b>'))).toMatchObject([
			{ message: '<strong>‹img src=x›</strong><ul><li>‹/li›‹/ul›‹b›</li></ul>' },
		]);
		expect(hintsOf(told('PDF of secret'))).toMatchObject([{ message: '<strong>PDF of ***</strong>' }]);
	});

	it('has at most 5,000 characters of sentences, whole markup, and the number of those left out', () => {
		const long = told(`${'x'.repeat(4994)}secret${'y'.repeat(1e6)}`);
		const [hint] = hintsOf(long, told('B.'), told('C.')) as [{ message: string }];
		const [, first = '', rest] = /^<strong>(.*)<\/strong>(.*)$/.exec(hint.message) ?? [];
		expect(first).toHaveLength(5000);
		expect(first).toContain('x***');
		expect(rest).toBe('<ul><li>And 2 other sentences.</li></ul>');
	});

	it.each([
		[499, 'A.'],
		[500, `A. ${sentence('waitedForFewer', { seconds: 1 })}`],
		[
			61_700,
			`A. ${sentence('waitedForFewer', { seconds: 62 })} ${sentence('waitedForAny', { seconds: 31 })}`,
		],
	])('after waiting %i ms is %j', (milliseconds, message) => {
		const [hint] = hintsAfter(milliseconds, 0, told('A.')) as [NodeExecutionHint];
		expect(plainHint(hint)).toMatchObject({ message, type: 'info' });
	});

	it('says what was left out of lists', () => {
		const message = 'Left out, because the service sent no objects there: 2 entries.';
		expect(hintsAfter(0, 2)).toMatchObject([{ message: `<strong>${message}</strong>`, type: 'warning' }]);
	});
});

describe('texts of others in an error', () => {
	const BAD = '<img src=x>\u202e `a` &lt;';
	const CLEAN = "‹img src=x›\ufffd 'a' & lt;";

	it.each([
		['of the service', new ServiceError({ message: BAD, description: BAD }, { kind: 'status' })],
		['of the input', new InvalidInput(BAD, BAD)],
		["of n8n's own", new NodeOperationError(NODE, BAD, { description: `How: ${BAD}` })],
	])('are plain text for the editor: %s', (_, error) => {
		const { message, description } = nodeErrorOf({ error }, 0);
		expect(message).toBe(CLEAN);
		expect(description).toMatch(CLEAN);
		expect(`${message}${description}`).not.toMatch(/<[a-z]|&lt|`|\u202e/);
	});

	it('are cut at a readable length', () => {
		const error = new InvalidInput('m'.repeat(1e6), 'd'.repeat(1e6));
		const { message, description } = nodeErrorOf({ error }, 0);
		expect(message).toHaveLength(2000);
		expect(description?.length).toBeLessThan(2100);
	});
});

it.each([
	['of the service', REFUSED, sentence('valuesRefused'), `Correct them. ${ROW} Request-Id: r1`],
	[
		'of another kind',
		new Error('two\nlines'),
		sentence('unexpected', { doing: 'the operation ran' }),
		`n8n says: two lines. ${sentence('reportIt')} ${ROW}`,
	],
])(
	'a refused item has what happened and how to go on, on single lines, and nothing else: %s',
	(_, error, what, how) => {
		expect(refusedItem(refusalWords({ error, items: [2] }, 2), 2)).toEqual({
			json: { error: what, message: how },
			pairedItem: { item: 2 },
		});
	},
);

describe('a result', () => {
	const json = { id: 'a' };

	it('is paired with its item, or with all of its items', () => {
		expect(resultItem({ json }, 3)).toEqual({ json: { id: 'a' }, pairedItem: { item: 3 } });
		expect(resultItem({ json }, [1, 4])).toEqual({
			json: { id: 'a' },
			pairedItem: [{ item: 1 }, { item: 4 }],
		});
	});

	it('has a file, or no binary key', () => {
		const binary = { pdf: { data: 'x', mimeType: 'application/pdf' } as IBinaryData };
		expect(resultItem({ json, binary }, 0)).toEqual({ json, binary, pairedItem: { item: 0 } });
		expect(Object.keys(resultItem({ json }, 0))).toEqual(['json', 'pairedItem']);
	});

	it('has no key that n8n takes for a failure', () => {
		const failed = { id: 'a', error: { code: 7 }, n: 1 };
		expect(resultItem({ json: failed }, 0).json).toEqual({ id: 'a', n: 1, service_error: { code: 7 } });
		expect(resultItem({ json: { error: null } }, 0).json).toEqual({ service_error: null });
		expect(resultItem({ json: { error: undefined, n: 1 } }, 0).json).toEqual({ n: 1 });
		expect(resultItem({ json }, 0).json).toBe(json);
	});
});
