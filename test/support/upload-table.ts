import type { IDataObject } from 'n8n-workflow';

import { contactModel } from '../../nodes/ContactConsent/resources/contact/columns';
import { readTable as readTableOf } from '../../nodes/ContactConsent/upload/rows';
import type { Setting } from '../../nodes/ContactConsent/upload/columns';
import type { Run } from '../../nodes/ContactConsent/upload/types';

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
};

const NOTHING_READ = { headings: new Map(), rows: [], findings: new Map(), blankRows: 0, otherRows: [] };

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
		isOfTable: setting.trims,
	}));
	return readTableOf(model, given, setting);
}

/** The values that are read from one row, by column, and the headings that are not sent. */
export function readRow(record: IDataObject, options?: Partial<Setting>, model = contactModel) {
	const [row] = readTable([record], options, model).rows;
	if (row === undefined) throw new Error('the row was left out');
	const values = Object.fromEntries(row.cells.map(({ heading, value }) => [heading.column?.name, value]));
	return { id: row.id, error: row.error, notSent: row.notSent, values };
}
