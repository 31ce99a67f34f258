import type { Column, RecordModel as Old } from '../resources/records/columns';
import type { Reading } from './reading';
export type { Column };
export type RecordModel = Old & { named: (reading: Reading) => string | undefined };
