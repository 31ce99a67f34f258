/** Lists to pick an ID from: of a contact, an employee, or an Operation. */
import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { isNoId } from '../lib/ids';
import { records, scalarText } from '../lib/json';
import { trimmed } from '../lib/text';
import { operationRequest, operationsRequest } from '../operations/uploadStatus/requests';
import { recordIdOf } from '../operations/uploadStatus/uploadStatusOutput';
import { readPages } from '../transport/readPages';
import { factsOf } from '../transport/errors';
import { pathSegmentProblem } from '../transport/path';
import type { Sender, ServiceRequest } from '../transport/types';
import type { RecordModel } from '../upload/table/recordModel';
import {
	eachOnce,
	includes,
	LIST_LIMITS,
	LISTED_AT_ONCE,
	readableIn,
	RECORDS_READ,
	searching,
	type Choice,
} from './listSearch';
import { readById } from './recentReads';

/** A dropdown to pick an ID from. */
interface Picker {
	/** The choices for a recent Operation. The filter searches their names and values. */
	choicesOf: (operation: IDataObject) => Choice[];
	/** Reads the record or Operation with this ID. */
	request: (id: string) => ServiceRequest;
	/** The name of the record or Operation for people. */
	nameOf: (id: string, found: IDataObject) => string;
}

/** The name of the record or Operation with this ID; `undefined` if the service does not show it. */
async function nameFor(send: Sender, { request, nameOf }: Picker, id: string): Promise<string | undefined> {
	const found = await readById(send, request(id), id);
	return found && nameOf(id, found);
}

/** Gives names to choices that have none: the first ones are read, the others keep their ID as name. */
const named = async (send: Sender, picker: Picker, choices: readonly Choice[]) =>
	await Promise.all(
		choices.map(async ({ value, name }, at): Promise<Required<Choice>> => {
			const found = name ?? (at < RECORDS_READ ? await nameFor(send, picker, value) : undefined);
			return { name: found ?? value, value };
		}),
	);

/**
 * Lists, in this order: the record or Operation with the typed ID; entries of recent Operations that contain the typed
 * text, the newest first; the typed text itself, if it can be an ID and no entry has it. Reading Operations consumes no
 * events.
 */
async function search(
	send: Sender,
	picker: Picker,
	filter: string,
	paginationToken: string | undefined,
): Promise<INodeListSearchResult> {
	const typed = trimmed(filter);
	const asTyped = { name: `Use "${typed}" as the ID`, value: typed };
	const isId = paginationToken === undefined && pathSegmentProblem(typed) === undefined && !isNoId(typed);
	const typedName = isId ? await nameFor(send, picker, typed) : undefined;
	const found = typedName === undefined ? undefined : { name: typedName, value: typed };
	const choices = new Map(found && [[found.value, found]]);
	const readable = readableIn(send);
	const pages = readPages(send, operationsRequest({}, LISTED_AT_ONCE), paginationToken, LIST_LIMITS);
	const listed = await pages.next().catch((error: unknown) => {
		// A key without the right to list Operations may still have the right to use the record.
		const mayGoOn = isId && (found !== undefined || factsOf(error)?.status === 403);
		if (!mayGoOn) throw error;
		return undefined;
	});
	if (listed === undefined) return { results: [readable(found ?? asTyped)] };
	const { items = [], nextCursor } = listed.value ?? {};
	for (const choice of await named(send, picker, eachOnce(items.flatMap(picker.choicesOf)))) {
		if (includes(choice, typed) && !choices.has(choice.value)) choices.set(choice.value, choice);
	}
	if (isId && !choices.has(typed)) choices.set(typed, asTyped);
	return { results: [...choices.values()].map(readable), paginationToken: nextCursor };
}

export const searchWith = (picker: Picker) =>
	searching(async (send, filter, paginationToken) => await search(send, picker, filter, paginationToken));

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => scalarText(value) || []);

const operationName = ({ type, model, created_at, status }: IDataObject): string =>
	[textsOf([type, model]).join(' '), ...textsOf([created_at, status])].filter(Boolean).join(' · ');

/** An entry shows type, model, time and status of an Operation. */
export const operationPicker: Picker = {
	choicesOf: (operation) => {
		const value = scalarText(operation.id);
		return value ? [{ name: operationName(operation) || value, value }] : [];
	},
	request: operationRequest,
	nameOf: (id, operation) => operationName(operation) || id,
};

/**
 * The IDs in an Operation, unless its type says that it is about other records. How it names them is not documented.
 */
export const recordChoices =
	({ noun }: RecordModel) =>
	({ type, model, items }: IDataObject): Choice[] => {
		const what = textsOf([type, model]).join(' ').toLowerCase();
		if (/contact|employee/.test(what) && !what.includes(noun.one)) return [];
		return records(items)
			.flatMap((item) => recordIdOf(item) ?? [])
			.map((value) => ({ value }));
	};

/** An entry shows the ID and the name of a person. */
export const recordPicker = (
	model: RecordModel,
	request: (method: 'GET', id: string) => ServiceRequest,
): Picker => ({
	choicesOf: recordChoices(model),
	request: (id) => request('GET', id),
	nameOf: (id, { first_name, last_name }) =>
		[id, textsOf([first_name, last_name]).join(' ')].filter(Boolean).join(': '),
});
