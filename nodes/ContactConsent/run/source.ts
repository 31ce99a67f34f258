import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from '../plan';
import type { ParameterSource } from '../parameters';
import { resolved, UNRESOLVED } from './references';

/** The parameters of one input item. References to its fields are looked up, everything else is evaluated by n8n. */
export function itemSource(
	context: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
): ParameterSource {
	return {
		node: context.getNode(),
		timeZone: context.getTimezone(),
		itemIndex,
		raw: (path) => context.getNodeParameter(path, itemIndex, null, { rawExpressions: true }) ?? undefined,
		evaluated(path, raw) {
			const value = resolved(raw, item);
			// Each value is checked by its field; n8n's own check would take a column for all of them.
			return value === UNRESOLVED
				? context.getNodeParameter(path, itemIndex, null, { skipValidation: true })
				: value;
		},
	};
}

/** An input item as a plan gets it. */
export const itemOf = (context: IExecuteFunctions, json: IDataObject): InputItem => ({
	json,
	timeZone: context.getTimezone(),
});
