import { operation } from '../../operation';
import { filtersField, optionsField } from '../../options';
import { pageSizeOption, periodFilters, returnAllFields, wantedOf } from '../fields';
import { OPERATION_OUTPUT, operationOutput } from './model';
import { operationsRequest } from './requests';

export const getMany = operation.pages({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many upload operations',
	description: 'List recent uploads and their progress, the newest first',
	fields: [
		...returnAllFields,
		filtersField(periodFilters('operations updated')),
		...operationOutput.fields,
		optionsField([pageSizeOption]),
	],
	output: OPERATION_OUTPUT,
	plan: ({ filters: { from, to }, options, ...parameters }) => ({
		series: [(limit) => operationsRequest({ from, to }, limit)],
		wanted: wantedOf(parameters),
		pageSize: options.pageSize,
		shape: operationOutput.shaping(parameters),
	}),
});
