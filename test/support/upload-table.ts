import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/operations/contact/contactColumns';
import { readTable as readTableOf } from '../../nodes/ContactConsent/upload/table/rows';
import type { Setting } from '../../nodes/ContactConsent/upload/table/recordModel';
import { notSentIn } from '../../nodes/ContactConsent/upload/report/notes';
import type { Run } from '../../nodes/ContactConsent/upload/uploadTypes';

/** The setting of an upload of mapped columns without any option. */
export const MAPPED: Setting = {
	emptyFields: 'omit',
	unknownFields: 'ignore',
	listValues: 'replace',
	timeZone: 'Europe/Berlin',
	isTable: true,
	keepsOtherFields: true,
	mustExist: false,
	dryRun: false,
	batchSize: 1000,
};

/** Input items with data, and without files. */
export const FILLED = { haveFiles: false, areEmpty: false };

const NOTHING_READ = {
	isInputEmpty: false,
	headings: new Map(),
	rows: [],
	notesLeftOut: [],
	idIsEmail: false,
	blankRows: 0,
	otherRows: [],
	repeatedHeadings: [],
	totals: [],
};

/** An upload of contacts that has read no table, for what is told about targets that a test makes. */
export const runOf = (more: Partial<Run> = {}): Run =>
	({ model: contactModel, setting: MAPPED, ...NOTHING_READ, ...more }) as Run;

/** A table as an upload reads it. */
export function readTable(records: readonly unknown[], options: Partial<Setting> = {}, model = contactModel) {
	const setting = { ...MAPPED, ...options };
	const given = records.map((record, item) => ({
		item,
		position: undefined,
		record,
		isOfTable: setting.isTable,
	}));
	return readTableOf({ model, setting }, given, FILLED);
}

/** The values that are read from one row, by column, and the headings that are not sent. */
export function readRow(record: IDataObject, options?: Partial<Setting>, model = contactModel) {
	const [row] = readTable([record], options, model).rows;
	if (row === undefined) throw new Error('the row was left out');
	const values = Object.fromEntries(row.cells.map(({ heading, value }) => [heading.column?.name, value]));
	return { id: row.id, error: row.error, notSent: notSentIn(row.notes) ?? [], values };
}
