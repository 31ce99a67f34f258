import { operation } from '../../common/operation';
import {
	filtersField,
	optionsField,
	pageSizeOption,
	periodFilters,
	returnAllFields,
	wantedOf,
} from '../../parameters/commonFields';
import { OPERATION_OUTPUT, operationOutput } from './uploadStatusOutput';
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
	plan: ({ filters: { from, to }, options, ...parameters }, timeZone) => ({
		series: [(limit) => operationsRequest({ from, to }, limit)],
		wanted: wantedOf(parameters),
		pageSize: options.pageSize,
		shape: operationOutput.shaping(parameters, timeZone),
	}),
});
