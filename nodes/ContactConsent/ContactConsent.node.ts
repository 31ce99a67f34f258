import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { propertiesOf, subtitleOf } from './editor/nodeProperties';
import { hintsOf } from './editor/hints';
import { methods } from './editor/nodeMethods';
import { resources } from './operations';
import { execute } from './run/execute';

export class ContactConsent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contact Consent',
		name: 'contactConsent',
		icon: { light: 'file:../../icons/contactConsent.svg', dark: 'file:../../icons/contactConsent.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Upload contacts and consents, file consent PDFs, and start workflows when contacts change',
		defaults: { name: 'Contact Consent' },
		usableAsTool: true,
		hints: hintsOf(resources),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contactConsentApi', required: true, testedBy: 'testConnection' }],
		properties: propertiesOf(resources),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, resources);
	}
}
