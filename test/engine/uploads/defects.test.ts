/** What users ran into before this edition, one test each. */
import type { IDataObject } from 'n8n-workflow';

import { wordsOf } from '../../support/action';
import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };

test.each(['contact', 'employee'] as const)('JSON mode untouched sends the input, and nobody is made up (%s)', async (resource) => {
	const type = bench.engine.loader.getNode('contactConsent').type as { description: { properties: Array<{ name: string; default: unknown }> } };
	const defaults = type.description.properties.filter(({ name }) => name === 'json').map((field) => field.default);
	expect([...new Set(defaults)]).toEqual(['={{ $json }}']);
	const item = { id: 'a', ...names, email: 'a@example.com' };
	await bench.upload({ resource, items: [item], map: 'json' });
	expect(bench.taken()).toHaveLength(1);
	bench.sandbox.reset();
	const { json } = await bench.upload({ resource, items: [{}, {}], map: 'json' });
	expect(json.map((refusal) => Object.keys(refusal).join())).toEqual(['error,message', 'error,message']);
	expect(bench.posts()).toEqual([]);
}); // prettier-ignore

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'nothing matches at all: the columns there are and those expected (%s)',
	async (onError) => {
		const run = await bench.upload({ items: [{ Rufzeichen: 'Ada', Zweitname: 'Lovelace', Nr: 7 }], onError });
		const text = run.error ? wordsOf(run) : refusalOf(run.json[0]);
		for (const words of [
			'Rufzeichen',
			'Nr: did you mean ID?',
			'Needed: id, first_name, last_name.',
			'docs/columns.md',
		])
			expect(text).toContain(words);
		expect(bench.requests()).toEqual([]);
	},
);

test('the German spreadsheet, mapped by hand: good rows go, each bad one explains itself', async () => {
	const columns = { id: '={{ $json.Nr }}', first_name: '={{ $json.Vorname }}', last_name: '={{ $json.Nachname }}', work_emails: '={{ $json["E-Mail"] }}', work_phone_numbers: '={{ $json.Telefon }}' }; // prettier-ignore
	const row = (Nr: number, more: IDataObject = {}) => ({ Nr, Vorname: 'Ada', Nachname: 'Byron', 'E-Mail': `${Nr}@example.com`, Telefon: '089 123456', ...more }); // prettier-ignore
	const items = [row(1), row(2, { Nachname: '' }), row(3, { 'E-Mail': 'bad' }), row(4)];
	const { json, hints } = await bench.upload({ items, map: { columns } });
	expect(json.map(({ id, error }) => id ?? error)).toEqual(['1', expect.stringContaining('Last Name'), expect.stringMatching(/Work Emails "bad"/), '4']); // prettier-ignore
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/^Accepted: 2 of 4 contacts\b.*Refused: 2/)]); // prettier-ignore
});
