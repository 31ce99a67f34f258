import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyEvent } from '../resources/event/model';
import type { Delivery } from './types';

export interface Shape {
	simplify: boolean;
	binaryPropertyName: string;
}

/** One item of the trigger: the event as the service sent it, and how its document fared. */
export function toItem(
	{ event, status, binary }: Delivery,
	{ simplify, binaryPropertyName }: Shape,
): INodeExecutionData {
	const json: IDataObject = simplify ? simplifyEvent(event.raw) : { ...event.raw };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined ? { json } : { json, binary: { [binaryPropertyName]: binary } };
}
