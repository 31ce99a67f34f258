import { operation } from '../../operation';
import {
	filtersField,
	optionsField,
	pageSizeOption,
	periodFilters,
	returnAllFields,
	simplifyField,
	wantedOf,
} from '../fields';
import { OPERATION_OUTPUT, simplifyOperation } from './model';
import { operationsRequest } from './requests';

export const getMany = operation.pages({
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
	output: OPERATION_OUTPUT,
	plan: ({ filters: { from, to }, simplify, options, ...parameters }) => ({
		series: [(limit) => operationsRequest({ from, to }, limit)],
		wanted: wantedOf(parameters),
		pageSize: options.pageSize,
		identity: 'id',
		shape: (found) => (simplify ? simplifyOperation(found) : found),
	}),
});
