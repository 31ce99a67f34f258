import type { PagesOperation } from '../../operation';
import {
	filtersField,
	pageSizeOf,
	periodFilters,
	periodOf,
	returnAllFields,
	simplifyField,
	wantedOf,
} from '../fields';
import { eventOptions, eventShaping, typesFilter, typesOf } from './fields';
import { typeSeries } from './model';
import { historyRequest } from './requests';

export const getMany: PagesOperation = {
	kind: 'pages',
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
	plan(parameters) {
		const period = periodOf(parameters);
		return {
			series: typeSeries(typesOf(parameters)).map(
				(type) => (limit) => historyRequest({ type, ...period }, limit),
			),
			reading: 'cursor',
			wanted: wantedOf(parameters),
			pageSize: pageSizeOf(parameters),
			...eventShaping(parameters),
		};
	},
};
