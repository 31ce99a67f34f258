import type { Resource } from '../../operation';
import { del } from './delete';
import { get } from './get';
import { update } from './update';
import { upsert } from './upsert';

export const employee: Resource = {
	value: 'employee',
	name: 'Employee',
	operations: [upsert, update, del, get],
};
