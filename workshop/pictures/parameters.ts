import type { INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../../nodes/ContactConsent/editor/nodeProperties';
import { resources } from '../../nodes/ContactConsent/operations';

const properties = propertiesOf(resources);

const isFor =
	(resource: string, operation: string) =>
	({ displayOptions, type }: INodeProperties) =>
		type === 'collection' &&
		displayOptions?.show?.resource?.includes(resource) &&
		displayOptions.show.operation?.includes(operation);

/** The parameters of each operation with all options and filters added, at their defaults. */
export const operationsWithOptions = (): Array<[string, Record<string, unknown>]> =>
	resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation }): [string, Record<string, unknown>] => {
			const collections = properties
				.filter(isFor(resource, operation))
				.map(({ name, options }) => [
					name,
					Object.fromEntries((options as INodeProperties[]).map((option) => [option.name, option.default])),
				]);
			return [
				`${resource}-${operation}`,
				{ resource, operation, ...(Object.fromEntries(collections) as Record<string, unknown>) },
			];
		}),
	);
