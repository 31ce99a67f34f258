import { operation } from '../../common/operation';
import { filtersField, periodFilters, returnAllFields, wantedOf } from '../../parameters/commonFields';
import { consentFilters, eventOptions, eventPlan, typesFilter } from './eventFields';
import { doubtAbout } from '../contact/consents';
import { consentFilter, EVENT_OUTPUT, eventOutput, typeSeries } from './eventOutput';
import { historyRequest } from './requests';

export const getMany = operation.pages({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many events',
	description:
		'Read the history of events, as often as you like. Get Latest may then leave these events out.',
	fields: [
		...returnAllFields,
		filtersField([...consentFilters, ...periodFilters('events'), typesFilter]),
		...eventOutput.fields,
		eventOptions,
	],
	output: EVENT_OUTPUT,
	plan: ({ filters: { types, from, to, ...consent }, options, ...parameters }, timeZone) => {
		const doubtful = doubtAbout(consent.consentType);
		return {
			series: typeSeries(types).map((type) => (limit) => historyRequest({ type, from, to }, limit)),
			wanted: wantedOf(parameters),
			isWanted: consentFilter(consent, timeZone, doubtful),
			doubtful,
			...eventPlan(eventOutput.shaping(parameters, timeZone), options),
		};
	},
});
