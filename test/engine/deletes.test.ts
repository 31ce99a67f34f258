/* eslint-disable */
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, factsOf, wordsOf } from '../support/action';
import { sentence } from '../support/sentences';
import { waitsTakeNoTime } from '../support/virtual-time';

const bench = actionBench();
waitsTakeNoTime();

describe.each([
	['contact', 'contactId'],
	['employee', 'employeeId'],
])('%s: delete', (resource, parameter) => {
	const remove = { resource, operation: 'delete', [parameter]: 'x-1' };

	it('deletes the record by one request', async () => {
		bench.sandbox.seed({
			contacts: [contact('x-1')],
			employees: [{ id: 'x-1', first_name: 'Grace', email: 'g@example.com' }],
		});
		expect((await bench.run(remove)).json).toEqual([{ deleted: true, id: 'x-1' }]);
		expect(
			resource === 'contact' ? bench.sandbox.contact('x-1') : bench.sandbox.employee('x-1'),
		).toBeUndefined();
		expect(bench.requests()).toEqual([`DELETE /${resource}s/x-1`]);
	});

	it('reports a record that does not exist as an error by default, or as an item', async () => {
		const { json } = await bench.run({ ...remove, options: { onNotFound: 'empty' } });
		expect(json).toEqual([{ deleted: false, id: 'x-1' }]);
		expect(factsOf(await bench.run(remove))).toMatchObject({ httpCode: '404' });
	});
});

it('with On Error "stop", many deletes stop soon after a refusal, and the error lists the deleted rows', async () => {
	const ids = Array.from({ length: 60 }, (_, at) => `c${at + 1}`);
	bench.sandbox.seed({ contacts: ids.map((id) => contact(id)) });
	bench.sandbox.faults.add({ path: '/contacts/c3', method: 'DELETE', status: 500, times: null });
	bench.sandbox.faults.add({ path: '/contacts/c1', method: 'DELETE', reset: 'after' });
	const remove = { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}', options: {} };
	const run = await bench.run(remove, { items: ids.map((id) => ({ id })) });
	const { description, itemIndex } = factsOf(run);
	const gone = ids.filter((id) => bench.sandbox.contact(id) === undefined);
	expect([gone.length, itemIndex]).toEqual([9, 2]);
	// A row that is tried again holds back the rows behind it. A row without an answer is reported as unknown.
	const done = 'Deleted: 9 of 60 (rows 1 to 2, 4 to 10). Not known whether it was done: row 3.';
	expect(description).toContain(done);
});

const REMOVE = { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}', options: {} };
const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const sent = (method: string) => bench.requests().filter((line) => line.startsWith(method));
const left = () => bench.sandbox.state().contacts.length;

describe('a dry run', () => {
	const DRY = { ...REMOVE, options: { dryRun: true } };

	it('shows whom a real run would delete, and deletes nobody', async () => {
		bench.sandbox.seed({
			contacts: [contact('c1')],
			employees: [{ id: 'e1', first_name: 'Grace' }],
		});
		const run = await bench.run(DRY, { items: rows('c1', 'c2') });
		expect(run.json).toEqual([
			{ id: 'c1', dry_run: true, exists: true, first_name: 'Ada', last_name: 'Lovelace' },
			{ id: 'c2', dry_run: true, exists: false },
		]);
		expect(run.hints).toMatchObject([
			{
				type: 'warning',
				message: expect.stringMatching(
					new RegExp(
						`${sentence('nothingDeleted')} ${sentence('wouldDeleteNone')} 1 record is not there: c2\\.`,
					),
				) as string,
			},
		]);
		const goesOn = { items: rows('c1', 'c2'), onError: 'continueRegularOutput' as const };
		const { hints } = await bench.run(DRY, goesOn);
		expect(hints[0]?.message).toContain(
			`${sentence('nothingDeleted')} 1 would be deleted, 1 is not there: c2.`,
		);
		const employees = await bench.run({ ...DRY, resource: 'employee', employeeId: 'e1' }, { items: [{}] });
		expect(employees.json).toMatchObject([{ id: 'e1', dry_run: true, exists: true, first_name: 'Grace' }]);
		expect(sent('DELETE')).toEqual([]);
	});

	it.each<[what: string, ids: string[], advice: RegExp]>([
		['one record', ['Ada'], /not there: Ada\. Check the ID\. A name is no ID/],
		['all records', ['c8', 'c9'], /not there: c8, c9\. Check the IDs\.$/],
	])('that misses %s speaks of no others, and says what to check', async (_, ids, advice) => {
		bench.sandbox.seed({ contacts: [contact('c1')] });
		const { hints } = await bench.run(DRY, { items: rows(...ids) });
		expect(hints[0]?.message).toMatch(advice);
		expect(hints[0]?.message).not.toContain('others');
	});

	it.each<[what: string, dryRun: string, items: IDataObject[]]>([
		[
			'is another one for another row',
			'={{ $json.dry }}',
			[
				{ id: 'c1', dry: true },
				{ id: 'c2', dry: false },
			],
		],
		[
			'is another one for a row that is refused',
			'={{ $json.dry }}',
			[
				{ id: '', dry: true },
				{ id: 'c1', dry: false },
				{ id: 'c2', dry: false },
			],
		],
		['comes from an expression that gives nothing', '={{ $json.none }}', rows('c1', 'c2')],
		[
			'comes from an expression that gives nothing for one row',
			'={{ $json.dry }}',
			[{ id: 'c0' }, { id: 'c1', dry: false }, { id: 'c2', dry: false }],
		],
	])('that %s is refused before any request', async (_, dryRun, items) => {
		bench.sandbox.seed({ contacts: [contact('c1'), contact('c2')] });
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const run = await bench.run({ ...REMOVE, options: { dryRun } }, { items, onError });
			expect(`${wordsOf(run)} ${JSON.stringify(run.json)}`).toContain('Dry Run');
		}
		expect(bench.requests()).toEqual([]);
	});
});

describe('with On Error "stop" and several rows', () => {
	const ids = Array.from({ length: 10 }, (_, at) => `c${at + 1}`);

	it('nothing is deleted if one record is not there, and the error names its row', async () => {
		bench.sandbox.seed({ contacts: ids.filter((id) => id !== 'c9').map((id) => contact(id)) });
		const { description, message, itemIndex } = factsOf(await bench.run(REMOVE, { items: rows(...ids) }));
		const words = `Row 9: ${sentence('nobodyDeleted')}, because there is no contact with the ID "c9"`;
		expect([message, itemIndex]).toEqual([words, 8]);
		expect(description).toContain("To delete the others, add the option 'On Not Found'.");
		expect(description).toMatch(/Request-Id: \S+$/);
		expect([sent('DELETE'), left()]).toEqual([[], 9]);
	});

	it('the line above the output says how many were deleted, and who was not there', async () => {
		bench.sandbox.seed({ contacts: ids.filter((id) => id !== 'c9').map((id) => contact(id)) });
		const options = { onNotFound: 'empty' };
		const { hints } = await bench.run({ ...REMOVE, options }, { items: rows(...ids) });
		expect(hints).toMatchObject([{ type: 'info', message: '9 deleted, 1 was not there: c9.' }]);
	});

	it('records are looked up as far as the first that is not there', async () => {
		const many = Array.from({ length: 60 }, (_, at) => `m${at}`);
		bench.sandbox.seed({ contacts: many.slice(3).map((id) => contact(id)) });
		const { itemIndex } = factsOf(await bench.run(REMOVE, { items: rows(...many) }));
		expect(itemIndex).toBe(0);
		expect(sent('GET').length).toBeLessThanOrEqual(9);
	});

	it('nothing is deleted if a look-up fails', async () => {
		bench.sandbox.seed({ contacts: ids.map((id) => contact(id)) });
		bench.sandbox.faults.add({ path: '/contacts/c10', method: 'GET', status: 422, times: Infinity });
		const run = await bench.run(REMOVE, { items: rows(...ids) });
		expect(factsOf(run).description).toSay('nobodyDeleted');
		expect([sent('DELETE'), left()]).toEqual([[], 10]);
	});

	it.each<[what: string, items: IDataObject[], more: object, options: IDataObject]>([
		['if there is one row', rows('c1'), {}, {}],
		['if the run goes on after a failure', rows('c1', 'c2'), { onError: 'continueRegularOutput' }, {}],
		['if a missing record is allowed', rows('c1', 'c2'), {}, { onNotFound: 'skip' }],
	])('nothing is looked up %s', async (_, items, more, options) => {
		bench.sandbox.seed({ contacts: [contact('c1')] });
		await bench.run({ ...REMOVE, options }, { items, ...more });
		expect([sent('GET'), left()]).toEqual([[], 0]);
	});

	it('under Retry On Fail, what an earlier try deleted is not looked up', async () => {
		bench.sandbox.seed({ contacts: ids.map((id) => contact(id)) });
		bench.sandbox.faults.add({ path: '/contacts/c4', method: 'DELETE', status: 422 });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await bench.run(REMOVE, { items: rows(...ids), node });
		expect(run.json).toEqual(ids.map((id) => ({ deleted: true, id })));
		expect(sent('GET').filter((line) => line.endsWith('/c1'))).toHaveLength(1);
		expect(sent('GET').filter((line) => line.endsWith('/c4'))).toHaveLength(2);
	});
});

it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'an ID in several rows is deleted once, and each of them says so (%s)',
	async (onError) => {
		bench.sandbox.seed({ contacts: [contact('c1'), contact('c2')] });
		const { json } = await bench.run(REMOVE, { items: rows('c1', 'c2', 'c1'), onError });
		expect(json).toEqual(['c1', 'c2', 'c1'].map((id) => ({ deleted: true, id })));
		expect(sent('DELETE')).toHaveLength(2);
	},
);

it('a record whose delete is refused is refused in each of its rows', async () => {
	bench.sandbox.seed({ contacts: [contact('c1'), contact('c2')] });
	bench.sandbox.faults.add({ path: '/contacts/c1', method: 'DELETE', status: 422, times: Infinity });
	const { json } = await bench.run(REMOVE, {
		items: rows('c1', 'c2', 'c1'),
		onError: 'continueRegularOutput',
	});
	expect(json.map(({ deleted = 'refused' }) => deleted)).toEqual(['refused', true, 'refused']);
});

it.each<[onError: 'stopWorkflow' | 'continueRegularOutput', least: number, most: number]>([
	['stopWorkflow', 8, 8],
	['continueRegularOutput', 12, 128],
])('with On Error %s, deletes are under way side by side', async (onError, least, most) => {
	const ids = Array.from({ length: 150 }, (_, at) => `c${at}`);
	bench.sandbox.seed({ contacts: ids.map((id) => contact(id)) });
	let [underWay, highest] = [0, 0];
	bench.sandbox.faults.add({ path: '/contacts/*', method: 'GET', status: 200, times: 0 });
	bench.sandbox.faults.add({
		path: '/contacts/*',
		method: 'DELETE',
		delayMs: 60,
		times: Infinity,
		match() {
			highest = Math.max(highest, ++underWay);
			setTimeout(() => underWay--, 55);
			return true;
		},
	});
	const options = { onNotFound: 'skip' };
	const { json } = await bench.run({ ...REMOVE, options }, { items: rows(...ids), onError });
	expect(json).toHaveLength(150);
	expect(highest).toBeGreaterThanOrEqual(least);
	expect(highest).toBeLessThanOrEqual(most);
});
