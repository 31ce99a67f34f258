import type { PagesOperation } from '../../operation';
import { filtersField, pageSizeOf, returnAllFields, simplifyField, wantedOf } from '../fields';
import { eventOptions, eventShaping, typesFilter, typesOf } from './fields';
import { typeSeries } from './model';
import { latestRequest } from './requests';

export const getLatest: PagesOperation = {
	kind: 'pages',
	value: 'getLatest',
	name: 'Get Latest',
	action: 'Get the latest events',
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
	plan(parameters) {
		return {
			series: typeSeries(typesOf(parameters)).map((type) => (limit) => latestRequest(type, limit)),
			reading: 'drain',
			wanted: wantedOf(parameters),
			pageSize: pageSizeOf(parameters),
			...eventShaping(parameters),
		};
	},
};
