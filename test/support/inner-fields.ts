import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/** The fields inside a field: the options of a collection, or the fields of a group that people add several times. */
export function innerOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}
