import type { Resource } from '../../common/operation';
import { download } from './download';

export const documentation: Resource = {
	value: 'documentation',
	name: 'Consent PDF',
	operations: [download],
};
