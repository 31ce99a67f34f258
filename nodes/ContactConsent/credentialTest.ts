import type { ICredentialTestFunction, IN8nHttpFullResponse, INodeCredentialTestResult } from 'n8n-workflow';

import { ContactConsentApi } from '../../credentials/ContactConsentApi.credentials';
import { operationsRequest } from './resources/operation/requests';
import { connectionOf } from './transport/credentials';
import { ServiceError } from './transport/errors';
import { networkError } from './transport/network';
import { endpointUrl } from './transport/path';
import { checkResponse, readResponse } from './transport/response';
import { plainText, sentence } from './values';

const TIMEOUT = 30_000;

/** A 404, or a success that is none of the service: a website answers any path with one. */
const WRONG_ADDRESS =
	"Wrong address: there is no Contact Consent service at the 'Base URL'. Correct it: ask the company that runs the service for the address of its API.";

const WORDS: Readonly<Partial<Record<number, string>>> = {
	401: "Wrong key: the service refused the API key. Check 'API Key' and 'Authentication Scheme'.",
	403: "The service does not let this key list operations, which this test does. Other operations may still work; if they do not, check 'API Key' and 'Authentication Scheme'.",
	404: WRONG_ADDRESS,
};

const refused = (...words: string[]): INodeCredentialTestResult => ({
	status: 'Error',
	message: plainText(words.map(sentence).join(' ')),
});

/** Listing operations needs the key and, unlike any reading of events, takes nothing away from a workflow. */
export const testConnection: ICredentialTestFunction = async function ({ data = {} }) {
	const connection = connectionOf(data);
	if ('problem' in connection) return refused(connection.problem, connection.advice);
	const { baseUrl, ignoreSslIssues, redact } = connection;
	const request = operationsRequest({}, 1);
	const url = endpointUrl(baseUrl, request.path);
	const { headers } = await new ContactConsentApi().authenticate(data, { url });
	// n8n hands a test of credentials this helper alone.
	const { request: ask } = this.helpers;
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await ask({
			method: request.method,
			uri: url,
			qs: request.query,
			headers,
			json: true,
			resolveWithFullResponse: true,
			simple: false,
			// n8n would carry the key along to another host.
			followRedirect: false,
			rejectUnauthorized: !ignoreSslIssues,
			timeout: TIMEOUT,
		})) as IN8nHttpFullResponse;
	} catch (caught) {
		const { message, advice } = networkError(caught, url, redact);
		return refused(message, advice);
	}
	const checked = checkResponse(readResponse(answer, redact), request, url, redact);
	if (!(checked instanceof ServiceError)) return { status: 'OK', message: 'Connection successful!' };
	const { facts, message, description } = checked;
	if (facts.kind === 'unexpectedBody') return refused(WRONG_ADDRESS);
	const known = facts.status === undefined ? undefined : WORDS[facts.status];
	return known === undefined ? refused(message, description) : refused(known);
};
