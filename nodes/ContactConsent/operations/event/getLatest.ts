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
		'Read events that nobody has received yet. Other readers then do not get them. Prefer Get Many.',
	fields: [
		{
			displayName:
				'Reading takes these events away: other programs that read the latest events do not get them. Get Many can be repeated, but Get Latest may then leave out the events that it has read.',
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
