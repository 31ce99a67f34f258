import type { Resource } from '../../common/operation';
import { get } from './get';
import { getMany } from './getMany';
import { wait } from './wait';

/** An upload creates an Operation, as the service calls it. Its progress can be read. */
export const operation: Resource = {
	value: 'operation',
	name: 'Upload Operation',
	operations: [getMany, get, wait],
};
