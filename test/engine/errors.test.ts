/* eslint-disable */
/** The message of a failed request. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { actionBench, factsOf, KEY, withoutJitter, wordsOf, type Parameters } from '../support/action';
import { isNewestEngine } from '../support/engine';
import { registerKey, takeLeaks } from '../support/no-key';
import { declared } from '../support/features';
import { sentence } from '../support/sentences';

const bench = actionBench();
withoutJitter();

/**
 * The fault table of test/engine/faults tries each failure at every operation. The wording comes from one function,
 * so one operation is enough here.
 */
const GET: Parameters = { resource: 'contact', operation: 'get', contactId: 'c' };

const PASSING = 'temporarily-unavailable';
/** The cause that n8n is told for each status, if the answer proves one. After a wrong setting, n8n waits for half an hour. */
const CAUSES: Record<number, string | undefined> = {
	400: undefined,
	401: 'credential-invalid',
	403: PASSING,
	404: undefined,
	422: undefined,
	429: 'rate-limited',
	500: PASSING,
	503: PASSING,
};

it.each(Object.keys(CAUSES).map(Number))(
	"a %i says what happened, how to go on, the service's words, each validation entry and the Request-Id",
	async (status) => {
		const body = {
			message: 'Words of the service',
			validation_errors: {
				'0': { email: { code: 'v1c001', message: 'must be an e-mail address' } },
				'a-2': { id: { code: 'v1c002', message: '' }, zip: { code: 'v1c004', message: 'no zip' } },
			},
		};
		// A node waits as long as the service asks, but fails at once if that is more than 15 minutes.
		const headers = { 'retry-after': status === 429 || status === 503 ? '1000' : '0' };
		bench.sandbox.faults.add({ status, body, headers, times: Infinity });
		const run = await bench.run(GET);
		const { requestId } = bench.sandbox.log.last() ?? {};
		const { message, description, ...facts } = factsOf(run);
		expect(facts).toEqual({ httpCode: String(status), itemIndex: 0, cause: declared(CAUSES[status]) });
		expect(message).toMatch(/^[A-Z].{15,120}[^.]$/);
		const [advice, evidence] = description?.split(new RegExp(` (?=${sentence('serviceSays')})`)) ?? [];
		expect(advice).toMatch(/^[A-Z].{20,}\.$/);
		expect(evidence).toBe(
			[
				`${sentence('serviceSays')}: Words of the service.`,
				'0 › email: invalid value (v1c001), must be an e-mail address.',
				'a-2 › id: required (v1c002).',
				"a-2 › zip: breaks one of the service's own format rules (v1c004), no zip.",
				`Request-Id: ${requestId}`,
			].join(' '),
		);
		expect(run.json).toEqual([]);
	},
);

it('a key that the service repeats is masked in the message', async () => {
	const echo = `The key ${KEY} (Bearer ${KEY}) may not do this`;
	const validation_errors = { [KEY]: { [KEY]: { code: KEY, message: echo } } };
	const body = { message: echo, validation_errors };
	bench.sandbox.faults.add({ status: 422, body, headers: { 'request-id': KEY } });
	const run = await bench.run(GET);
	expect(wordsOf(run)).toContain('The key *** (Bearer ***) may not do this');
	expect(wordsOf(run)).not.toContain(KEY);
});

describe('a key that stands in the input is in no error, output, hint or log', () => {
	// `bench.run` itself looks through all of an error: its stack, its cause, its fields.
	const ROW = '={{ $json.key }}';
	const UPSERT = { resource: 'contact', operation: 'upsert', options: { waitUntilFinished: false } };
	const EVENT = { resource: 'event', operation: 'trigger', eventType: 'update' };

	it.each<[string, Parameters]>([
		['a contact that is not there', { ...GET, contactId: ROW }],
		['a deletion', { ...GET, operation: 'delete', contactId: ROW }],
		['a PDF that is not there', { resource: 'documentation', operation: 'download', contactId: ROW }],
		['a consent', { resource: 'contact', operation: 'setConsent', contactId: ROW, consentType: ROW }],
		['an upload', { ...UPSERT, columns: { mappingMode: 'autoMapInputData', value: null } }],
		['JSON', { ...UPSERT, inputMode: 'json', json: '={{ $json }}' }],
		['a choice', { ...EVENT, contactId: 'a', eventType: ROW }],
		['a date', { resource: 'event', operation: 'getMany', filters: { from: ROW } }],
		['a number', { resource: 'event', operation: 'getMany', limit: ROW }],
		['an operation', { resource: 'contact', operation: ROW }],
	])('of %s', async (_, parameters) => {
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const said = await bench.run(parameters, { onError, items: [{ id: KEY, key: KEY }] }).then(
				({ error, json }) => (onError ? json[0]?.error : error?.message),
				(error: Error) => {
					// An older n8n itself refuses an unknown operation.
					if (isNewestEngine) throw error;
					return error.message;
				},
			);
			expect(said).toMatch(/./);
		}
		expect(takeLeaks()).toEqual([]);
	});

	it('of an answer that is another record', async () => {
		bench.sandbox.faults.add({ path: '/contacts/*', status: 200, body: { id: 'other' } });
		const { error } = await bench.run({ ...GET, contactId: ROW }, { items: [{ key: KEY }] });
		expect(error?.message).toSay('anotherRecord', { id: '***' });
		expect(takeLeaks()).toEqual([]);
	});
});

it('the watch over logs, which every test file ends with, sees a key at any level', () => {
	registerKey(KEY);
	Container.get(Logger).debug('sending', { headers: { Authorization: `Bearer ${KEY}` } });
	expect(takeLeaks()).toEqual([expect.stringContaining(KEY)]);
});
