import type { ICredentialTestFunction, IN8nHttpFullResponse, INodeCredentialTestResult } from 'n8n-workflow';

import { ContactConsentApi } from '../../../credentials/ContactConsentApi.credentials';
import { elapsed } from '../lib/time';
import { operationsRequest } from '../operations/uploadStatus/requests';
import { connectionOf } from '../transport/credentials';
import { readBody } from '../transport/responseBody';
import { ServiceError } from '../transport/errors';
import { networkError } from '../transport/network';
import { endpointUrl } from '../transport/path';
import { checkResponse, readResponse } from '../transport/response';
import type { ServiceRequest, ServiceResponse } from '../transport/types';
import { capitalized, plainText, sentence } from '../lib/text';

const TIMEOUT = 30_000;

/** For a 404, or a success of another server: some websites answer any path with one. */
const WRONG_ADDRESS =
	"Wrong address: there is no Contact Consent service at the 'Base URL'. Correct it: ask the company that runs the service for the address of its API.";

/** For a web page. */
const WEBSITE =
	"Wrong address: there is a website at the 'Base URL', not the API of the service. Correct it: ask the company that runs the service for the address of its API, which often begins with api.";

const CHECK_KEY = "check 'API Key' and 'Authentication Scheme'";
const REFUSALS: ServiceRequest['refusals'] = {
	401: {
		message: 'Wrong key: the service refused the API key',
		description: `${capitalized(CHECK_KEY)}.`,
	},
	403: {
		message: 'The service does not let this key list operations, which this test does',
		description: `Other operations may still work; if they do not, ${CHECK_KEY}.`,
	},
};

const refused = (...words: string[]): INodeCredentialTestResult => ({
	status: 'Error',
	message: plainText(words.map(sentence).join(' ')),
});

/** Tests the key by listing operations. Reading events would take them away from a workflow. */
export const testConnection: ICredentialTestFunction = async function ({ data = {} }) {
	const connection = connectionOf(data);
	if ('problem' in connection) return refused(connection.problem, connection.advice);
	const { baseUrl, ignoreSslIssues, redact } = connection;
	const request = { ...operationsRequest({}, 1), refusals: REFUSALS };
	const url = endpointUrl(baseUrl, request.path);
	const { headers } = await new ContactConsentApi().authenticate(data, { url });
	// n8n gives a credential test only this helper.
	const { request: ask } = this.helpers;
	let checked: ServiceResponse | ServiceError;
	let isPage = false;
	const end = elapsed() + TIMEOUT;
	try {
		const raw: unknown = await ask({
			method: request.method,
			uri: url,
			qs: request.query,
			headers,
			json: true,
			resolveWithFullResponse: true,
			simple: false,
			// If n8n followed a redirect, it would send the key to another host.
			followRedirect: false,
			rejectUnauthorized: !ignoreSslIssues,
			timeout: TIMEOUT,
			// The body is read here: n8n's time limit ends with the headers, and n8n would make a damaged body an empty one.
			useStream: true,
		});
		const answer = readResponse(raw as IN8nHttpFullResponse, redact);
		const body = await readBody(answer, false, end);
		isPage = typeof body === 'string' && /^\s*</.test(body);
		checked = checkResponse({ ...answer, body }, request, url, redact);
	} catch (caught) {
		const { message, advice } = caught instanceof ServiceError ? caught : networkError(caught, url, redact);
		return refused(message, advice);
	}
	if (!(checked instanceof ServiceError)) return { status: 'OK', message: 'Connection successful!' };
	const { facts, message } = checked;
	return facts.wrongAddress || facts.status === 404
		? refused(isPage ? WEBSITE : WRONG_ADDRESS)
		: refused(message, checked.describe());
};
