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
import { employeeModel } from './resources/employee/columns';
import { recordIdOf } from './resources/operation/model';
import { operationsRequest } from './resources/operation/requests';
import type { Column, RecordModel } from './resources/records/columns';
import { ServiceError, toNodeApiError } from './transport/errors';
import { readPages } from './transport/pages';
import { createSend } from './transport/send';
import { records, scalarText } from './values';

const LISTED_AT_ONCE = 100;

const mapperField = ({ name, label, place, required = false }: Column): ResourceMapperField => ({
	id: name,
	displayName: label,
	type: ['map', 'consents', 'section'].includes(place.kind) ? 'object' : 'string',
	required,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
});

const columnsOf =
	({ columns }: RecordModel) =>
	(): Promise<ResourceMapperFields> =>
		Promise.resolve({ fields: columns.filter(({ isOffered }) => isOffered !== false).map(mapperField) });

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => scalarText(value) || []);

/**
 * A picker that lists something of recent Operations, the newest first; reading them takes nothing away.
 *
 * @param itemsOf the rows that an Operation makes; the filter looks at their names and values
 */
const searchOperationsFor = (itemsOf: (operation: IDataObject) => INodeListSearchItems[]) =>
	async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const send = await createSend(this);
		const node = this.getNode();
		const wanted = filter?.toLowerCase() ?? '';
		const { value: page } = await readPages(send, operationsRequest({}, LISTED_AT_ONCE), paginationToken)
			.next()
			.catch((error: unknown) => {
				throw error instanceof ServiceError ? toNodeApiError(node, error) : error;
			});
		if (!page) return { results: [] };
		const rows = new Map(page.items.flatMap(itemsOf).map((row) => [row.value, row]));
		const results = [...rows.values()].filter(({ name, value }) =>
			`${name} ${value}`.toLowerCase().includes(wanted),
		);
		return { results, paginationToken: page.nextCursor };
	};

/** An Operation by its type, model, time and status. */
function operationRow({ id, type, model, created_at, status }: IDataObject): INodeListSearchItems[] {
	const value = scalarText(id) ?? '';
	const what = textsOf([type, model]).join(' ');
	return [{ name: textsOf([what, created_at, status]).join(' · ') || value, value }];
}

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

/** What the Test button of the credentials asks for; both nodes have it, because n8n takes that of any of them. */
export const credentialTest = { testConnection };

/** What the editor asks the node for while a person fills in its fields. */
export const methods = {
	credentialTest,
	listSearch: {
		searchOperations: searchOperationsFor(operationRow),
		searchContacts: searchOperationsFor(recordRows(contactModel)),
		searchEmployees: searchOperationsFor(recordRows(employeeModel)),
	},
	resourceMapping: { contactColumns: columnsOf(contactModel), employeeColumns: columnsOf(employeeModel) },
};
