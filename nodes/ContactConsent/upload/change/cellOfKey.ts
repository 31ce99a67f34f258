import { isRecord } from '../../lib/json';
import type { RecordModel } from '../table/recordModel';
import type { ColumnCell } from '../table/surestCell';

/**
 * The cell of one key of a cell whose value is an object. The key *emails* of a section has a column of its own, with which
 * it is read and compared. *shoe* in `data` has none: `data` converts `{ shoe: 39 }`, and the cell is the *shoe* of the
 * result. The shape of such a key has neither `byKey` nor `entry`, so its value is merged as a whole, and no key inside it
 * is looked at.
 *
 * `given` is what the row says of this key in an object: of `{ data: { shoe: 39 } }` it is 39. It is `undefined` if the row
 * gives no object, because it has JSON as a text, or several cells for the column.
 */
export function cellOfKey(cell: ColumnCell, key: string, value: unknown, model: RecordModel): ColumnCell {
	const given = isRecord(cell.given) ? cell.given[key] : undefined;
	const inner = model.columnAt([...cell.column.path, key]);
	const isPartial = cell.partialLists?.has(value) || undefined;
	if (inner?.shape) return { ...cell, column: inner, shape: inner.shape, value, given, isPartial };
	const { shape } = cell;
	const convert: typeof shape.convert = (one, caption, reader) => {
		const whole = shape.convert({ [key]: one }, caption, reader);
		return isRecord(whole) ? whole[key] : whole;
	};
	return { ...cell, shape: { kind: 'other', convert }, value, given, isPartial };
}
