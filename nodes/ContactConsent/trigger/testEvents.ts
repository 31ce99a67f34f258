import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { EventType } from '../resources/event/model';
import { historyRequest } from '../resources/event/requests';
import { readPages } from '../transport/pages';
import type { Chosen } from './choose';
import { toItem } from './commit';
import { getDocuments, type Delivery } from './documents';
import { LISTS_END } from './read';
import type { Poll } from './settings';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './state';

const DAY = 24 * 60 * 60_000;
/** Days in which to look for an event, all of its pages, until there is one: the order of the history is not known. */
const PERIODS = [1 / 24, 1, 30];
/** Of so many of the newest events of a kind, the first that has its PDF is shown. */
const TRIED = 3;

/** The newest event of a kind, of those that the consent filter lets through if there are any. */
async function newestOf(type: EventType, poll: Poll): Promise<Delivery | undefined> {
	const { send, settings, now, left } = poll;
	const events: TriggerEvent[] = [];
	for (const days of PERIODS) {
		if (events.length > 0) break;
		const from = new Date(now() - days * DAY).toISOString();
		const request = historyRequest({ type, from }, settings.pageSize);
		for await (const { items } of readPages(send, request, undefined, { within: left(LISTS_END) })) {
			for (const raw of items) if (raw.type === type) events.push(toTriggerEvent(raw, now()));
		}
	}
	const passing = events.filter(({ raw }) => settings.passes(raw));
	const newest = (passing.length > 0 ? passing : events).sort((a, b) => compareEvents(b, a));
	const shown = newest.slice(0, TRIED).map((event): Chosen => ({ event, withoutPdf: 'goes' }));
	const { deliver } = await getDocuments(shown, poll);
	return deliver.find(({ binary }) => binary) ?? deliver[0];
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
		const newest = await newestOf(type, poll);
		if (newest) shown.push(newest);
	}
	if (shown.length === 0) {
		const description =
			'The service has no event of the chosen kinds from the last 30 days. Let a contact confirm or update their data, or, with a sandbox account, create a test event with the operation Trigger Test Event of the Contact Consent node.';
		throw new NodeOperationError(context.getNode(), 'There is no event to show yet', { description });
	}
	shown.sort((a, b) => compareEvents(a.event, b.event));
	return [shown.map((delivery) => toItem(delivery, poll))];
}
