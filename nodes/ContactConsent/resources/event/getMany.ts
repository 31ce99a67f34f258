import { operation } from '../../operation';
import { filtersField } from '../../options';
import { periodFilters, returnAllFields, wantedOf } from '../fields';
import { consentFilters, eventOptions, eventPlan, typesFilter } from './fields';
import { consentFilter, EVENT_OUTPUT, eventOutput, typeSeries } from './model';
import { historyRequest } from './requests';

export const getMany = operation.pages({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many events',
	description:
		'Read the history of events. You can repeat it as often as you like; Get Latest may then leave these events out.',
	fields: [
		...returnAllFields,
		filtersField([...consentFilters, ...periodFilters('events'), typesFilter]),
		...eventOutput.fields,
		eventOptions,
	],
	output: EVENT_OUTPUT,
	plan: ({ filters: { types, from, to, ...consent }, options, ...parameters }) => ({
		series: typeSeries(types).map((type) => (limit) => historyRequest({ type, from, to }, limit)),
		wanted: wantedOf(parameters),
		isWanted: consentFilter(consent),
		...eventPlan(eventOutput.shaping(parameters), options),
	}),
});
