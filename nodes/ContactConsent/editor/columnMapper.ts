/** The columns that the mapper of an upload offers. */
import type { ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import type { Column, RecordModel } from '../upload/table/recordModel';

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

export const mapperColumns =
	({ fields }: RecordModel, { isUpdate = false } = {}) =>
	(): Promise<ResourceMapperFields> =>
		// A column that stands for others, or that is read-only, is understood in the input, but not offered.
		Promise.resolve({
			fields: fields.filter(({ isReadOnly }) => !isReadOnly).map((column) => mapperField(column, isUpdate)),
		});
