import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { historyRequest } from '../resources/event/requests';
import type { EventType } from '../resources/event/model';
import type { Send } from '../transport/types';
import { downloadDocuments } from './attachments';
import type { Delivery } from './types';
import { compareEvents, toTriggerEvent, type TriggerEvent } from './event';
import { toItem } from './items';
import type { Settings } from './settings';

const MONTH = 30 * 24 * 60 * 60_000;
const EVENTS_LOOKED_AT = 20;
const DOCUMENTS_TRIED = 3;

/**
 * Fetches an event to build a workflow with. It reads the history only, remembers nothing and takes nothing away
 * from a running workflow.
 *
 * @throws NodeOperationError where there is nothing to show, with what to do about it
 * @throws ServiceError
 */
export async function fetchTestEvent(
	context: IPollFunctions,
	settings: Settings,
	send: Send,
	deadline: number,
): Promise<INodeExecutionData[][]> {
	const now = Date.now();
	const read = async (type: EventType | undefined, from: number | undefined): Promise<TriggerEvent[]> => {
		const filter = { type, ...(from !== undefined && { from: new Date(from).toISOString() }) };
		const limit = Math.min(settings.pageSize, EVENTS_LOOKED_AT);
		const { body } = await send<Array<TriggerEvent['raw']>>(historyRequest(filter, limit), { deadline });
		return body.map((raw) => toTriggerEvent(raw, now)).sort((a, b) => compareEvents(b, a));
	};
	const document = async (events: readonly TriggerEvent[]): Promise<Delivery | undefined> => {
		const tried = events.filter(({ raw }) => raw.type === 'documentation').slice(0, DOCUMENTS_TRIED);
		const limits = { storage: settings.attachmentStorage, maxBytes: Infinity, deadline, now: Date.now };
		for (const event of tried) {
			const outcome = (await downloadDocuments([event], send, context.helpers, limits)).get(event.key);
			if (outcome?.kind === 'final' && outcome.binary) {
				return { event, status: outcome.status, binary: outcome.binary };
			}
		}
		return undefined;
	};

	const from = settings.startFrom ?? now - MONTH;
	const wantsDocument =
		settings.download && settings.series.some((type) => (type ?? 'documentation') === 'documentation');
	const [only] = settings.series.length === 1 ? settings.series : [];
	const type = wantsDocument ? 'documentation' : only;
	let events = await read(type, from);
	if (wantsDocument) {
		const delivery = await document(events);
		if (delivery) return [[toItem(delivery, settings)]];
	}
	for (const other of settings.series) {
		if (events.length === 0) events = await read(other, from);
	}
	const [event] = events;
	if (event === undefined) {
		throw new NodeOperationError(context.getNode(), 'There is no event to show yet', {
			description:
				settings.startFrom === undefined
					? 'The service has no event of the chosen kinds from the last 30 days. Let a contact confirm or update their data, or create a test event with the operation Trigger Test Event of the Contact Consent node.'
					: 'The service has no event of the chosen kinds from Start From on. Choose an earlier time, or create a test event with the operation Trigger Test Event of the Contact Consent node.',
		});
	}
	const isDocument = event.raw.type === 'documentation';
	const status = settings.download ? ('not_generated' as const) : ('skipped' as const);
	return [[toItem(isDocument ? { event, status } : { event }, settings)]];
}
