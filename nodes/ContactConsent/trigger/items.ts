import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { simplifyEvent } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { passesFilter } from './choose';
import { getDocuments, type Delivery } from './documents';
import { compareEvents, toTriggerEvent } from './event';
import type { Poll, Settings } from './settings';

export function toItem({ event, status, binary, contact }: Delivery, settings: Settings): INodeExecutionData {
	const { simplify, binaryPropertyName } = settings;
	const whole: IDataObject = contact === undefined ? event.raw : { ...event.raw, contact };
	const json: IDataObject = simplify ? simplifyEvent(whole) : { ...whole };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined ? { json } : { json, binary: { [binaryPropertyName]: binary } };
}

const MONTH = 30 * 24 * 60 * 60_000;
/** Of so many of the newest events of a kind, the first that has its PDF is shown. */
const TRIED = 3;

/**
 * Fetches the newest event of each chosen kind, to build a workflow with. It reads the history only, remembers nothing
 * and takes nothing away from a running workflow.
 *
 * @throws NodeOperationError where there is nothing to show
 */
export async function fetchTestEvents(context: IPollFunctions, poll: Poll): Promise<INodeExecutionData[][]> {
	const { send, settings, end: deadline } = poll;
	const { kinds, startFrom, pageSize } = settings;
	const now = poll.now();
	const from = new Date(startFrom ?? now - MONTH).toISOString();
	const shown: Delivery[] = [];
	for (const type of kinds) {
		const { body } = await send<IDataObject[]>(historyRequest({ type, from }, pageSize), { deadline });
		const events = body.filter((raw) => raw.type === type).map((raw) => toTriggerEvent(raw, now));
		const passing = events.filter((event) => passesFilter(event, settings));
		const newest = (passing.length > 0 ? passing : events).sort((a, b) => compareEvents(b, a));
		const tried = newest.slice(0, TRIED).map((event) => ({ event, isLastTry: true }));
		const { deliver } = await getDocuments(tried, poll);
		shown.push(...deliver.sort((a, b) => Number(!a.binary) - Number(!b.binary)).slice(0, 1));
	}
	if (shown.length === 0) {
		const [period, way] =
			startFrom === undefined
				? ['the last 30 days', 'Let a contact confirm or update their data']
				: ["'Start From' on", 'Choose an earlier time'];
		const description = `The service has no event of the chosen kinds from ${period}. ${way}, or create a test event with the operation Trigger Test Event of the Contact Consent node.`;
		throw new NodeOperationError(context.getNode(), 'There is no event to show yet', { description });
	}
	shown.sort((a, b) => compareEvents(a.event, b.event));
	return [shown.map((delivery) => toItem(delivery, settings))];
}
