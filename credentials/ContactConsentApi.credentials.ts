import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	Icon,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

const trimmedText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The value of the Authorization header. The service does not document its scheme, so a person chooses it. */
function authorization({ authScheme, authPrefix, apiKey }: ICredentialDataDecryptedObject): string {
	const prefix = authScheme === 'custom' ? trimmedText(authPrefix) : authScheme === 'bearer' ? 'Bearer' : '';
	return `${prefix} ${trimmedText(apiKey)}`.trimStart();
}

export class ContactConsentApi implements ICredentialType {
	name = 'contactConsentApi';

	displayName = 'Contact Consent API';

	icon: Icon = { light: 'file:../icons/contactConsent.svg', dark: 'file:../icons/contactConsent.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the Contact Consent and Update Service. Without http:// or https://, the node uses https. A /v1 at the end is optional.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent in the Authorization header of each request to the Base URL, and nowhere else',
		},
		{
			displayName: 'Authentication Scheme',
			name: 'authScheme',
			type: 'options',
			options: [
				{ name: 'API Key Only', value: 'none', description: 'Authorization: your key' },
				{ name: 'Bearer', value: 'bearer', description: 'Authorization: Bearer your key' },
				{
					name: 'Custom Prefix',
					value: 'custom',
					description: 'Authorization: a prefix of your choice, then your key',
				},
			],
			default: 'none',
			description:
				'The text before the key in the Authorization header. If in doubt, ask the support of your service.',
		},
		{
			displayName: 'Prefix',
			name: 'authPrefix',
			type: 'string',
			default: '',
			placeholder: 'e.g. ApiKey',
			displayOptions: { show: { authScheme: ['custom'] } },
			description: 'Text before the key; the node adds a space between them',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if the certificate of the service cannot be verified',
		},
	];

	/**
	 * A function. A generic definition would contain an expression, and n8n evaluates it in an isolate for each
	 * request, which takes a millisecond.
	 */
	authenticate = ((credentials, requestOptions) =>
		Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorization(credentials) },
		})) satisfies IAuthenticate;
}
