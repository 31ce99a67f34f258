import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { testConnection } from './credentialTest';
import { refusalWords, toNodeError } from '../common/itemOutput';
import { contactModel } from '../operations/contact/contactColumns';
import { clockIn, consentStates } from '../operations/contact/consents';
import { contactRequest } from '../operations/contact/requests';
import { employeeModel } from '../operations/employee/employeeColumns';
import { employeeRequest } from '../operations/employee/requests';
import { recordIdOf } from '../operations/uploadStatus/uploadStatusOutput';
import { operationRequest, operationsRequest } from '../operations/uploadStatus/requests';
import { factsOf } from '../transport/errors';
import { readPages } from '../transport/readPages';
import { pathSegmentProblem } from '../transport/path';
import { createSend } from '../transport/send';
import type { Sender, SendLimits, ServiceRequest } from '../transport/types';
import type { Column, RecordModel } from '../upload/table/recordModel';
import { isNoId } from '../lib/ids';
import { isRecord, records, scalarText } from '../lib/json';
import { plainText, trimmed, withoutUmlauts } from '../lib/text';
import { elapsed } from '../lib/time';

const LISTED_AT_ONCE = 100;
/** The Operations show IDs alone. So many records at the beginning of a list are read, side by side, for their names. */
const NAMES_READ = 25;
const NAMES_KEPT = 60_000;
const NAME_LIMITS: SendLimits = { within: 5_000 };
/** A person is waiting for the list, so it does not wait as long as the service may ask. */
const LIMITS: SendLimits = { within: 15_000 };

/** A column as the mapper shows it. @param isUpdate the record exists, so only its ID is required */
const mapperField = (
	{ name, label, shape, required = false }: Column,
	isUpdate: boolean,
): ResourceMapperField => ({
	id: name,
	displayName: label,
	type: shape?.kind === 'object' ? 'object' : 'string',
	required: required && (name === 'id' || !isUpdate),
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
});

const mapperColumns =
	({ fields }: RecordModel, { isUpdate = false } = {}) =>
	(): Promise<ResourceMapperFields> =>
		// A column that stands for others, or that is read-only, is understood in the input, but not offered.
		Promise.resolve({
			fields: fields.filter(({ isReadOnly }) => !isReadOnly).map((column) => mapperField(column, isUpdate)),
		});

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => scalarText(value) || []);

/** An entry of a list: the ID, and its name for people, if the list of Operations shows one. */
interface Choice {
	value: string;
	name?: string;
}

/** A dropdown to pick an ID from. */
interface Picker {
	/** The choices for a recent Operation. The filter searches their names and values. */
	choicesOf: (operation: IDataObject) => Choice[];
	/** Reads the record or Operation with this ID. */
	request: (id: string) => ServiceRequest;
	/** The name of the record or Operation for people. */
	nameOf: (id: string, found: IDataObject) => string;
}

/** Data from outside may contain the key, and the editor may show names as HTML. */
const readableIn =
	({ withoutKey }: Sender) =>
	({ name, value }: INodeListSearchItems): INodeListSearchItems => ({
		name: plainText(withoutKey(name)),
		value: withoutKey(value),
	});

/** A text in lower case without accents: who types *bjorn* finds *Björn*. */
const folded = (text: string): string =>
	text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');

/** True if an entry has all typed words, in any order: *mueller anna* finds *Anna Müller*. */
function includes({ name, value }: Required<Choice>, typed: string): boolean {
	const spellings = [`${name} ${value}`, withoutUmlauts(`${name} ${value}`)].map(folded);
	return typed
		.split(/\s+/)
		.map(folded)
		.every((word) => spellings.some((text) => text.includes(word)));
}

/**
 * What lists show, such as names, by account and request, each with the time until which it is kept. A person types
 * several letters in a minute, and each of them asks for the list again.
 */
export const names = new Map<string, { value: Promise<unknown>; until: number }>();

/** What was read for the editor, or was read within the last minute. @param key what it is, within the account */
async function remembered<Value>(send: Sender, key: unknown, read: () => Promise<Value>): Promise<Value> {
	const now = elapsed();
	for (const [other, { until }] of names) if (until <= now) names.delete(other);
	const whole = JSON.stringify([send.account, key]);
	const known = names.get(whole);
	if (known) return (await known.value) as Value;
	const value = read();
	names.set(whole, { value, until: now + NAMES_KEPT });
	return await value;
}

/**
 * The name of the record or Operation with this ID. It is kept for a minute.
 *
 * @returns `undefined` if the service does not show it, or shows another one
 */
async function nameFor(send: Sender, { request, nameOf }: Picker, id: string): Promise<string | undefined> {
	const reading = request(id);
	return await remembered(
		send,
		reading.path,
		async () =>
			await send<IDataObject>(reading, NAME_LIMITS).then(
				({ body }) => (scalarText(body.id) === id ? nameOf(id, body) : undefined),
				() => undefined,
			),
	);
}

/** Gives names to choices that have none: the first ones are read, the others keep their ID as name. */
const named = async (send: Sender, picker: Picker, choices: readonly Choice[]) =>
	await Promise.all(
		choices.map(async ({ value, name }, at): Promise<Required<Choice>> => {
			const found = name ?? (at < NAMES_READ ? await nameFor(send, picker, value) : undefined);
			return { name: found ?? value, value };
		}),
	);

/** Choices by their values, each once, in the order of the list. */
const eachOnce = (choices: readonly Choice[]): Choice[] => [
	...new Map(choices.map((choice) => [choice.value, choice])).values(),
];

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
	const pages = readPages(send, operationsRequest({}, LISTED_AT_ONCE), paginationToken, LIMITS);
	const listed = await pages.next().catch(async (error: Error) => {
		// A key without the right to list Operations may still have the right to use the record.
		const mayGoOn = isId && (found !== undefined || factsOf(error)?.status === 403);
		return mayGoOn ? undefined : await Promise.reject<never>(error);
	});
	if (listed === undefined) return { results: [readable(found ?? asTyped)] };
	const { items = [], nextCursor } = listed.value ?? {};
	for (const choice of await named(send, picker, eachOnce(items.flatMap(picker.choicesOf)))) {
		if (includes(choice, typed) && !choices.has(choice.value)) choices.set(choice.value, choice);
	}
	if (isId && !choices.has(typed)) choices.set(typed, asTyped);
	return { results: [...choices.values()].map(readable), paginationToken: nextCursor };
}

/** Makes what the editor calls for a list. An error has words for people. */
const searching = (
	find: (
		send: Sender,
		filter: string,
		paginationToken: string | undefined,
		context: ILoadOptionsFunctions,
	) => Promise<INodeListSearchResult>,
) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		try {
			return await find(await createSend(this), filter, paginationToken, this);
		} catch (error) {
			const failure = { error, step: 'the list was read' };
			throw toNodeError(this.getNode(), failure, refusalWords(failure, 0), 0);
		}
	};

const searchWith = (picker: Picker) =>
	searching(async (send, filter, paginationToken) => await search(send, picker, filter, paginationToken));

const operationName = ({ type, model, created_at, status }: IDataObject): string =>
	[textsOf([type, model]).join(' '), ...textsOf([created_at, status])].filter(Boolean).join(' · ');

/** An entry shows type, model, time and status of an Operation. */
const operationPicker: Picker = {
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
const recordChoices =
	({ noun }: RecordModel) =>
	({ type, model, items }: IDataObject): Choice[] => {
		const what = textsOf([type, model]).join(' ').toLowerCase();
		if (/contact|employee/.test(what) && !what.includes(noun.one)) return [];
		return records(items)
			.flatMap((item) => recordIdOf(item) ?? [])
			.map((value) => ({ value }));
	};

/** An entry shows the ID and the name of a person. */
const recordPicker = (
	model: RecordModel,
	request: (method: 'GET', id: string) => ServiceRequest,
): Picker => ({
	choicesOf: recordChoices(model),
	request: (id) => request('GET', id),
	nameOf: (id, { first_name, last_name }) =>
		[id, textsOf([first_name, last_name]).join(' ')].filter(Boolean).join(': '),
});

/** The states of the consents of a contact, by type; none if the service does not show it. */
const statesOf = async (send: Sender, id: string, timeZone: string): Promise<Record<string, boolean>> => {
	const request = contactRequest('GET', id);
	return await remembered(
		send,
		['consents', request.path],
		async () =>
			await send<IDataObject>(request, NAME_LIMITS).then(
				({ body }) => (scalarText(body.id) === id ? consentStates(body, clockIn(timeZone)) : {}),
				() => ({}),
			),
	);
};

/** The ID of the contact that the form has; `undefined` if it is not chosen yet, or an expression decides. */
function chosenContact(context: ILoadOptionsFunctions): string | undefined {
	const given: unknown = context.getCurrentNodeParameter('contactId');
	const id = trimmed(scalarText(isRecord(given) ? given.value : given) ?? '');
	return id.startsWith('=') || isNoId(id) || pathSegmentProblem(id) !== undefined ? undefined : id;
}

/** The types of consents of contacts of recent uploads. */
async function recentTypes(send: Sender, timeZone: string): Promise<string[]> {
	const pages = readPages(send, operationsRequest({}, LISTED_AT_ONCE), undefined, LIMITS);
	// Without the right to list uploads, a type can still be typed.
	const { value } = await pages.next().catch((error: unknown) => {
		if (factsOf(error)?.status !== 403) throw error;
		return { value: undefined };
	});
	const ids = eachOnce((value?.items ?? []).flatMap(recordChoices(contactModel))).slice(0, NAMES_READ);
	const all = await Promise.all(ids.map(async (one) => await statesOf(send, one.value, timeZone)));
	return [...new Set(all.flatMap((states) => Object.keys(states)))].sort((a, b) => a.localeCompare(b, 'en'));
}

/**
 * Lists the types of consents that the chosen contact has, with their states; if it has none, those of contacts of
 * recent uploads. What was typed is offered, too: a contact may decide about something new.
 */
async function searchTypes(
	send: Sender,
	filter: string,
	context: ILoadOptionsFunctions,
): Promise<INodeListSearchResult> {
	const timeZone = context.getTimezone();
	const id = chosenContact(context);
	const own = Object.entries(id === undefined ? {} : await statesOf(send, id, timeZone));
	const choices: Array<Required<Choice>> =
		own.length > 0
			? own.map(([type, granted]) => ({ name: `${type}: ${granted ? 'granted' : 'withdrawn'}`, value: type }))
			: (await recentTypes(send, timeZone)).map((type) => ({ name: type, value: type }));
	const typed = trimmed(filter);
	const results = choices.filter((choice) => includes(choice, typed));
	if (typed !== '' && !choices.some(({ value }) => value === typed)) {
		results.push({ name: `Use "${typed}" as the type`, value: typed });
	}
	return { results: results.map(readableIn(send)) };
}

/** For the Test button of the credentials. Both nodes have it, because n8n uses the test of any of them. */
export const credentialTest = { testConnection };

/** What the editor calls while a person fills in the fields of the node. */
export const methods = {
	credentialTest,
	listSearch: {
		searchOperations: searchWith(operationPicker),
		searchContacts: searchWith(recordPicker(contactModel, contactRequest)),
		searchEmployees: searchWith(recordPicker(employeeModel, employeeRequest)),
		searchConsentTypes: searching(
			async (send, filter, _page, context) => await searchTypes(send, filter, context),
		),
	},
	resourceMapping: {
		contactColumns: mapperColumns(contactModel),
		contactUpdateColumns: mapperColumns(contactModel, { isUpdate: true }),
		employeeColumns: mapperColumns(employeeModel),
		employeeUpdateColumns: mapperColumns(employeeModel, { isUpdate: true }),
	},
};
