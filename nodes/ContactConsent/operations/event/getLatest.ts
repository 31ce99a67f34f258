import { operation } from '../../common/operation';
import { filtersField, returnAllFields, wantedOf } from '../../parameters/commonFields';
import { eventOptions, eventPlan, typesFilter } from './eventFields';
import { EVENT_OUTPUT, eventOutput, typeSeries } from './eventOutput';
import { latestRequest } from './requests';

export const getLatest = operation.pages({
	takesAway: true,
	value: 'getLatest',
	name: 'Get Latest',
	action: 'Get latest events',
	description:
		'Read events that nobody has received yet. Other readers do not get them any more; prefer Get Many.',
	fields: [
		{
			displayName:
				'Nobody else who reads the latest events gets the events that this node has read. Get Many can be repeated, but Get Latest may then leave those events out, too.',
			name: 'takesAwayNotice',
			type: 'notice',
			default: '',
		},
		...returnAllFields,
		filtersField([typesFilter]),
		...eventOutput.fields,
		eventOptions,
	],
	output: EVENT_OUTPUT,
	plan: ({ filters, options, ...parameters }, timeZone) => ({
		series: typeSeries(filters.types).map((type) => (limit) => latestRequest(type, limit)),
		wanted: wantedOf(parameters),
		...eventPlan(eventOutput.shaping(parameters, timeZone), options),
	}),
});
