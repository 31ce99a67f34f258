import type {
	FieldType,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { FLAT_COLUMNS, NESTED_FIELDS, REQUIRED_FIELDS, TEXT_FIELDS } from './resources/contact/columns';
import * as employee from './resources/employee/toUpload';
import { operationsRequest } from './resources/operation/requests';
import { scalarText } from './values';
import { ServiceError, toNodeApiError } from './transport/errors';
import { readPages } from './transport/pages';
import { createSend } from './transport/send';

const LISTED_AT_ONCE = 100;

/** `work_zip_code` as people read it: "Work Zip Code". */
const titleOf = (id: string): string =>
	id
		.split('_')
		.map((word) =>
			word === 'id' || word === 'url' ? word.toUpperCase() : word.replace(/^./, (c) => c.toUpperCase()),
		)
		.join(' ');

const column = (id: string, type: FieldType, required: readonly string[]): ResourceMapperField => ({
	id,
	displayName: titleOf(id),
	type,
	required: required.includes(id),
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
});

function contactColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return Promise.resolve({
		fields: [
			...TEXT_FIELDS.map((id) => column(id, 'string', REQUIRED_FIELDS)),
			...[...FLAT_COLUMNS.keys()].map((id) => column(id, 'string', [])),
			...NESTED_FIELDS.map((id) => column(id, 'object', [])),
		],
	});
}

function employeeColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return Promise.resolve({
		fields: [
			...employee.TEXT_FIELDS.map((id) => column(id, 'string', employee.REQUIRED_FIELDS)),
			column('tags', 'string', []),
			column('data', 'object', []),
		],
	});
}

const textsOf = (values: unknown[]): string[] => values.flatMap((value) => scalarText(value) || []);

/** Recent operations by type, model, time and status, the newest first; the filter looks at all of that and the id. */
async function searchOperations(
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
	const results = page.items
		.map(({ id, type, model, created_at, status }) => {
			const value = scalarText(id) ?? '';
			const what = textsOf([type, model]).join(' ');
			return { name: textsOf([what, created_at, status]).join(' · ') || value, value };
		})
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
	return { results, paginationToken: page.nextCursor };
}

/** What the editor asks the node for while a person fills in its fields. */
export const methods = {
	listSearch: { searchOperations },
	resourceMapping: { contactColumns, employeeColumns },
};
