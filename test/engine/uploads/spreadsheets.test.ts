/** Random tables. Whatever the headings are, each cell is sent or named, and each row has one result. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ActionRun } from '../../support/engine';
import { SEED } from '../../support/seed';
import { cases } from '../../support/cases';
import { refusalOf, byInput, uploadBench, type UploadSetting } from '../../support/upload-bench';
import { itemOf, sheet, type Row } from '../../support/upload-sheets';
import { CONTACT_COLUMNS, flatContact, labelOf } from '../../support/upload-spec';
import { sentence } from '../../support/sentences';

const bench = uploadBench();

const numRuns = cases(40, 1000);
jest.setTimeout(cases(60_000, 1_200_000));

const isRefusal = (json: IDataObject | undefined): boolean => typeof json?.error === 'string';

/** True if the text names the column by its own name or its label, or quotes its value. */
function isNamed(text: string, reason: string): boolean {
	return [reason, labelOf(reason), reason.replace(/\s+/g, ' ').trim()].some((name) => text.includes(name));
}

const shownAs = (name: string) => (name.trim() === '' ? sentence('noHeading') : name);

function checkRow(row: Row, ends: IDataObject[], elements: IDataObject[]): void {
	const [end] = ends;
	if (isRefusal(end)) {
		const text = refusalOf(end);
		expect(Object.keys(end ?? {})).toEqual(['error', 'message']);
		const strange = row.cells.filter(({ column }) => column === null);
		const reasons = [
			...row.mustFail,
			...(row.mayFail ? strange.flatMap(({ name, tokens }) => [name, ...tokens]) : []),
		];
		expect([text, reasons.filter((reason) => isNamed(text, reason))]).not.toEqual([text, []]);
		if (row.id !== undefined) expect(elements.filter(({ id }) => id === row.id)).toEqual([]);
		return;
	}
	// A heading whose meaning is unclear may stand for any column: it may also give what is missing, or add to a list.
	const unclear = row.cells.filter(({ column }) => column === null).flatMap(({ tokens }) => tokens);
	const canGive = (column: string) =>
		unclear.length > 0 && ['id', 'first_name', 'last_name'].includes(column);
	expect([end?.accepted, row.mustFail.filter((reason) => !canGive(reason))]).toEqual([true, []]);
	const ids = row.id === undefined ? unclear : [row.id];
	const sent = elements.filter(({ id }) => ids.includes(id as string));
	expect(sent).toHaveLength(1);
	const body = JSON.stringify(sent[0]);
	const named = (end?.not_sent ?? []) as string[];
	for (const { name, tokens, column } of row.cells) {
		if (tokens.length === 0) continue;
		const isSent = tokens.every((token) => body.includes(JSON.stringify(token).slice(1, -1)));
		expect({ name, sent: isSent, named: named.includes(shownAs(name)) }).toEqual({
			name,
			sent: isSent,
			named: !isSent,
		});
		if (column === null || !isSent) continue;
		const place = flatContact(sent[0] ?? {})[column];
		// If several columns fill one list, it takes the values of all.
		const isList = /_(emails|numbers)$/.test(column);
		const own = row.cells.filter((cell) => cell.column === column);
		const expected = isList ? own.flatMap((cell) => cell.tokens) : tokens;
		const values = [place].flat().filter((value) => !isList || !unclear.includes(value as string));
		expect([name, values]).toEqual([name, expected]);
	}
	const handedOver = row.cells.map(({ name }) => shownAs(name));
	expect(named.filter((name) => !handedOver.includes(name))).toEqual([]);
}

function checkHint(run: ActionRun, rows: Row[], named: Set<string>): void {
	const refused = run.outputs.flat().filter(({ json }) => isRefusal(json)).length;
	expect(run.hints).toHaveLength(1);
	const [{ message, type } = { message: '', type: '' }] = run.hints;
	const sent = rows.length - refused;
	expect(message).toMatch(new RegExp(`^${rows.length} contacts?:`));
	expect(/\d+(?= (accepted|created))/.exec(message)?.[0]).toBe(sent > 0 ? String(sent) : undefined);
	expect(/\d+(?= refused)/.exec(message)?.[0]).toBe(refused > 0 ? String(refused) : undefined);
	expect(type).toBe(refused > 0 || named.size > 0 ? 'warning' : 'info');
}

async function upload(rows: Row[], setting: UploadSetting): Promise<void> {
	bench.sandbox.reset();
	const run = await bench.upload(setting);
	expect(run.error).toBeUndefined();
	const elements = bench.taken();
	const oneItem = setting.items?.length === 1;
	const ends = byInput(run);
	if (oneItem) {
		expect(ends.get(0)).toHaveLength(rows.length);
		rows.forEach((row, at) => checkRow(row, [ends.get(0)?.[at] ?? {}], elements));
	} else {
		rows.forEach((row, at) => {
			expect(ends.get(at)).toHaveLength(1);
			checkRow(row, ends.get(at) ?? [], elements);
		});
		expect(ends.size).toBe(rows.length);
	}
	checkHint(run, rows, new Set(run.json.flatMap(({ not_sent }) => (not_sent ?? []) as string[])));
}

const fieldsNotSent = (way: number): string => (way % 2 ? 'keep' : 'clear');

/** The row with a day as its birthday: with Clear, a birthday that is no day refuses its row. */
const withDay = (row: Row): Row => ({
	...row,
	cells: row.cells.map((cell) => {
		if (cell.column !== 'birthday' || cell.tokens.length === 0) return cell;
		const number = Number(/\d+/.exec(cell.value)?.[0]);
		const value = new Date((number % 20_000) * 86_400_000 - 1e12).toISOString().slice(0, 10);
		return { ...cell, value, tokens: [value] };
	}),
});

const everyTime = async (check: (rows: Row[], way: number) => Promise<void>): Promise<void> =>
	await fc.assert(
		fc.asyncProperty(sheet, fc.nat(5), async (rows, way) => {
			await check(fieldsNotSent(way) === 'clear' ? rows.map(withDay) : rows, way);
		}),
		{ numRuns, seed: SEED, endOnFailure: true },
	);

test('with Map Automatically, each cell of a table is sent or named', async () => {
	await everyTime(async (rows, way) => {
		await upload(rows, { items: rows.map(itemOf), fieldsNotSent: fieldsNotSent(way) });
	});
});

test('with JSON, each cell of a table is sent or named, one record per item or all in a list', async () => {
	await everyTime(async (rows, way) => {
		const items = rows.map(itemOf);
		const setting: UploadSetting =
			way > 2 ? { map: 'json', items } : { map: { json: JSON.stringify(items) }, items: [{}] };
		await upload(rows, { ...setting, fieldsNotSent: fieldsNotSent(way) });
	});
});

/**
 * The mapping that a person would make by hand: columns with a plain meaning, and sometimes one that no longer
 * exists.
 */
function mappedByHand(rows: Row[], leftover: boolean): { rows: Row[]; columns: IDataObject } {
	const [head = { cells: [] }] = rows;
	const cells = head.cells.filter(({ column }) => column !== null && CONTACT_COLUMNS.includes(column));
	const mapped = new Map(cells.map(({ name, column }) => [column as string, name]));
	const columns: IDataObject = Object.fromEntries(
		[...mapped].map(([column, name]) => [column, `={{ $json[${JSON.stringify(name)}] }}`]),
	);
	if (leftover) columns.old_column = 'kept before';
	const kept = rows.map((row) => {
		const own = row.cells
			.filter(({ column, name }) => column !== null && mapped.get(column) === name)
			.map((cell) => ({ ...cell, name: cell.column as string }));
		const filled = own.filter(({ tokens }) => tokens.length > 0);
		const missing = ['id', 'first_name', 'last_name'].filter((id) => !filled.some(({ name }) => name === id));
		const bad = filled.filter(({ value }) => value.startsWith('no-mail')).map(({ value }) => value);
		const more = { name: 'old_column', column: null, value: 'kept before', tokens: ['kept before'] };
		return {
			id: filled.find(({ name }) => name === 'id')?.value,
			cells: leftover ? [...own, more] : own,
			mustFail: [...missing, ...bad],
			mayFail: false,
		};
	});
	return { rows: kept, columns };
}

test('with Map Each Column Manually, each mapped cell is sent or named', async () => {
	await everyTime(async (all, way) => {
		const { rows, columns } = mappedByHand(all, way === 0);
		await upload(rows, { items: all.map(itemOf), map: { columns }, fieldsNotSent: fieldsNotSent(way) });
	});
});
