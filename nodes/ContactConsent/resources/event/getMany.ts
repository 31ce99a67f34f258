import { operation } from '../../operation';
import { filtersField, periodFilters, returnAllFields, simplifyField, wantedOf } from '../fields';
import { eventOptions, eventPlan, typesFilter } from './fields';
import { EVENT_OUTPUT, typeSeries } from './model';
import { historyRequest } from './requests';

export const getMany = operation.pages({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many events',
	description: 'Read the history of events, as often as wanted',
	fields: [
		...returnAllFields,
		filtersField([...periodFilters('events'), typesFilter]),
		simplifyField,
		eventOptions,
	],
	output: EVENT_OUTPUT,
	plan: ({ filters: { types, from, to }, simplify, options, ...parameters }) => ({
		series: typeSeries(types).map((type) => (limit) => historyRequest({ type, from, to }, limit)),
		wanted: wantedOf(parameters),
		...eventPlan(simplify, options),
	}),
});
