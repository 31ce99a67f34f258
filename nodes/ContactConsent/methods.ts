import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { testConnection } from './credentialTest';
import { contactModel } from './resources/contact/columns';
import { contactRequest } from './resources/contact/requests';
import { employeeModel } from './resources/employee/columns';
import { employeeRequest } from './resources/employee/requests';
import { recordIdOf } from './resources/operation/model';
import { operationRequest, operationsRequest } from './resources/operation/requests';
import type { Column, RecordModel } from './resources/records/columns';
import { ServiceError, toNodeApiError } from './transport/errors';
import { readPages } from './transport/pages';
import { pathSegmentProblem } from './transport/path';
import { createSend } from './transport/send';
import type { Send, ServiceRequest } from './transport/types';
import { plainText, records, scalarText } from './values';

const LISTED_AT_ONCE = 100;

const mapperField = ({ name, label, shape, required = false }: Column): ResourceMapperField => ({
	id: name,
	displayName: label,
	type: shape?.kind === 'object' ? 'object' : 'string',
	required,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
});

const columnsOf =
	({ columns }: RecordModel) =>
	(): Promise<ResourceMapperFields> =>
		// A column that stands for others, or can only be read, is understood, but not offered.
		Promise.resolve({
			fields: columns.filter(({ path, shape }) => path.length > 0 && shape).map(mapperField),
		});

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => scalarText(value) || []);

/** A list to pick an ID from. */
interface Picker {
	/** The rows that a recent Operation makes; the filter looks at their names and values. */
	rowsOf: (operation: IDataObject) => INodeListSearchItems[];
	/** Reads what has this ID. */
	request: (id: string) => ServiceRequest;
	/** How people read what has this ID. */
	nameOf: (id: string, found: IDataObject) => string;
}

const includes = ({ name, value }: INodeListSearchItems, typed: string): boolean =>
	`${name} ${value}`.toLowerCase().includes(typed.toLowerCase());

/** What was typed, as an ID: by its name if the service has it, else as it is. Only the list reports failures. */
async function typedRow(send: Send, { request, nameOf }: Picker, id: string) {
	const answer = await send<IDataObject>(request(id)).catch(() => undefined);
	const isFound = answer !== undefined && scalarText(answer.body.id) === id;
	return { name: isFound ? plainText(nameOf(id, answer.body)) : id, value: id, isFound };
}

/** Lists something of recent Operations, the newest first, and what was typed. Reading takes nothing away. */
const searchWith = (picker: Picker) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const send = await createSend(this);
		const node = this.getNode();
		const typed = filter.trim();
		const isId = paginationToken === undefined && pathSegmentProblem(typed) === undefined;
		const [page, row] = await Promise.all([
			readPages(send, operationsRequest({}, LISTED_AT_ONCE), paginationToken)
				.next()
				.then(
					({ value }) => value,
					(error: unknown) => error as Error,
				),
			isId ? typedRow(send, picker, typed) : undefined,
		]);
		// A key that may not list uploads may still read the record.
		if (page instanceof Error && row?.isFound !== true) {
			throw page instanceof ServiceError ? toNodeApiError(node, page) : page;
		}
		const { items = [], nextCursor } = page instanceof Error ? {} : (page ?? {});
		const listed = items.flatMap(picker.rowsOf).filter((each) => includes(each, typed));
		const rows = new Map(listed.map((each) => [each.value, each]));
		if (row === undefined) return { results: [...rows.values()], paginationToken: nextCursor };
		const { isFound, ...asTyped } = row;
		if (isFound) rows.delete(row.value);
		const others = [...rows.values()];
		const results = isFound ? [asTyped, ...others] : rows.has(row.value) ? others : [...others, asTyped];
		return { results, paginationToken: nextCursor };
	};

const operationName = ({ type, model, created_at, status }: IDataObject): string =>
	textsOf([textsOf([type, model]).join(' '), created_at, status])
		.filter(Boolean)
		.join(' · ');

/** An Operation by its type, model, time and status. */
const operationPicker: Picker = {
	rowsOf: (operation) => {
		const value = scalarText(operation.id) ?? '';
		return [{ name: operationName(operation) || value, value }];
	},
	request: operationRequest,
	nameOf: (id, operation) => operationName(operation) || id,
};

/** The IDs that an Operation names, if it says that it is about such records. What it calls them is not documented. */
const recordRows =
	({ noun }: RecordModel) =>
	({ type, model, items }: IDataObject): INodeListSearchItems[] => {
		const what = textsOf([type, model]).join(' ').toLowerCase();
		const isOther = ['contact', 'employee'].some((name) => name !== noun.one && what.includes(name));
		if (isOther && !what.includes(noun.one)) return [];
		return records(items)
			.flatMap((item) => recordIdOf(item) ?? [])
			.map((value) => ({ name: value, value }));
	};

const recordPicker = (
	model: RecordModel,
	request: (method: 'GET', id: string) => ServiceRequest,
): Picker => ({
	rowsOf: recordRows(model),
	request: (id) => request('GET', id),
	nameOf: (id, { first_name, last_name }) =>
		[id, textsOf([first_name, last_name]).join(' ')].filter(Boolean).join(': '),
});

/** What the Test button of the credentials asks for; both nodes have it, because n8n takes that of any of them. */
export const credentialTest = { testConnection };

/** What the editor asks the node for while a person fills in its fields. */
export const methods = {
	credentialTest,
	listSearch: {
		searchOperations: searchWith(operationPicker),
		searchContacts: searchWith(recordPicker(contactModel, contactRequest)),
		searchEmployees: searchWith(recordPicker(employeeModel, employeeRequest)),
	},
	resourceMapping: { contactColumns: columnsOf(contactModel), employeeColumns: columnsOf(employeeModel) },
};
