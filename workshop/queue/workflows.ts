import type { Workflow } from '../playground/api';
import { EVERY_10_SECONDS } from '../playground/trigger-workflow';

type Credentials = { id: string; name: string };

const node = (
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credentials?: Credentials,
) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...(credentials && { credentials: { contactConsentApi: credentials } }),
});

const inARow = (...names: string[]) =>
	Object.fromEntries(
		names
			.slice(0, -1)
			.map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }]),
	);

/** Uploads contacts with the ids `q0`, `q1` and so on. */
export const uploadWorkflow = (count: number, credentials: Credentials): Partial<Workflow> => ({
	name: `Upload of ${count} contacts`,
	nodes: [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node(
			'Upload',
			'n8n-nodes-contact-consent.contactConsent',
			{
				resource: 'contact',
				operation: 'upsert',
				fieldsNotSent: 'clear',
				inputMode: 'json',
				json: `={{ Array.from({ length: ${count} }, (_, i) => ({ id: 'q' + i, first_name: 'Ada', last_name: 'No ' + i })) }}`,
				options: {},
			},
			credentials,
		),
	],
	connections: inARow('Start', 'Upload'),
	settings: { executionOrder: 'v1' },
});

/**
 * Follows documentation events and reads each PDF in a node after the trigger, which runs on a worker.
 *
 * @param again whether the action node downloads each PDF again and that one is read
 */
export const documentsWorkflow = (
	startFrom: string,
	credentials: Credentials,
	again = false,
): Partial<Workflow> => {
	const trigger = node(
		'Trigger',
		'n8n-nodes-contact-consent.contactConsentTrigger',
		{
			pollTimes: EVERY_10_SECONDS,
			events: ['documentation'],
			beginWith: 'date',
			startFrom,
			options: { maxEvents: 40 },
		},
		credentials,
	);
	const download = node(
		'Download',
		'n8n-nodes-contact-consent.contactConsent',
		{
			resource: 'documentation',
			operation: 'download',
			documentationOf: 'event',
			contactId: '={{ $json.contact_id }}',
			eventId: '={{ $json.event_id }}',
		},
		credentials,
	);
	const read = node('Read', 'n8n-nodes-base.extractFromFile', { operation: 'binaryToPropery', options: {} });
	const nodes = again ? [trigger, download, read] : [trigger, read];
	return {
		name: 'Documents',
		nodes,
		connections: inARow(...nodes.map(({ name }) => name)),
		settings: { executionOrder: 'v1' },
	};
};
