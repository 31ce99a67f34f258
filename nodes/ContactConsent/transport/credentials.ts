import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { scalarText } from '../values';

import { normaliseBaseUrl } from './path';
import type { Redact } from './types';

/** The places of n8n from which requests are sent. */
export type SenderContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The name of the credentials type. */
export const CREDENTIALS = 'contactConsentApi';

/** What the credentials say, without the key: n8n puts that into the header. */
export interface ConnectionSettings {
	baseUrl: string;
	ignoreSslIssues: boolean;
	redact: Redact;
}

export interface Connection extends ConnectionSettings {
	/**
	 * For n8n, with each request: it would read and decrypt them again, and make an engine for their expressions, which
	 * takes longer than the request itself.
	 */
	credentials: ICredentialsDecrypted;
}

const SCHEMES: readonly unknown[] = ['none', 'bearer', 'custom'];

/** The characters that Node lets into a header. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

/** The key, and what follows a prefix such as `Bearer` where somebody has entered both. */
const secretsIn = (key: string): string[] => [
	key,
	...key
		.split(' ')
		.slice(1)
		.filter((word) => word.length > 5),
];

/** Reads what credentials hold; `problem` and `advice`: why no request could succeed with them. */
export function connectionOf(
	credentials: ICredentialDataDecryptedObject,
): ConnectionSettings | { problem: string; advice: string } {
	const { baseUrl, apiKey, authScheme, authPrefix, ignoreSslIssues } = credentials;
	const base = normaliseBaseUrl(scalarText(baseUrl) ?? '');
	if ('problem' in base) {
		return {
			...base,
			advice: 'Correct it in the Contact Consent API credentials, e.g. https://api.example.com',
		};
	}
	const key = (scalarText(apiKey) ?? '').trim();
	if (key === '') {
		return { problem: "The 'API Key' is empty", advice: 'Enter it in the Contact Consent API credentials.' };
	}
	if (!SCHEMES.includes(authScheme ?? 'none')) {
		return {
			problem: "The 'Authentication Scheme' is none that there is",
			advice: 'Choose it again in the Contact Consent API credentials.',
		};
	}
	const prefix = authScheme === 'custom' ? (scalarText(authPrefix) ?? '').trim() : '';
	if (!SENDABLE.test(key + prefix)) {
		return {
			problem: 'The API key or its prefix contains characters that cannot be sent in a header',
			advice:
				'Copy the key again into the Contact Consent API credentials; you may have copied a line break.',
		};
	}
	const secrets = secretsIn(key);
	return {
		baseUrl: base.baseUrl,
		ignoreSslIssues: ignoreSslIssues === true,
		redact: (text) => secrets.reduce((left, secret) => left.split(secret).join('***'), text),
	};
}

/** @throws NodeOperationError for credentials with which no request could succeed */
export async function readConnection(context: SenderContext): Promise<Connection> {
	const data = await context.getCredentials(CREDENTIALS);
	const settings = connectionOf(data);
	if (!('problem' in settings)) {
		return { ...settings, credentials: { id: '', name: '', type: CREDENTIALS, data } };
	}
	const { problem, advice } = settings;
	throw new NodeOperationError(context.getNode(), problem, { description: advice });
}
