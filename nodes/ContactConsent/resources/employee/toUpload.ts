import type { IDataObject } from 'n8n-workflow';

import type { BatchSettings, Upload } from '../../operation';
import { LEAVE_OUT } from '../../values';
import { listValue, mapValue, textValue, unknownColumns } from '../upload';

export const TEXT_FIELDS = [
	'id',
	'first_name',
	'last_name',
	'email',
	'phone_number',
	'fax_number',
	'position',
	'department',
	'street',
	'house_number',
	'city',
	'zip_code',
	'website',
	'profile_picture_url',
] as const;

export const REQUIRED_FIELDS = ['id', 'first_name', 'email'] as const;

const KNOWN: ReadonlySet<string> = new Set<string>([...TEXT_FIELDS, 'tags', 'data']);

/**
 * An employee in the service's upload shape, which is the read shape, too.
 *
 * @throws InvalidElement naming the field
 */
export function employeeToUpload(raw: IDataObject, settings: BatchSettings): Upload {
	const upload: IDataObject = {};
	for (const field of TEXT_FIELDS) {
		const value = textValue(raw[field], field, settings);
		if (value !== LEAVE_OUT) upload[field] = value;
	}
	const tags = listValue(raw.tags, 'tags', settings);
	if (tags !== LEAVE_OUT) {
		upload.tags = tags.flatMap((tag) => {
			const text = textValue(tag, 'tags', settings);
			return text === LEAVE_OUT ? [] : [text];
		});
	}
	const data = mapValue(raw.data, 'data');
	const custom = unknownColumns(raw, KNOWN, settings);
	if (data !== LEAVE_OUT || custom) upload.data = { ...(data === LEAVE_OUT ? {} : data), ...custom };
	return upload as Upload;
}
