import type { Resource } from '../../common/operation';
import { del } from './delete';
import { get } from './get';
import { undoUpload } from './undoUpload';
import { update } from './update';
import { upsert } from './upsert';

export const employee: Resource = {
	value: 'employee',
	name: 'Employee',
	operations: [upsert, update, undoUpload, del, get],
};
