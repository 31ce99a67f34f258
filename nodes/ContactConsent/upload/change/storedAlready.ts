/** Whether the service has the value of a cell already. Of an entry of a list: `entryComparison.ts`. */
import { isAboutCell } from '../report/notes';
import { canonical } from '../table/cells';
import type { ColumnCell } from '../table/surestCell';
import type { Reader, Setting } from '../table/recordModel';

/** A cell as far as it is compared with what is stored. */
type Compared = Pick<ColumnCell, 'column' | 'shape' | 'value' | 'given'>;

/** Reads a value like a cell of this column. @throws InvalidInput */
function readAs({ column, shape }: Compared, value: unknown, setting: Setting) {
	const reader: Reader = { setting, heading: '', notes: [] };
	const text = canonical(shape.convert(value, column, reader));
	// A note about a cell means that reading has changed or dropped the text.
	return { text, isCorrected: reader.notes.some(isAboutCell) };
}

/**
 * True if uploading the stored value would send the same as this cell. The stored value then stays as it is.
 *
 * | column       | stored             | the row gives | answer | because                                                     |
 * | ------------ | ------------------ | ------------- | ------ | ----------------------------------------------------------- |
 * | Birthday     | 1985-05-12         | 31179         | yes    | the cell is read as this day                                |
 * | Company      | *Acme* and a blank | Acme          | yes    | the stored text, read like a cell, has no blank             |
 * | Birthday     | 31179              | 1985-05-12    | no     | both are one day, and what is stored is no text of a day    |
 * | Birthday     | 31179              | 31179         | yes    | the row sends it back as it is                              |
 * | Work Numbers | ="0171 1"          | ["=\"0171 1\""] | yes    | the row sends it back as it is, in a list of its own        |
 * | Work Numbers | 0171 1             | 01711         | no     | it is another text; `mergedList` compares the entries       |
 * | Employee ID  | { }, a wrong value | 7             | no     | the stored value cannot be uploaded                         |
 */
export function isStoredAlready(cell: Compared, stored: unknown, setting: Setting): boolean {
	const { value, given } = cell;
	if (stored === undefined) return value === undefined;
	if (stored === value || stored === given) return true;
	try {
		const asCell = readAs(cell, stored, setting);
		if (asCell.text !== canonical(value)) return false;
		// What reading would correct is only sent back by a row that has the same text.
		return (
			!asCell.isCorrected || readAs(cell, given, { ...setting, isTable: false }).text === canonical(stored)
		);
	} catch {
		return false;
	}
}
