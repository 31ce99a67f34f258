import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { simplifyEvent, type EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages } from '../transport/pages';
import { passesFilter } from './choose';
import { getDocuments, type Delivery } from './documents';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './event';
import type { Poll, Settings } from './settings';

export function toItem({ event, status, binary, contact }: Delivery, settings: Settings): INodeExecutionData {
	const whole: IDataObject = contact === undefined ? event.raw : { ...event.raw, contact };
	const json: IDataObject = settings.simplify ? simplifyEvent(whole) : { ...whole };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined ? { json } : { json, binary: { [settings.binaryPropertyName]: binary } };
}

const HOUR = 60 * 60_000;
/** Of so many of the newest events of a kind, the first that has its PDF is shown. */
const TRIED = 3;

/** All events of a kind in the last hour, else the last day, else the last month or since the start that was set. */
async function lastEvents(type: EventType, { send, settings, now, lists }: Poll): Promise<TriggerEvent[]> {
	const { startFrom = now() - 30 * 24 * HOUR, pageSize } = settings;
	const events: TriggerEvent[] = [];
	for (const start of [now() - HOUR, now() - 24 * HOUR, startFrom]) {
		const from = new Date(Math.max(start, startFrom)).toISOString();
		const request = historyRequest({ type, from }, pageSize);
		for await (const { items } of readPages(send, request, undefined, { deadline: lists })) {
			for (const raw of items) if (raw.type === type) events.push(toTriggerEvent(raw, now()));
		}
		if (events.length > 0) break;
	}
	return events;
}

/**
 * Fetches the newest event of each chosen kind, to build a workflow with. It reads the history only, remembers nothing
 * and takes nothing away from a running workflow.
 *
 * @throws NodeOperationError where there is nothing to show
 */
export async function fetchTestEvents(context: IPollFunctions, poll: Poll): Promise<INodeExecutionData[][]> {
	const { settings } = poll;
	const shown: Delivery[] = [];
	for (const type of settings.kinds) {
		const events = await lastEvents(type, poll);
		const passing = events.filter((event) => passesFilter(event, settings));
		const newest = (passing.length > 0 ? passing : events).sort((a, b) => compareEvents(b, a));
		const chosen = newest.slice(0, TRIED).map((event) => ({ event, isLastTry: true }));
		const { deliver } = await getDocuments({ chosen, room: Infinity }, poll);
		shown.push(...deliver.sort((a, b) => Number(!a.binary) - Number(!b.binary)).slice(0, 1));
	}
	if (shown.length === 0) {
		const [period, way] =
			settings.startFrom === undefined
				? ['the last 30 days', 'Let a contact confirm or update their data']
				: ["'Start From' on", 'Choose an earlier time'];
		const description = `The service has no event of the chosen kinds from ${period}. ${way}, or, with a sandbox account, create a test event with the operation Trigger Test Event of the Contact Consent node.`;
		throw new NodeOperationError(context.getNode(), 'There is no event to show yet', { description });
	}
	shown.sort((a, b) => compareEvents(a.event, b.event));
	return [shown.map((delivery) => toItem(delivery, settings))];
}
