/** Whether a stored value stays, because uploading it would send what the cell says. */
import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { isStoredAlready } from '../../nodes/ContactConsent/upload/change/storedAlready';
import type { ColumnCell } from '../../nodes/ContactConsent/upload/table/surestCell';
import { MAPPED } from '../support/upload-table';

const DAY = '1985-05-12';

it.each<[column: string, stored: unknown, given: unknown, value: unknown, isThere: boolean]>([
	['birthday', DAY, 31179, DAY, true],
	['company', 'Acme ', 'Acme', 'Acme', true],
	['birthday', 31179, DAY, DAY, false],
	['birthday', 31179, 31179, DAY, true],
	['work_mobile_numbers', [{ number: '="0171 1"' }], ['="0171 1"'], [{ number: '0171 1' }], true],
	['work_mobile_numbers', [{ number: '="0171 1"' }], '0171 1', [{ number: '0171 1' }], false],
	['work_mobile_numbers', [{ number: '0171 1' }], '0171 1', [{ number: '0171 1' }], true],
	['work_mobile_numbers', [{ number: '0171 1' }], '01711', [{ number: '01711' }], false],
	['employee_id', {}, '7', '7', false],
	['company', undefined, 'Acme', 'Acme', false],
])('%s: stored %j, the row gives %j, sent as %j: %j', (name, stored, given, value, isThere) => {
	const column = contactModel.fields.find((one) => one.name === name);
	const cell = { column, shape: column?.shape, given, value } as ColumnCell;
	expect(isStoredAlready(cell, stored, MAPPED)).toBe(isThere);
});
