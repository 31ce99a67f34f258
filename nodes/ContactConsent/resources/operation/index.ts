import type { Resource } from '../../operation';
import { get } from './get';
import { getMany } from './getMany';
import { wait } from './wait';

/** The service's own word for what an upload creates: an Operation, whose progress can be read. */
export const operation: Resource = {
	value: 'operation',
	name: 'Upload Operation',
	operations: [getMany, get, wait],
};
