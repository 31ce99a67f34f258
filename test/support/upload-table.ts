import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { readHeadings, readRows } from '../../nodes/ContactConsent/upload/rows';
import type { Setting } from '../../nodes/ContactConsent/upload/setting';
import { newTally } from '../../nodes/ContactConsent/upload/tally';

/** The setting of an upload of mapped columns without any option. */
export const MAPPED: Setting = {
	emptyFields: 'omit',
	unknownFields: 'ignore',
	listValues: 'replace',
	timeZone: 'Europe/Berlin',
	trims: true,
	keeps: true,
	mustExist: false,
	dryRun: false,
	batchSize: 1000,
	hint: '',
};

/** The rows of a table as an upload reads them, and the notes for the hint. */
export function readTable(records: readonly unknown[], options: Partial<Setting> = {}, model = contactModel) {
	const setting = { ...MAPPED, ...options };
	const tally = newTally();
	const given = records.map((record, item) => ({ item, place: undefined, record, isOfTable: setting.trims }));
	const rows = readRows(model, given, readHeadings(model, given, setting), setting, tally);
	return { rows, tally };
}

/** The values that are read from one row, by column, and the headings that are not sent. */
export function readRow(record: IDataObject, options?: Partial<Setting>, model = contactModel) {
	const [row] = readTable([record], options, model).rows;
	if (row === undefined) throw new Error('the row was left out');
	const values = Object.fromEntries(row.cells.map(({ heading, value }) => [heading.column?.name, value]));
	return { id: row.id, error: row.error, notSent: row.notes.notSent, values };
}
