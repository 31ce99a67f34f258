import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { propertyOf } from './description';
import { fields } from './trigger/description';
import { poll } from './trigger/poll';

export class ContactConsentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contact Consent Trigger',
		name: 'contactConsentTrigger',
		icon: {
			light: 'file:../../icons/contactConsent.svg',
			dark: 'file:../../icons/contactConsent.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts a workflow when contacts update their data, confirm it, or a consent document is made',
		defaults: { name: 'Contact Consent Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contactConsentApi', required: true }],
		properties: fields.map(propertyOf),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
