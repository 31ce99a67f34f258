import { operation } from '../../operation';
import { filtersField, returnAllFields, simplifyField, wantedOf } from '../fields';
import { eventOptions, eventPlan, typesFilter } from './fields';
import { EVENT_OUTPUT, typeSeries } from './model';
import { latestRequest } from './requests';

export const getLatest = operation.pages({
	takesAway: true,
	value: 'getLatest',
	name: 'Get Latest',
	action: 'Get latest events',
	description: 'Read the events that nobody has received yet. Each event is handed out once.',
	hint: 'The service hands each event out once, so another run returns only newer ones. Pin this output to build with it, or read the history with Get Many.',
	fields: [
		{
			displayName:
				'Reading takes these events away from every other reader of the latest events. To look without taking, use Get Many.',
			name: 'takesAwayNotice',
			type: 'notice',
			default: '',
		},
		...returnAllFields,
		filtersField([typesFilter]),
		simplifyField,
		eventOptions,
	],
	output: EVENT_OUTPUT,
	plan: ({ filters, simplify, options, ...parameters }) => ({
		series: typeSeries(filters.types).map((type) => (limit) => latestRequest(type, limit)),
		wanted: wantedOf(parameters),
		...eventPlan(simplify, options),
	}),
});
