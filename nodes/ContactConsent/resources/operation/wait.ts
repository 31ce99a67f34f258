import type { WaitOperation } from '../../operation';
import { optionsField, waitingOf, waitingOptions } from '../fields';
import { operationIdField } from './fields';

export const wait: WaitOperation = {
	kind: 'wait',
	value: 'wait',
	name: 'Wait Until Finished',
	action: 'Wait until an upload operation is finished',
	description: 'Read the progress of an upload until it is finished or the time runs out',
	fields: [operationIdField, optionsField(waitingOptions)],
	plan: (parameters) => ({ operationId: parameters.id('operationId'), waiting: waitingOf(parameters) }),
};
