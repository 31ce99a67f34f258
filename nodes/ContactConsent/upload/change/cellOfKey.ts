import { isRecord } from '../../lib/json';
import type { RecordModel } from '../table/recordModel';
import type { ColumnCell } from '../table/surestCell';

/**
 * The cell of one key of a cell whose value is an object, e.g. of *shoe* in custom data, or of *emails* in a section. A key
 * without a column of its own is converted as the whole converts it.
 *
 * @returns with `given` `undefined` if the row has no object: it has JSON as a text, or several cells
 */
export function cellOfKey(cell: ColumnCell, key: string, value: unknown, model: RecordModel): ColumnCell {
	const given = isRecord(cell.given) ? cell.given[key] : undefined;
	const inner = model.columnAt([...cell.column.path, key]);
	if (inner?.shape) return { ...cell, column: inner, shape: inner.shape, value, given };
	const { shape } = cell;
	const convert: typeof shape.convert = (one, caption, reader) => {
		const whole = shape.convert({ [key]: one }, caption, reader);
		return isRecord(whole) ? whole[key] : whole;
	};
	return { ...cell, shape: { kind: 'other', convert }, value, given };
}
