/** The text of refusals, the output that they go to, and the hint above the output. */
import type { IDataObject } from 'n8n-workflow';

import { factsOf, withoutJitter, wordsOf } from '../../support/action';
import type { ActionRun } from '../../support/engine';
import { contact } from '../../support/people';
import { refusalOf, uploadBench } from '../../support/upload-bench';
import { sentence, type Code } from '../../support/sentences';

const bench = uploadBench();
withoutJitter();

const bad = (id: string, email = 'not-an-email') => contact(id, { 'E-Mail': email });

const UUID = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}';
const ANYWAY = sentence('othersAnyway');

function expectRefusal(json: unknown): { error: string; message: string } {
	const { error, message } = json as { error: string; message: string };
	expect(Object.keys(json as object)).toEqual(['error', 'message']);
	for (const text of [error, message]) expect(text).toMatch(/^\S(.*\S)?$/);
	return { error, message };
}

test.each(['index', 'index1', 'id', 'field', 'opaque'] as const)(
	'with validation keys %s, each refusal is in its own row and has label, value and reason',
	async (validationKeys) => {
		bench.sandbox.configure({ validationKeys });
		const items = [contact('x'), bad('y', 'one'), contact('z'), bad('w', 'two')];
		const { json } = await bench.upload({ items, fieldsNotSent: 'clear' });
		expect(json.map(({ accepted }) => accepted ?? null)).toEqual([true, null, true, null]);
		for (const [at, value] of [
			[1, 'one'],
			[3, 'two'],
		] as const) {
			const { error, message } = expectRefusal(json[at]);
			expect(error).toBe(`E-Mail (Work Emails) "${value}": is not a valid email`);
			expect(message).toMatch(
				new RegExp(`section_work\\.emails\\[0\\]\\.email.*v1c001.* Request-Id: ${UUID}$`),
			);
			expect(message).toMatch(new RegExp(`\\brow ${at + 1}\\b`));
		}
	},
);

test('if one item has several records, error names the ID of the record', async () => {
	const json = JSON.stringify([contact('first'), contact('second', { first_name: '' }), bad('third')]);
	const run = await bench.upload({ map: { json }, items: [{}], fieldsNotSent: 'clear' });
	expect(run.json.map(({ accepted }) => accepted ?? null)).toEqual([true, null, null]);
	expect(expectRefusal(run.json[1]).error).toContain('second');
	expect(expectRefusal(run.json[2]).error).toContain('third');
	for (const { pairedItem } of run.outputs.flat()) expect(pairedItem).toEqual({ item: 0 });
});

test('if no column is understood, the message lists the columns of the input and the required ones', async () => {
	const items = [{ Rufzeichen: 'Ada', Zweitname: 'Lovelace', Nr: 7 }];
	const text = wordsOf(await bench.upload({ items, onError: 'stopWorkflow' }));
	const expected = [
		'Rufzeichen',
		`Nr: ${sentence('didYouMean', { what: 'ID' })}`,
		'Needed: id, first_name, last_name.',
		'docs/columns.md',
	];
	for (const words of expected) expect(text).toContain(words);
	expect(bench.requests()).toEqual([]);
});

describe('On Error', () => {
	const items = [contact('a'), bad('b'), contact('c', { last_name: ' ' }), contact('d')];
	const pairs = ({ outputs }: ActionRun) =>
		outputs.map((output) => output.map(({ pairedItem }) => (pairedItem as { item: number }).item));

	test('error output: refused rows go there, each with its input and the refusal', async () => {
		const run = await bench.upload({ items, onError: 'continueErrorOutput', fieldsNotSent: 'clear' });
		expect(pairs(run)).toEqual([
			[0, 3],
			[1, 2],
		]);
		const [refused] = run.outputs[1] ?? [];
		expect(refused?.json).toMatchObject({ id: 'b', 'E-Mail': 'not-an-email' });
		expect(refused?.json.error).toContain('Work Emails');
	});

	test('stop: if a row cannot be read, nothing is sent, and the message says how to upload the others', async () => {
		const run = await bench.upload({ items, onError: 'stopWorkflow', fieldsNotSent: 'clear' });
		expect([run.status, bench.posts().length]).toEqual(['error', 0]);
		expect(wordsOf(run)).toContain(ANYWAY);
	});

	test('stop: the message has the refusal and the accepted rows', async () => {
		const mixed = [contact('a'), bad('b'), contact('c')];
		const run = await bench.upload({ items: mixed, onError: 'stopWorkflow', fieldsNotSent: 'clear' });
		const [operation] = bench.sandbox.state().operations;
		const { requestId } = bench.posts().findLast(({ status }) => status === 422) ?? {};
		expect(factsOf(run)).toMatchObject({
			message: 'Row 2 (b): E-Mail (Work Emails) "not-an-email": is not a valid email',
			description: [
				`${sentence('correctItAndRun')} ${sentence('cameFrom', { rows: 'row 2' })} That is b Ada Lovelace.`,
				`${sentence('serviceSays')}: Validation failed.`,
				'0 › section_work.emails[0].email: invalid value (v1c001), section_work.emails[0].email is not a valid email.',
				`Request-Id: ${requestId}.`,
				`Accepted: 2 of 3 contacts (rows 1, 3; Operation-Id ${operation?.id}).`,
				`Refused: 1. Not sent: 0. ${ANYWAY}`,
			].join(' '),
			httpCode: '422',
			itemIndex: 1,
		});
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'%s: n8n does not run the node again after a success',
		async (onError) => {
			const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
			const { json } = await bench.upload({ items: [contact('a')], onError, node });
			expect(json).toMatchObject([{ id: 'a', accepted: true }]);
			expect(bench.posts()).toHaveLength(1);
		},
	);
});

describe('a failure of the whole upload names no row and does not advise to upload the others', () => {
	const four = ['a', 'b', 'c', 'd'].map((id) => contact(id));

	test.each<[what: string, code: Code, credentials: IDataObject]>([
		['a wrong key', 'keyRefused', { apiKey: 'no-such-key-77' }],
		['a closed port', 'serviceUnreachable', { baseUrl: 'http://127.0.0.1:1' }],
	])('after %s', async (_what, code, credentials) => {
		const { baseUrl, apiKey } = bench.sandbox;
		const setting = { items: four, credentials: { baseUrl, apiKey, ...credentials } };
		const stopped = await bench.upload({ ...setting, onError: 'stopWorkflow' });
		const { json, hints } = await bench.upload(setting);
		const all = [wordsOf(stopped), ...json.map(refusalOf)];
		expect(all).toHaveLength(5);
		for (const text of all) {
			expect(text).toSay(code);
			expect(text).not.toSay('othersAnyway');
			expect(text).not.toMatch(/\brow \d+\b/);
		}
		expect(all[0]).toContain('Accepted: 0 of 4 contacts. Refused:');
		expect(hints[0]?.message).toContain('Rows 1, 2, 3 and 1 more: ');
	});

	test.each([
		['a 403, which may be about one record', '/contacts/*', 1, 403],
		['a batch that the service could not process', '/contacts', null, 500],
	])('but %s does', async (_what, path, times, status) => {
		bench.sandbox.faults.add({ path, times, status });
		const fieldsNotSent = status === 403 ? 'keep' : 'clear';
		const run = await bench.upload({ items: four.slice(2), onError: 'stopWorkflow', fieldsNotSent });
		expect(wordsOf(run)).toMatch(
			new RegExp(`${sentence('cameFrom', { rows: 'row \\d' })}.*To upload the others`),
		);
	});
});
