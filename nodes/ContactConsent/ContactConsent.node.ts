import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { hintsOf, propertiesOf, subtitleOf } from './description';
import { methods } from './methods';
import { resources } from './resources';
import { execute } from './run/execute';

export class ContactConsent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contact Consent',
		name: 'contactConsent',
		icon: {
			light: 'file:../../icons/contactConsent.svg',
			dark: 'file:../../icons/contactConsent.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Upload contacts, file consent PDFs, and start workflows when contacts change',
		defaults: { name: 'Contact Consent' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contactConsentApi', required: true, testedBy: 'testConnection' }],
		builderHint: {
			searchHint:
				'Contacts, employees, consents and consent PDFs of a Contact Consent and Update Service. To start a workflow when a contact changes, use the Contact Consent Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-contact-consent.contactConsentTrigger',
					relationHint: 'Starts a workflow when a contact updates their data or confirms their consents',
				},
			],
		},
		hints: hintsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, resources);
	}
}
