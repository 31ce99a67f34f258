/** What users ran into before this edition, one test each. */
import type { IDataObject } from 'n8n-workflow';

import { wordsOf } from '../../support/action';
import { refusalOf, uploadBench } from '../../support/upload-bench';

const bench = uploadBench();

const names = { first_name: 'Ada', last_name: 'Lovelace' };

test('Get as it is by default, then Create or Update: nothing is lost', async () => {
	bench.sandbox.seed({ contacts: 1 });
	const [id = ''] = bench.sandbox.state().contacts.map((contact) => contact.id);
	const before = structuredClone(bench.sandbox.contact(id));
	const [item = {}] = await bench.get([id], { simplify: true });
	const { json } = await bench.upload({ items: [item] });
	expect(json).toEqual([{ id, change: 'unchanged', not_sent: ['consents'] }]);
	expect(bench.sandbox.contact(id)).toEqual(before);
});

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

test('Get Latest: a failing second item does not swallow the events of the first, also with On Error stop', async () => {
	bench.sandbox.seed({ contacts: 1, events: 3 });
	bench.sandbox.faults.add({
		path: '/events/latest',
		after: 1,
		times: Infinity,
		status: 400,
		body: { message: 'no' },
	});
	const run = await bench.run(
		{
			resource: 'event',
			operation: 'getLatest',
			returnAll: false,
			limit: 3,
			simplify: false,
			filters: {},
			options: {},
		},
		{ items: [{ n: 1 }, { n: 2 }], onError: 'stopWorkflow' },
	);
	expect(run.json.map(({ event_id }) => event_id)).toHaveLength(3);
	expect(run.hints.map(({ message }) => message).join()).toMatch(/\S/);
	expect(run.error).toBeUndefined();
});

test.each(['asc', 'desc', 'shuffled'] as const)(
	'Get Many with two types: by event_time, then event_id (service: %s)',
	async (eventOrder) => {
		bench.sandbox.configure({ eventOrder });
		const events = Array.from({ length: 30 }, (_, at) => ({
			event_id: `e${String((at * 7) % 30).padStart(2, '0')}`,
			event_time: `2026-01-01T00:00:${String(Math.floor(at / 4)).padStart(2, '0')}.000Z`,
			type: (['update', 'confirm', 'documentation'] as const)[at % 3],
		}));
		bench.sandbox.seed({ contacts: 1, events });
		for (const paging of [{ returnAll: true }, { returnAll: false, limit: 50 }]) {
			const { json } = await bench.run({
			resource: 'event', operation: 'getMany', ...paging, simplify: false,
			filters: { types: ['update', 'confirm'] }, options: { pageSize: 7 },
		}); // prettier-ignore
			const keys = json.map(({ event_time, event_id }) => `${event_time as string} ${event_id as string}`);
			expect(keys).toHaveLength(20);
			expect(keys).toEqual([...keys].sort());
		}
	},
);

const download = { resource: 'documentation', operation: 'download', documentationOf: 'latest', contactId: '={{ $json.id }}', binaryPropertyName: 'data' }; // prettier-ignore

test('Download with On Not Found: Empty says that it was not found', async () => {
	const { json } = await bench.run(
		{ ...download, options: { onNotFound: 'empty' } },
		{ items: [{ id: 'nobody' }] },
	);
	expect(json).toEqual([{ contact_id: 'nobody', found: false, documentation_status: 'not_found' }]);
});

test.each(['2026/c1.pdf', '..\\c1.pdf', 'c1', 'ä ö:ü?.pdf', ' .pdf', ''])(
	'file_name is the name of the file (%j)',
	async (fileName) => {
		bench.sandbox.seed({ contacts: 1, events: 1, eventTypes: ['documentation'] });
		const id = bench.sandbox.state().contacts[0]?.id as string;
		const { outputs } = await bench.run({ ...download, options: { fileName } }, { items: [{ id }] });
		const [item] = outputs[0] ?? [];
		expect(item?.binary?.data?.fileName).toBeTruthy();
		expect(item?.json.file_name).toBe(item?.binary?.data?.fileName);
	},
);

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
