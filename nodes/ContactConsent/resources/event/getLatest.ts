import { operation } from '../../operation';
import { filtersField } from '../../options';
import { returnAllFields, wantedOf } from '../fields';
import { eventOptions, eventPlan, typesFilter } from './fields';
import { EVENT_OUTPUT, eventOutput, typeSeries } from './model';
import { latestRequest } from './requests';

export const getLatest = operation.pages({
	takesAway: true,
	value: 'getLatest',
	name: 'Get Latest',
	action: 'Get latest events',
	description:
		'Read the events that nobody has received yet. Takes events away from other readers; prefer Get Many.',
	fields: [
		{
			displayName:
				'Reading takes these events away from every other reader of the latest events. Get Many can be repeated, but Get Latest may then leave those events out, too.',
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
	plan: ({ filters, options, ...parameters }) => ({
		series: typeSeries(filters.types).map((type) => (limit) => latestRequest(type, limit)),
		wanted: wantedOf(parameters),
		...eventPlan(eventOutput.shaping(parameters), options),
	}),
});
