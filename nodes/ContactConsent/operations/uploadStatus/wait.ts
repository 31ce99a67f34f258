import { operation } from '../../common/operation';
import { optionsField, waitingOf, waitingOptions } from '../../parameters/commonFields';
import { isRecord } from '../../lib/json';
import { operationIdField } from './uploadStatusOutput';
import { operationRequest } from './requests';

export const wait = operation.wait({
	value: 'wait',
	name: 'Wait Until Finished',
	action: 'Wait until upload operation is finished',
	description: 'Wait until an upload is finished, or until the time runs out',
	fields: [operationIdField, optionsField(waitingOptions)],
	output: {
		id: 'string',
		created_at: 'string',
		type: 'string',
		model: 'string',
		status: 'string',
		items: [{ id: 'string', model_id: 'string', status: 'string' }],
		timed_out: 'boolean',
	},
	plan({ operationId, options }) {
		return {
			...waitingOf(options),
			request: operationRequest(operationId),
			shape: (body, timedOut) => ({ ...(isRecord(body) ? body : {}), timed_out: timedOut }),
		};
	},
});
