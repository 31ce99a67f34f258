/** How a bulk upload ends: On Error, the hint above the output, answers that are no acceptance. */
import { badContact, bulkBench, contact, contacts } from '../support/bulk';

const bench = bulkBench();

const operationIds = () => bench.sandbox.state().operations.map(({ id }) => id);

const REFUSED = 'Work Emails "not-an-address": is not a valid email';

describe('On Error', () => {
	const mixed = [contact('a'), badContact('b'), contact('c')];
	const incomplete = [contact('a'), { id: 'b', first_name: 'B' }, contact('c')];
	const cases = [
		['refused by the service', mixed, REFUSED],
		['refused before sending', incomplete, 'Last Name is missing'],
	] as const;

	it('"stop" names the refusal and what was accepted', async () => {
		const { error, outputs } = await bench.upload({ items: mixed });
		expect(outputs).toEqual([]);
		expect(error?.message).toBe(REFUSED);
		const { requestId } = bench.uploads({ status: 422 }).at(-1) ?? {};
		expect(error?.description).toBe(
			[
				'Correct it and run the node again. It came from row 2 of the input.',
				`Accepted: 2 of 3 contacts (Operation-Id ${operationIds().join(', ')}).`,
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

	it('"stop" begins no further batch after a refusal', async () => {
		const items = [...contacts(10), badContact('bad'), ...contacts(30, (n) => `later${n}`)];
		const options = { batchSize: 10, parallelUploads: 1 };
		const { error } = await bench.upload({ items, options });
		expect(error?.description).toContain('It came from row 11 of the input.');
		expect(error?.description).toMatch(
			/Accepted: 19 of 41 contacts .*\. Refused: 1\. Not sent: 21\. .*Request-Id: \S+$/,
		);
		expect(bench.stored()).toHaveLength(19);
	});

	it('"stop" lets the batches under way settle', async () => {
		bench.sandbox.faults.add({ path: '/contacts', after: 1, delayMs: 150 });
		const items = [badContact('bad'), ...contacts(29)];
		const { error } = await bench.upload({
			items,
			options: { batchSize: 10, parallelUploads: 2, isolateInvalid: false },
		});
		expect(error?.description).toContain('Accepted: 10 of 30 contacts');
		expect(error?.description).toContain('Refused: 10. Not sent: 10.');
		expect(bench.stored()).toHaveLength(10);
	});

	it('"stop" shows a bearable number of Operation-Ids', async () => {
		const items = [...contacts(30), badContact('bad')];
		const { error } = await bench.upload({ items, options: { batchSize: 1, parallelUploads: 1 } });
		expect(error?.description).toMatch(
			/Accepted: 30 of 31 contacts \(Operation-Id (\S+, ){19}\S+ and 10 more\)/,
		);
	});

	it('"stop" sends nothing if an element cannot be sent', async () => {
		const { error } = await bench.upload({ items: incomplete });
		expect(error?.message).toBe('Last Name is missing');
		expect(error?.description).toMatch(
			/It came from row 2 of the input\. Accepted: 0 of 3 contacts\. Refused: 1\. Not sent: 2\. To upload/,
		);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(bench.sandbox.log.count()).toBe(0);
	});

	it.each(cases)('"continue" puts an element %s in its place', async (_what, items, reason) => {
		const { outputs, error, hints } = await bench.upload({
			items: [...items],
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(1);
		expect(outputs[0]).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ id: 'a' }) as object,
				pairedItem: { item: 0 },
			}),
			{
				json: { error: expect.any(String) as string, message: expect.any(String) as string },
				pairedItem: { item: 1 },
			},
			expect.objectContaining({
				json: expect.objectContaining({ id: 'c' }) as object,
				pairedItem: { item: 2 },
			}),
		]);
		expect(hints.map(({ message }) => message)).toEqual([
			`Accepted: 2 of 3 contacts. Refused: 1. Row 2: ${reason}.`,
		]);
		expect(bench.stored()).toEqual(['a', 'c']);
	});

	it.each(cases)(
		'"error output" gets an element %s with the fields of its input',
		async (_what, items, reason) => {
			const { outputs } = await bench.upload({ items: [...items], onError: 'continueErrorOutput' });
			expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['a', 'c']);
			expect(outputs[1]).toHaveLength(1);
			const [refused] = outputs[1] ?? [];
			expect(refused?.pairedItem).toMatchObject({ item: 1 });
			const { error, message, ...rest } = refused?.json ?? {};
			expect(error).toBe(reason);
			expect(message).toEqual(expect.any(String));
			expect(rest).toEqual(items[1]);
		},
	);

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

describe('the hint above the output', () => {
	const MAP_MANUALLY = "To map columns yourself, set 'Mapping Column Mode' to 'Map Each Column Manually'.";

	const hintsOf = async (...given: Parameters<typeof bench.upload>) => {
		const { hints } = await bench.upload(...given);
		return hints.map(({ message, type, location }) => [location, type, message]);
	};

	it('is not there where all went as it should', async () => {
		expect(await hintsOf({ items: contacts(3) })).toEqual([]);
	});

	it('names what was left out, by the reason', async () => {
		const items = [contact('a', { email2: 'x', tags: ['y'] }), contact('b', { note: 'z', email2: '' })];
		expect(await hintsOf({ items })).toEqual([
			[
				'outputPane',
				'warning',
				`Accepted: 2 of 2 contacts. Not sent, because contacts have no such column: email2, note. ${MAP_MANUALLY} Not sent, because these columns are read-only: tags.`,
			],
		]);
	});

	it('names a bearable number of columns', async () => {
		const more = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}`, 1]));
		const [[, , message] = []] = await hintsOf({ items: [contact('a', more)] });
		expect(message).toMatch(/column: (x\d+, ){19}x19 and 10 more\. To map/);
	});

	it('counts what was refused', async () => {
		const items = [contact('a'), badContact('b'), contact('c', { note: 1 }), { id: 'd' }];
		expect(await hintsOf({ items, onError: 'continueErrorOutput' })).toEqual([
			[
				'outputPane',
				'warning',
				`Accepted: 2 of 4 contacts. Refused: 2. Not sent, because contacts have no such column: note. ${MAP_MANUALLY} Row 2: ${REFUSED}. Row 4: First Name and Last Name are missing.`,
			],
		]);
	});

	it.each([
		[[2], 'Row 2'],
		[[1, 2], 'Rows 1 and 2'],
		[[1, 2, 3, 4], 'Rows 1–4'],
		[[1, 3, 7], 'Rows 1, 3 and 7'],
		[[1, 3, 4, 5, 9], 'Rows 1, 3–5 and 9'],
		[[1, 3, 5, 7, 9], 'Rows 1, 3, 5, 7 and 9'],
		[[1, 3, 4, 5, 7, 9, 11, 13, 14, 15], 'Rows 1, 3–5, 7, 9, 11 and 3 more'],
	])('gives a reason once, with its rows: %j', async (refused, words) => {
		const items = contacts(15).map((item, n) => (refused.includes(n + 1) ? { id: item.id } : item));
		const [[, , message] = []] = await hintsOf({ items, onError: 'continueErrorOutput' });
		expect(message).toBe(
			`Accepted: ${15 - refused.length} of 15 contacts. Refused: ${refused.length}. ${words}: First Name and Last Name are missing.`,
		);
	});

	it('counts the rows of a list once', async () => {
		const json = [{ id: 'a' }, { id: 'a' }];
		const [[, , message] = []] = await hintsOf({ json, onError: 'continueErrorOutput' });
		expect(message).toBe(
			'Accepted: 0 of 2 contacts. Refused: 2. Row 1: Contact "a": First Name and Last Name are missing.',
		);
	});

	it('gives three reasons and counts the others', async () => {
		const items = [1, 2, 3, 4, 5].map((n) => contact(`c${n}`, { work_emails: `bad${n}` }));
		const [[, , message] = []] = await hintsOf({ items, onError: 'continueErrorOutput' });
		expect(message).toMatch(
			/^Accepted: 0 of 5 contacts\. Refused: 5\.( Row [123]: Work Emails "bad[123]": [\w ]+\.){3} And 2 other reasons\.$/,
		);
	});

	const foreign = { Nr: 'a', Vorname: 'Ada', Telefon: '1' };
	const NO_COLUMN = 'ID, First Name and Last Name have no column in the input';

	it('says once what to do where no column has a counterpart', async () => {
		const items = [foreign, foreign, foreign, foreign];
		expect(await hintsOf({ items, onError: 'continueErrorOutput' })).toEqual([
			[
				'outputPane',
				'warning',
				`Accepted: 0 of 4 contacts. Refused: 4. Rows 1–4: ${NO_COLUMN}. ${MAP_MANUALLY}`,
			],
		]);
	});

	it('does not send people who enter JSON to a mapping', async () => {
		const [[, , message] = []] = await hintsOf({
			json: [foreign, contact('b', { note: 1 })],
			onError: 'continueErrorOutput',
		});
		expect(message).toContain('Not sent, because contacts have no such column: note. Row 1: ');
		expect(message).not.toContain('Mapping Column Mode');
	});

	it('is no warning where everything was accepted and waited for', async () => {
		expect(await hintsOf({ items: contacts(1), options: { waitUntilFinished: true } })).toEqual([
			['outputPane', 'info', 'Accepted: 1 of 1 contact. Status when waiting ended: 1 success.'],
		]);
	});
});

describe('an answer that is no acceptance', () => {
	it.each([
		['200 with HTML', { status: 200, body: '<html>', contentType: 'text/html' }],
		['200 with JSON', { status: 200, body: { ok: true } }],
		['201', { status: 201, body: {} }],
		['204', { status: 204 }],
	])('is neither repeated nor isolated, and nobody knows what it did: %s', async (_what, fault) => {
		bench.sandbox.faults.add({ path: '/contacts', times: null, ...fault });
		const { json } = await bench.upload({ items: contacts(3), onError: 'continueRegularOutput' });
		expect(bench.uploads()).toHaveLength(1);
		expect(json.map((item) => Object.keys(item))).toEqual(contacts(3).map(() => ['error', 'message']));
		expect(json[2]?.error).toBe('The service did not say whether it accepted the upload');
		expect(json[2]?.message).toMatch(/It came from row 3 of the input\..*Request-Id: \S+$/);
	});
});
