/** Columns as the editor saves them, with their schema. n8n's own check of them must lead to our messages, too. */
import type { IDataObject } from 'n8n-workflow';

import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const REQUIRED = ['id', 'first_name', 'last_name'];

function saved(value: IDataObject): IDataObject {
	const schema = [...new Set([...REQUIRED, ...Object.keys(value)])].map((id) => ({
		id,
		displayName: id.replace(
			/(^|_)(\w)/g,
			(_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase(),
		),
		required: REQUIRED.includes(id),
		defaultMatch: false,
		display: true,
		type: id === 'data' || id === 'documentation' || id.startsWith('section') ? 'object' : 'string',
		canBeUsedToMatch: false,
		removed: false,
	}));
	return { mappingMode: 'defineBelow', value, matchingColumns: [], schema, attemptToConvertTypes: false, convertFieldsToString: false }; // prettier-ignore
}

const upload = async (
	columns: IDataObject,
	items: IDataObject[],
	more: { onError?: 'stopWorkflow'; timezone?: string } = {},
) =>
	await bench.run(
		{ resource: 'contact', operation: 'upsert', inputMode: 'map', columns: saved(columns), fieldsNotSent: 'clear', options: {} }, // prettier-ignore
		{ items, onError: 'continueRegularOutput', ...more },
	);

describe('a mapped column whose input was renamed', () => {
	const columns = { id: '={{ $json.Nr }}', first_name: '={{ $json.Vorname }}', last_name: '={{ $json.Nachname }}', company: '={{ $json.Firma }}' }; // prettier-ignore
	const item = { Nr: '1', Vorname: 'Ada', Name: 'Lovelace', Firma: 'X' };

	test.each([
		['by its label if it is required', '={{ $json.Nachname }}', /Last Name/],
		['also if its expression breaks', '={{ $json.Nachname.trim() }}', /Last Name|last_name|columns/i],
	])('is named in our message with the row, %s', async (_what, last_name, words) => {
		const { json } = await upload({ ...columns, last_name }, [item, { ...item, Nr: '2', Nachname: 'Byron' }]);
		expect(Object.keys(json[0] ?? {})).toEqual(['error', 'message']);
		expect(refusalOf(json[0])).toMatch(words);
		expect(json[0]?.message).toMatch(/\brow 1\b/);
		expect(refusalOf(json[0])).not.toMatch(/[\r\n]|\[item|ExpressionError|undefined/);
		expect(json[1]).toMatchObject({ id: '2', accepted: true });
	});
});

describe('a mapped Date', () => {
	const columns = { id: 'a', first_name: 'Ada', last_name: 'Byron', birthday: '={{ $json.born }}', title: '={{ $json.born }}' }; // prettier-ignore

	test.each([
		['Europe/Berlin', '1990-05-01T22:00:00Z', '1990-05-02'],
		['America/New_York', '1990-05-01T04:00:00Z', '1990-05-01'],
	])(
		'at midnight in %s (%s) is a day in the birthday, and ISO 8601 in other text columns',
		async (timezone, time, birthday) => {
			const born = new Date(time);
			const { json } = await upload(columns, [{ born: born }], { timezone });
			expect(json).toMatchObject([{ id: 'a', accepted: true }]);
			const [sent = {}] = bench.taken();
			expect(sent.birthday).toBe(birthday);
			expect(new Date(sent.title as string).getTime()).toBe(born.getTime());
		},
	);
});
