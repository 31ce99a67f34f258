import type { ExpectedBody, FailureFacts, Refusal } from './types';

/**
 * Finds out who is to blame for an answer that is not the expected success. Each row of the table has a test, the facts
 * that the test proves, and the words for people. The first row whose test fits counts. The words begin with a sentence
 * on what happened; the others say how to go on. `network.ts` has the table for requests without an answer.
 */

export const IN_CREDENTIALS = 'in the Contact Consent API credentials';
export const PROXY_SETTINGS = "n8n's environment variables HTTP_PROXY and HTTPS_PROXY";
const TELL_WHEN = 'Try again later. If this goes on, tell the support of the service when it happened.';
const FROM_GATEWAY = 'The answer has no Request-Id and is a web page, so a gateway or a firewall sent it';
const WRONG_ADDRESS = `Check the 'Base URL' ${IN_CREDENTIALS}: it has to be the address of the service itself.`;

/** The facts that follow from who is to blame. */
export type Proven = Pick<FailureFacts, 'kind' | 'wrongAddress' | 'from' | 'neverSent'>;

export function asRefusal(said: string): Refusal {
	const [message = '', ...rest] = said.split('. ');
	return { message, description: rest.join('. ') };
}

/** The signs in an answer that is not the expected success. */
interface AnswerSigns {
	status: number;
	expect: ExpectedBody;
	/** Scheme and host of a redirect's target, if its address can be read. */
	origin: string | undefined;
	/** The ID of the requested record, if the answer is a different record. */
	otherThan: string | undefined;
	/** Every answer of the service has a Request-Id. */
	hasRequestId: boolean;
	/** The body is a web page instead of JSON. */
	isPage: boolean;
	/** The endpoint's own words for this status. */
	own: Refusal | undefined;
}

type AnswerRow = readonly [
	seen: (signs: AnswerSigns) => boolean,
	proven: Proven,
	said: (signs: AnswerSigns) => string | Refusal,
];

/** The words for a status of the service. 500 stands for every status from 500 on. */
const OF_SERVICE: Readonly<Record<number, string>> = {
	400: 'The service could not read the request. Compare the values of this node with what the service says.',
	401: `The service refused the API key. Check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}, or ask the service for a new key.`,
	403: `The service does not allow this request. Ask the service for an API key that has the right to do this. If every request ends like this, check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}.`,
	404: 'The service has no such record. Check the ID. Somebody may have deleted the record.',
	422: 'The service refused the values. Correct the values that the service names and run the node again.',
	429: 'The service asks for fewer requests. Run the node again later, or run the workflow less often.',
	500: 'The service could not process the request. Try again later. If this goes on, give the Request-Id to the support of the service.',
};

/** How to go on after a status that means the same from any sender: too slow, too large, too many. */
const SAME_FROM_ANYBODY: Readonly<Record<number, string>> = {
	408: 'It took too long. Try again later.',
	413: 'It was too large. Send less at once.',
	429: 'There are too many requests. Run the node again later, or run the workflow less often.',
};

function ofService({ status, own }: AnswerSigns): Refusal {
	const other = `The service answered with the unexpected status ${status}. Check the 'Base URL' ${IN_CREDENTIALS} and the values of this node.`;
	const how = SAME_FROM_ANYBODY[status];
	const same = how && `The service answered with the status ${status}. ${how}`;
	return own ?? asRefusal(OF_SERVICE[Math.min(status, 500)] ?? same ?? other);
}

/** Statuses that gateways send if they cannot reach the service. Cloudflare uses those from 520 on. */
const isOfGateway = (status: number): boolean =>
	(status >= 502 && status <= 504) || (status >= 520 && status <= 530);

const isSuccess = ({ status }: AnswerSigns): boolean => status >= 200 && status < 300;

/** Words for a success that does not say whether the upload was accepted, or whose body is of the wrong kind. */
const strange = ({ status, expect }: AnswerSigns): string =>
	expect === 'accepted'
		? `The service did not say whether it accepted the upload. It answered with the status ${status} instead of 202.`
		: 'The answer does not match the documentation of the service.';

const ANSWERS: readonly AnswerRow[] = [
	[
		({ otherThan }) => otherThan !== undefined,
		{ kind: 'unexpectedBody' },
		({ otherThan }) => ({
			message: `The service answered with another record than "${otherThan}"`,
			description: 'Try again later. If this goes on, give the Request-Id to the support of the service.',
		}),
	],
	[
		(signs) => isSuccess(signs) && !signs.hasRequestId,
		{ kind: 'unexpectedBody', wrongAddress: true },
		(signs) => `${strange(signs)} ${WRONG_ADDRESS}`,
	],
	[
		(signs) => isSuccess(signs) && signs.expect === 'accepted',
		{ kind: 'unexpectedBody' },
		(signs) =>
			`${strange(signs)} It may have processed the upload or not. Read one of the uploaded records, or list the recent operations, to find out. Uploading the same records again does no harm.`,
	],
	[
		isSuccess,
		{ kind: 'unexpectedBody' },
		(signs) =>
			`${strange(signs)} Something between n8n and the service may have changed the answer. Try again later.`,
	],
	[
		({ status }) => status >= 300 && status < 400,
		{ kind: 'setting' },
		({ origin = 'an unknown address' }) =>
			`The service redirects to ${origin}. n8n does not follow, because the API key must not reach another address. ${WRONG_ADDRESS}`,
	],
	[
		({ status }) => status === 407,
		{ kind: 'setting', from: 'proxy', neverSent: true },
		() =>
			`The proxy between n8n and the service asks for a login. The request did not reach the service. Write user name and password into ${PROXY_SETTINGS}, e.g. http://user:password@proxy.example.com:3128.`,
	],
	[
		({ status, hasRequestId, isPage }) => status === 404 && (isPage || !hasRequestId),
		{ kind: 'status', wrongAddress: true },
		() => `There is no Contact Consent service at the 'Base URL'. ${WRONG_ADDRESS}`,
	],
	[
		({ status, hasRequestId }) => !hasRequestId && isOfGateway(status),
		{ kind: 'status', from: 'between' },
		({ status }) =>
			`A gateway answered instead of the service (status ${status}). The service may be down: this answer has no Request-Id. ${TELL_WHEN}`,
	],
	[
		({ isPage, hasRequestId }) => isPage && !hasRequestId,
		{ kind: 'status', from: 'between' },
		({ status }) => {
			const refused = 'Ask those who run it to let n8n through. It says nothing about the API key.';
			const how = SAME_FROM_ANYBODY[status] ?? (status < 500 ? refused : TELL_WHEN);
			return `Something between n8n and the service refused the request (status ${status}). ${FROM_GATEWAY}. ${how}`;
		},
	],
	[
		({ hasRequestId }) => !hasRequestId,
		{ kind: 'status' },
		(signs) => {
			const { description, ...words } = ofService(signs);
			const isOfService = signs.status < 500;
			const address = isOfService ? `, or the 'Base URL' may be wrong` : '';
			const doubt = `The answer has no Request-Id, so it may come from something between n8n and the service${address}.`;
			return { ...words, description: `${isOfService ? description : TELL_WHEN} ${doubt}` };
		},
	],
	[() => true, { kind: 'status' }, ofService],
];

/** The words for an answer, and the facts that it proves. */
export function blameForAnswer(signs: AnswerSigns): [words: Refusal, proven: Proven] {
	const [, proven, said] = ANSWERS.find(([seen]) => seen(signs)) as AnswerRow;
	const words = said(signs);
	return [typeof words === 'string' ? asRefusal(words) : words, proven];
}
