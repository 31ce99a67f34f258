import { checkAnswer } from '../../nodes/ContactConsent/transport/answer';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { ExpectedBody, ServiceResponse } from '../../nodes/ContactConsent/transport/types';

const ID = { 'request-id': 'r-1' };
const PDF = { ...ID, 'content-type': 'application/pdf' };

const check = (expect: ExpectedBody, response: ServiceResponse) =>
	checkAnswer(
		response,
		{ method: 'POST', path: ['contacts'], expect, repeatable: 'safe' },
		'https://a.example/v1/contacts',
		(text) => text,
	);

/** `ok`, or the kind of the failure; with `!` where the Base URL is wrong. */
const verdict = (...given: Parameters<typeof check>): string => {
	const outcome = check(...given);
	if (!(outcome instanceof ServiceError)) return 'ok';
	return outcome.facts.kind + (outcome.facts.wrongAddress ? '!' : '');
};

describe('a success', () => {
	it.each<[ExpectedBody, number, ServiceResponse['headers'], unknown, string]>([
		['accepted', 202, ID, '', 'ok'],
		['accepted', 202, ID, '<html>', 'ok'],
		['accepted', 202, { 'operation-id': 'o' }, {}, 'ok'],
		['accepted', 202, {}, '<html>', 'ok'],
		['accepted', 200, ID, { message: 'accepted' }, 'notAccepted'],
		['accepted', 200, ID, '<html>', 'notAccepted'],
		['accepted', 200, {}, '<html>', 'notAccepted!'],
		['accepted', 201, ID, {}, 'notAccepted'],
		['accepted', 204, ID, '', 'notAccepted'],
		['any', 204, {}, '', 'ok'],
		['any', 200, ID, '', 'ok'],
		['any', 200, {}, '<html>', 'unexpectedBody!'],
		['object', 200, {}, {}, 'ok'],
		['object', 204, ID, '', 'unexpectedBody'],
		['object', 200, ID, [], 'unexpectedBody'],
		['list', 200, {}, [{}], 'ok'],
		['list', 200, ID, [1], 'unexpectedBody'],
		['list', 200, ID, {}, 'unexpectedBody'],
		['pdf', 200, PDF, {}, 'ok'],
		['pdf', 204, ID, '', 'ok'],
		['pdf', 200, ID, '', 'unexpectedBody'],
		['pdf', 201, PDF, {}, 'unexpectedBody'],
	])('expecting %s, %i %j %j: %s', (expected, status, headers, body, outcome) => {
		expect(verdict(expected, { status, headers, body })).toBe(outcome);
	});

	it('after which nobody knows what became of an upload says so, and how to find out', () => {
		const outcome = check('accepted', { status: 200, headers: ID, body: {} });
		expect(outcome).toMatchObject({
			message: 'The service did not say whether it accepted the upload',
			description: expect.stringMatching(
				/^It answered with the status 200 instead of 202\. .*to find out\. .* Request-Id: r-1$/,
			),
		});
	});
});

it('a refusal is one paragraph, and its parts can be had', () => {
	const outcome = check('accepted', {
		status: 422,
		headers: { ...ID, 'retry-after': '2' },
		body: {
			message: 'Two\n lines',
			validation_errors: { 0: { id: { code: 'v1c002', message: '' } }, 1: { id: null }, 2: [] },
		},
	});
	expect(outcome).toMatchObject({
		message: 'The service refused the values',
		advice: 'Correct the values that the service names and run the node again.',
		description:
			'Correct the values that the service names and run the node again. The service says: Two lines. 0 › id: required (v1c002). Request-Id: r-1',
		facts: {
			serviceMessage: 'Two\n lines',
			validation: [{ outerKey: '0', innerKey: 'id', code: 'v1c002', message: '' }],
			requestId: 'r-1',
			retryAfterMs: 2000,
		},
	});
});
