/** What a refusal says, where it goes, and the one hint above the output. */
import { wordsOf } from '../../support/action';
import type { ActionRun } from '../../support/engine';
import { uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const good = (id: string) => ({ id, first_name: 'Ada', last_name: 'Lovelace' });
const bad = (id: string, email = 'not-an-email') => ({ ...good(id), 'E-Mail': email });

const UUID = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}';

function expectRefusal(json: unknown): { error: string; message: string } {
	const { error, message } = json as { error: string; message: string };
	expect(Object.keys(json as object)).toEqual(['error', 'message']);
	for (const text of [error, message]) expect(text).toMatch(/^\S(.*\S)?$/);
	return { error, message };
}

describe('a contact that the service refuses', () => {
	test('error is in the words of the row: label, value, reason', async () => {
		const { json } = await bench.upload({ items: [good('a'), bad('b')], fieldsNotSent: 'clear' });
		const { error, message } = expectRefusal(json[1]);
		expect(error).toMatch(/^Work Emails "not-an-email": .*is not a valid email$/);
		expect(message).toMatch(/\brow 2\b/);
		expect(message).toContain('v1c001');
		expect(message).toContain('section_work.emails[0].email');
		expect(message).toMatch(new RegExp(`Request-Id: ${UUID}$`));
	});

	test.each(['index', 'index1', 'id', 'field', 'opaque'] as const)('validation keys %s: each refusal finds its row', async (validationKeys) => {
		bench.sandbox.configure({ validationKeys });
		const items = [good('x'), bad('y', 'one'), good('z'), bad('w', 'two')];
		const { json } = await bench.upload({ items, fieldsNotSent: 'clear' });
		expect(json.map(({ accepted }) => accepted ?? null)).toEqual([true, null, true, null]);
		for (const [at, value] of [[1, 'one'], [3, 'two']] as const) {
			const { error, message } = expectRefusal(json[at]);
			expect(error).toContain(`Work Emails "${value}"`);
			expect(message).toMatch(new RegExp(`\\brow ${at + 1}\\b.*Request-Id: ${UUID}$`));
		}
	}); // prettier-ignore
});

test('where one item made several elements, error names the id of the element', async () => {
	const json = JSON.stringify([good('first'), { ...good('second'), first_name: '' }, bad('third')]);
	const run = await bench.upload({ map: { json }, items: [{}], fieldsNotSent: 'clear' });
	expect(run.json.map(({ accepted }) => accepted ?? null)).toEqual([true, null, null]);
	expect(expectRefusal(run.json[1]).error).toContain('second');
	expect(expectRefusal(run.json[2]).error).toContain('third');
	for (const { pairedItem } of run.outputs.flat()) expect(pairedItem).toEqual({ item: 0 });
});

describe('On Error', () => {
	const items = [good('a'), bad('b'), { ...good('c'), last_name: ' ' }, good('d')];
	const upload = async (onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput') =>
		await bench.upload({ items, onError, fieldsNotSent: 'clear' });
	const pairs = ({ outputs }: ActionRun) => outputs.map((items) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item)); // prettier-ignore

	test('error output: refused ones go there, each with its input beside the refusal', async () => {
		const run = await upload('continueErrorOutput');
		expect(pairs(run)).toEqual([
			[0, 3],
			[1, 2],
		]);
		const [refused] = run.outputs[1] ?? [];
		expect(refused?.json).toMatchObject({ id: 'b', 'E-Mail': 'not-an-email', error: expect.stringContaining('Work Emails') as string }); // prettier-ignore
	});

	test('stop: nothing is sent for a row that fails here, and the message knows the way out', async () => {
		const run = await upload('stopWorkflow');
		expect([run.status, bench.posts().length]).toEqual(['error', 0]);
		expect(wordsOf(run)).toContain(
			"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).",
		);
	});
});
