import { operation } from '../../operation';
import {
	filtersField,
	optionsField,
	pageSizeOption,
	periodFilters,
	returnAllFields,
	wantedOf,
} from '../fields';
import { outputFields, shaping } from '../output';
import { OPERATION_OUTPUT, simplifyOperation } from './model';
import { operationsRequest } from './requests';

export const getMany = operation.pages({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many upload operations',
	description: 'List recent uploads and their progress, the newest first',
	fields: [
		...returnAllFields,
		filtersField(periodFilters('operations updated')),
		...outputFields('id, status, items'),
		optionsField([pageSizeOption]),
	],
	output: OPERATION_OUTPUT,
	plan: ({ filters: { from, to }, options, ...parameters }) => ({
		series: [(limit) => operationsRequest({ from, to }, limit)],
		wanted: wantedOf(parameters),
		pageSize: options.pageSize,
		identity: 'id',
		shape: shaping(parameters, simplifyOperation),
	}),
});
