import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from '../plan';
import type { ParameterSource } from '../parameters';
import { resolved, UNRESOLVED } from './references';

/**
 * The parameters of each input item. References to its fields are looked up, everything else is evaluated by n8n.
 *
 * What is the same for all items is asked for once: n8n copies the node each time.
 */
export function itemSources(
	context: IExecuteFunctions,
): (itemIndex: number, item: IDataObject) => ParameterSource {
	const node = context.getNode();
	const timeZone = context.getTimezone();
	const written = new Map<string, unknown>();
	const raw = (path: string) => {
		if (!written.has(path)) {
			written.set(path, context.getNodeParameter(path, 0, null, { rawExpressions: true }) ?? undefined);
		}
		return written.get(path);
	};
	return (itemIndex, item) => ({
		node,
		timeZone,
		itemIndex,
		raw,
		evaluated(path, expression) {
			const value = resolved(expression, item);
			// Each value is checked by its field; n8n's own check would take a column for all of them.
			return value === UNRESOLVED
				? context.getNodeParameter(path, itemIndex, null, { skipValidation: true })
				: value;
		},
	});
}

/** An input item as a plan gets it. */
export const itemOf = (json: IDataObject, { timeZone }: ParameterSource): InputItem => ({ json, timeZone });
