/** The smallest workflow with the trigger, for tests and long runs. */
import type { Workflow } from './api';

export const TRIGGER = 'Contact Consent Trigger';

/** A poll every 10 seconds. n8n refuses intervals below a minute, but accepts six schedules of a minute. */
export const EVERY_10_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

/** With these settings, n8n writes the state of a poll in one step with the execution that it starts. */
export const DURABLE_POLLERS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** A workflow that polls with these parameters and ignores the events. */
export const triggerWorkflow = (
	name: string,
	credentials: { id: string; name: string },
	parameters: Record<string, unknown> = { pollTimes: EVERY_10_SECONDS },
): Partial<Workflow> => ({
	name,
	nodes: [
		{
			id: 'trigger',
			name: TRIGGER,
			type: 'n8n-nodes-contact-consent.contactConsentTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { contactConsentApi: credentials },
		},
		{
			id: 'end',
			name: 'End',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
		},
	],
	connections: { [TRIGGER]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});
