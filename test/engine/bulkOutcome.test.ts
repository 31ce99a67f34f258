/** How a bulk upload ends: On Error, the hint above the output, answers that are no acceptance. */
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench();

const operationIds = () => bench.sandbox.state().operations.map(({ id }) => id);

const REFUSED = 'Work Emails "not-an-address": is not a valid email';

describe('On Error', () => {
	const mixed = [contact('a'), badContact('b'), contact('c')];

	it('"stop" names the refusal and what was accepted', async () => {
		const { error, outputs } = await bench.upload({ items: mixed });
		expect(outputs).toEqual([]);
		expect(error?.message).toBe(REFUSED);
		const { requestId } = bench.uploads({ status: 422 }).at(-1) ?? {};
		expect(error?.description).toBe(
			[
				'Correct it and run the node again. It came from row 2 of the input.',
				`Accepted: 2 of 3 contacts (rows 1, 3; Operation-Id ${operationIds().join(', ')}).`,
				'Refused: 1. Not sent: 0.',
				"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).",
				'The service says: Validation failed.',
				'0 › section_work.emails[0].email: invalid value (v1c001), section_work.emails[0].email is not a valid email.',
				`Request-Id: ${requestId}`,
			].join(' '),
		);
		expect(error).toMatchObject({ context: { itemIndex: 1 }, httpCode: '422' });
		expect(bench.stored()).toEqual(['a', 'c']);
	});

	it('settings that cannot be used are an error of each item, not a success', async () => {
		const run = { items: contacts(2), options: { batchSize: 0 } };
		const { outputs } = await bench.upload({ ...run, onError: 'continueErrorOutput' });
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual(
			[1, 2].map(() => expect.stringMatching(/^The parameter 'Batch Size' /) as string),
		);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'a success is not run again (%s)',
		async (onError) => {
			const { json } = await bench.upload({
				items: contacts(3),
				onError,
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			});
			expect(json.every((item) => !('error' in item))).toBe(true);
			expect(bench.uploads()).toHaveLength(1);
		},
	);
});
