import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { propertyOf } from './editor/nodeProperties';
import { credentialTest } from './editor/nodeMethods';
import { fields, subtitle } from './trigger/triggerFields';
import { pollTrigger } from './trigger/poll';

export class ContactConsentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contact Consent Trigger',
		name: 'contactConsentTrigger',
		icon: { light: 'file:../../icons/contactConsent.svg', dark: 'file:../../icons/contactConsent.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's search shows both nodes as one entry, with this description.
		description:
			'Upload contacts and consents, and start workflows when contacts change data or consents, or get a consent PDF',
		defaults: { name: 'Contact Consent Trigger' },
		polling: true,
		eventTriggerDescription:
			'Let a contact update their data or confirm their consents, or, with a sandbox account, create a test event with the Contact Consent node',
		activationMessage:
			"From now on, this workflow starts for the events that are chosen in its trigger. It looks for new ones at its poll times. A new trigger begins as 'Begin With' says: unless you have changed that, with what happens from now on.",
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contactConsentApi', required: true, testedBy: 'testConnection' }],
		properties: fields.map(propertyOf),
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollTrigger(this);
	}
}
