import type { PagesOperation } from '../../operation';
import {
	filtersField,
	optionsField,
	pageSizeOf,
	pageSizeOption,
	periodFilters,
	periodOf,
	returnAllFields,
	simplifyField,
	wantedOf,
} from '../fields';
import { simplifyOperation } from './model';
import { operationsRequest } from './requests';

export const getMany: PagesOperation = {
	kind: 'pages',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many upload operations',
	description: 'List the uploads and their progress, the newest first',
	fields: [
		...returnAllFields,
		filtersField(periodFilters('operations updated')),
		simplifyField,
		optionsField([pageSizeOption]),
	],
	plan(parameters) {
		const period = periodOf(parameters);
		const simplify = parameters.flag('simplify');
		return {
			series: [(limit) => operationsRequest(period, limit)],
			reading: 'cursor',
			wanted: wantedOf(parameters),
			pageSize: pageSizeOf(parameters),
			identity: 'id',
			shape: (operation) => (simplify ? simplifyOperation(operation) : operation),
		};
	},
};
