/** The smallest workflow with the trigger, for tests and long runs. */
import type { Workflow } from './api';

export const TRIGGER = 'Contact Consent Trigger';

/** n8n refuses intervals below a minute, but not six schedules of a minute each: a poll every 10 seconds. */
export const EVERY_10_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

/** n8n keeps the state of a poll together with the execution that it starts. */
export const DURABLE_POLLERS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** Polls with these parameters, and does nothing with the events. */
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
