import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The header value for each Authentication Scheme. The service does not document a scheme, hence the choice. */
function authorization({ authScheme, authPrefix, apiKey }: ICredentialDataDecryptedObject): string {
	const prefix = authScheme === 'custom' ? textOf(authPrefix) : authScheme === 'bearer' ? 'Bearer' : '';
	return `${prefix} ${textOf(apiKey)}`.trimStart();
}

/** The Base URL without a trailing `/`, `/v1` or `/v1/`, as the transport reads it too. */
const BASE_URL = "={{ $credentials.baseUrl.trim().replace(/\\/+$/, '').replace(/\\/v1$/, '') }}/v1";

/** What else may answer any path with a success, by the first character of what it says. */
const NO_LISTS = [
	{ start: '<', what: 'a website' },
	{ start: '{', what: 'something else' },
];

/** n8n checks both kinds of rules side by side; its type allows for one kind alone. */
const RULES = [
	{
		type: 'responseCode',
		properties: {
			value: 401,
			message: 'Wrong key: the service refused the API key. Check API Key and Authentication Scheme.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 403,
			message:
				'The service does not let this key list operations, which this test does. Other operations may still work; if they do not, check API Key and Authentication Scheme.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 404,
			message: 'Wrong address: there is no Contact Consent service at the Base URL.',
		},
	},
	...NO_LISTS.map(({ start, what }) => ({
		type: 'responseSuccessBody' as const,
		properties: {
			key: '[0]',
			value: start,
			message: `Wrong address: ${what} answers at the Base URL, not a Contact Consent service.`,
		},
	})),
] as ICredentialTestRequest['rules'];

export class ContactConsentApi implements ICredentialType {
	name = 'contactConsentApi';

	displayName = 'Contact Consent API';

	icon: Icon = {
		light: 'file:../icons/contactConsent.svg',
		dark: 'file:../icons/contactConsent.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-contact-consent/n8n-nodes-contact-consent#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the Contact Consent and Update Service. A trailing /v1 may be there or not.',
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
				{
					name: 'API Key Only',
					value: 'none',
					description: 'Authorization: your key',
				},
				{
					name: 'Bearer',
					value: 'bearer',
					description: 'Authorization: Bearer your key',
				},
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

	/** A function, because n8n evaluates the expression of a generic one in an isolate, at a millisecond for each request. */
	authenticate: IAuthenticate = (credentials, requestOptions) =>
		Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorization(credentials) },
		});

	/** Listing operations needs the key and, unlike any reading of events, takes nothing away from a workflow. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: BASE_URL,
			url: '/operations',
			qs: { limit: 1 },
			// As text, so that the rules see whether it begins like a list. Parsed, an empty list would make n8n's check of bodies fail.
			encoding: 'text',
			skipSslCertificateValidation: '={{ $credentials.ignoreSslIssues }}',
			// n8n would carry the key along to the target of a redirect.
			disableFollowRedirect: true,
		},
		rules: RULES,
	};
}
