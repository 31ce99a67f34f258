import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { testConnection } from './credentialTest';
import { refusalWords, toNodeError } from './outcome';
import { contactModel } from './resources/contact/columns';
import { contactRequest } from './resources/contact/requests';
import { employeeModel } from './resources/employee/columns';
import { employeeRequest } from './resources/employee/requests';
import { recordIdOf } from './resources/operation/model';
import { operationRequest, operationsRequest } from './resources/operation/requests';
import { factsOf } from './transport/errors';
import { readPages } from './transport/pages';
import { pathSegmentProblem } from './transport/path';
import { createSend } from './transport/send';
import type { Send, Sender, SendLimits, ServiceRequest } from './transport/types';
import type { Column, RecordModel } from './upload/columns';
import { plainText, records, scalarText, trimmed } from './values';

const LISTED_AT_ONCE = 100;
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
	({ columns }: RecordModel, { isUpdate = false } = {}) =>
	(): Promise<ResourceMapperFields> =>
		// A column that stands for others, or that is read-only, is understood in the input, but not offered.
		Promise.resolve({
			fields: columns
				.filter(({ path, shape }) => path.length > 0 && shape)
				.map((column) => mapperField(column, isUpdate)),
		});

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => scalarText(value) || []);

/** A dropdown to pick an ID from. */
interface Picker {
	/** The choices for a recent Operation. The filter searches their names and values. */
	choicesOf: (operation: IDataObject) => INodeListSearchItems[];
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

const includes = ({ name, value }: INodeListSearchItems, typed: string): boolean =>
	`${name} ${value}`.toLowerCase().includes(typed.toLowerCase());

/** The entry for the typed ID, if the service has a record or Operation with it and the answer repeats the ID. */
async function foundChoice(
	send: Send,
	{ request, nameOf }: Picker,
	id: string,
): Promise<INodeListSearchItems | undefined> {
	const answer = await send<IDataObject>(request(id), LIMITS).catch(() => undefined);
	if (answer === undefined || scalarText(answer.body.id) !== id) return undefined;
	return { name: nameOf(id, answer.body), value: id };
}

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
	const isId = paginationToken === undefined && pathSegmentProblem(typed) === undefined;
	const found = isId ? await foundChoice(send, picker, typed) : undefined;
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
	for (const choice of items.flatMap(picker.choicesOf)) {
		if (includes(choice, typed) && !choices.has(choice.value)) choices.set(choice.value, choice);
	}
	if (isId && !choices.has(typed)) choices.set(typed, asTyped);
	return { results: [...choices.values()].map(readable), paginationToken: nextCursor };
}

const searchWith = (picker: Picker) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		try {
			return await search(await createSend(this), picker, filter, paginationToken);
		} catch (error) {
			const failure = { error, step: 'the list was read' };
			throw toNodeError(this.getNode(), failure, refusalWords(failure, 0), 0);
		}
	};

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
	({ type, model, items }: IDataObject): INodeListSearchItems[] => {
		const what = textsOf([type, model]).join(' ').toLowerCase();
		if (/contact|employee/.test(what) && !what.includes(noun.one)) return [];
		return records(items)
			.flatMap((item) => recordIdOf(item) ?? [])
			.map((value) => ({ name: value, value }));
	};

const recordPicker = (
	model: RecordModel,
	request: (method: 'GET', id: string) => ServiceRequest,
): Picker => ({
	choicesOf: recordChoices(model),
	request: (id) => request('GET', id),
	nameOf: (id, { first_name, last_name }) =>
		[id, textsOf([first_name, last_name]).join(' ')].filter(Boolean).join(': '),
});

/** For the Test button of the credentials. Both nodes have it, because n8n uses the test of any of them. */
export const credentialTest = { testConnection };

/** What the editor calls while a person fills in the fields of the node. */
export const methods = {
	credentialTest,
	listSearch: {
		searchOperations: searchWith(operationPicker),
		searchContacts: searchWith(recordPicker(contactModel, contactRequest)),
		searchEmployees: searchWith(recordPicker(employeeModel, employeeRequest)),
	},
	resourceMapping: {
		contactColumns: mapperColumns(contactModel),
		contactUpdateColumns: mapperColumns(contactModel, { isUpdate: true }),
		employeeColumns: mapperColumns(employeeModel),
		employeeUpdateColumns: mapperColumns(employeeModel, { isUpdate: true }),
	},
};
