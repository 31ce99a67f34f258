/** With On Error "stop": the error that ends an upload. */
import type { INode, NodeApiError } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/operation';
import type { Element } from '../../nodes/ContactConsent/run/elements';
import { stopError } from '../../nodes/ContactConsent/run/summary';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts } from '../../nodes/ContactConsent/transport/types';

const NOUN = { one: 'contact', many: 'contacts' };
const NODE: INode = { id: 'n', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const ANYWAY =
	"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).";

/** The element of a row, counted from 1. */
const row = (number: number, more: Partial<Element>) =>
	({ from: number - 1, id: `c${number}`, ...more }) as Element;

const accepted = (number: number, operationId?: string): Element =>
	row(number, { accepted: { operationId, facts: {} } });

const failure = (facts: Partial<FailureFacts> = {}) =>
	new ServiceError({ message: 'no', description: 'Do this.' }, { kind: 'status', status: 422, ...facts });

/** Of row 7, after the others and before row 8, which was not sent. */
function ended(error: unknown, others: Element[] = []) {
	const first = row(7, { error });
	const { message, description, context, httpCode } = stopError(
		NODE,
		NOUN,
		[...others, first, row(8, {})],
		first,
	) as NodeApiError;
	return [message, description, context.itemIndex, httpCode];
}

it('says what was accepted, with the Operation-Ids, and what was not', () => {
	const upload = { operationId: 'op1', facts: {} };
	const others = [
		row(1, { accepted: upload }),
		row(2, { accepted: upload }),
		accepted(3, 'op2'),
		accepted(4),
		row(5, { error: 'another' }),
	];
	expect(ended(failure({ requestId: 'r1' }), others)).toEqual([
		'no',
		`Do this. Accepted: 4 of 7 contacts (Operation-Id op1, op2). Refused: 2. Not sent: 1. ${ANYWAY} Request-Id: r1`,
		6,
		'422',
	]);
});

it('names no Operation-Id where there is none', () => {
	expect(ended(failure(), [accepted(1)])[1]).toBe(
		`Do this. Accepted: 1 of 3 contacts. Refused: 1. Not sent: 1. ${ANYWAY}`,
	);
});

it('names twenty Operation-Ids and counts the others', () => {
	const others = Array.from({ length: 21 }, (_, at) => accepted(at + 1, `op${at + 1}`));
	expect(ended(failure(), others)[1]).toMatch(/ \(Operation-Id (op\d+, ){19}op20 and 1 more\)\. /);
	expect(ended(failure(), others.slice(1))[1]).toMatch(/ \(Operation-Id (op\d+, ){19}op21\)\. /);
});

it('does not advise to upload the others where they would end in the same way', () => {
	expect(ended(failure({ status: 401 }))).toEqual([
		'no',
		'Do this. Accepted: 0 of 2 contacts. Refused: 1. Not sent: 1.',
		6,
		'401',
	]);
});

it('keeps the words of a row that cannot be sent', () => {
	expect(ended(new InvalidInput('There is no ID', 'Add one.'))).toEqual([
		'There is no ID',
		`Add one. It came from row 7 of the input. Accepted: 0 of 2 contacts. Refused: 1. Not sent: 1. ${ANYWAY}`,
		6,
		undefined,
	]);
});

it('says the same of a failure of any other kind', () => {
	expect(ended(new Error('oh no'))).toEqual([
		'oh no',
		`Accepted: 0 of 2 contacts. Refused: 1. Not sent: 1. ${ANYWAY}`,
		6,
		undefined,
	]);
});
