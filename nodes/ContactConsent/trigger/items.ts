import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { simplifyEvent, type EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import type { Send } from '../transport/types';
import { passesFilter } from './choose';
import { getDocuments, type Delivery } from './documents';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './event';
import type { Settings } from './settings';

/** One item of the trigger: the event as the service sent it, its contact, and how its document fared. */
export function toItem(
	{ event, status, binary, contact }: Delivery,
	{ simplify, binaryPropertyName }: Pick<Settings, 'simplify' | 'binaryPropertyName'>,
): INodeExecutionData {
	const whole: IDataObject = contact === undefined ? event.raw : { ...event.raw, contact };
	const json: IDataObject = simplify ? simplifyEvent(whole) : { ...whole };
	if (status !== undefined) json.documentation_status = status;
	return binary === undefined ? { json } : { json, binary: { [binaryPropertyName]: binary } };
}

const MONTH = 30 * 24 * 60 * 60_000;
const DOCUMENTS_TRIED = 3;

/**
 * Fetches the newest event of each chosen kind, to build a workflow with. It reads the history only, remembers nothing
 * and takes nothing away from a running workflow.
 *
 * @throws NodeOperationError where there is nothing to show, with what to do about it
 * @throws ServiceError
 */
export async function fetchTestEvents(
	context: IPollFunctions,
	settings: Settings,
	send: Send,
	deadline: number,
): Promise<INodeExecutionData[][]> {
	const now = Date.now();
	const from = new Date(settings.startFrom ?? now - MONTH).toISOString();
	const newest = async (type: EventType): Promise<TriggerEvent[]> => {
		const request = historyRequest({ type, from }, settings.pageSize);
		const { body } = await send<IDataObject[]>(request, { deadline });
		const events = body.filter((raw) => raw.type === type).map((raw) => toTriggerEvent(raw, now));
		const passing = events.filter((event) => passesFilter(event, settings));
		return (passing.length > 0 ? passing : events).sort((a, b) => compareEvents(b, a));
	};
	const work = { send, helpers: context.helpers, now: Date.now, deadline, settings };
	const deliver = async (event: TriggerEvent): Promise<Delivery | undefined> =>
		(await getDocuments([{ event, since: now, isLastTry: true }], work)).deliver[0];
	/** Of the newest few, the first that has its PDF. */
	const withDocument = async (events: readonly TriggerEvent[]): Promise<Delivery | undefined> => {
		let first: Delivery | undefined;
		for (const event of events.slice(0, DOCUMENTS_TRIED)) {
			const delivery = await deliver(event);
			if (delivery?.binary || !settings.download) return delivery;
			first ??= delivery;
		}
		return first;
	};

	const deliveries: Delivery[] = [];
	for (const kind of settings.kinds) {
		const events = await newest(kind);
		const delivery =
			kind === 'documentation' ? await withDocument(events) : events[0] && { event: events[0] };
		if (delivery !== undefined) deliveries.push(delivery);
	}
	if (deliveries.length === 0) {
		throw new NodeOperationError(context.getNode(), 'There is no event to show yet', {
			description:
				settings.startFrom === undefined
					? 'The service has no event of the chosen kinds from the last 30 days. Let a contact confirm or update their data, or create a test event with the operation Trigger Test Event of the Contact Consent node.'
					: 'The service has no event of the chosen kinds from Start From on. Choose an earlier time, or create a test event with the operation Trigger Test Event of the Contact Consent node.',
		});
	}
	deliveries.sort((a, b) => compareEvents(a.event, b.event));
	return [deliveries.map((delivery) => toItem(delivery, settings))];
}
