import { operation } from '../../operation';
import { filtersField, periodFilters, returnAllFields, wantedOf } from '../fields';
import { outputFields, shaping } from '../output';
import { eventOptions, eventPlan, typesFilter } from './fields';
import { EVENT_OUTPUT, simplifyEvent, typeSeries } from './model';
import { historyRequest } from './requests';

export const getMany = operation.pages({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many events',
	description:
		'Read the history of events. You can repeat it as often as you like; Get Latest may then leave these events out.',
	fields: [
		...returnAllFields,
		filtersField([...periodFilters('events'), typesFilter]),
		...outputFields('event_id, type, contact'),
		eventOptions,
	],
	output: EVENT_OUTPUT,
	plan: ({ filters: { types, from, to }, options, ...parameters }) => ({
		series: typeSeries(types).map((type) => (limit) => historyRequest({ type, from, to }, limit)),
		wanted: wantedOf(parameters),
		...eventPlan(shaping(parameters, simplifyEvent), options),
	}),
});
