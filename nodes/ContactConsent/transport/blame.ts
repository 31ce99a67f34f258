import { MOST_LEVELS } from '../lib/json';
import { howAfter, says, wordsOfService } from './statuses';
import type { ExpectedBody, FailureFacts, Refusal } from './types';
import { asRefusal, IN_CREDENTIALS, PROXY_SETTINGS } from './messageParts';

/**
 * Finds out who is to blame for an answer that is not the expected success. Each row of the table has a test, the facts
 * that the test proves, and the words for people. The first row whose test fits counts. The words begin with a sentence
 * on what happened; the others say how to go on. `network.ts` has the table for requests without an answer.
 */

const TELL_WHEN = 'Try again later. If this goes on, tell the support of the service when it happened.';
const FROM_GATEWAY = 'The answer has no Request-Id and is a web page, so a gateway or a firewall sent it';
const WRONG_ADDRESS = `Check the 'Base URL' ${IN_CREDENTIALS}: it has to be the address of the service itself.`;

/** The facts that follow from who is to blame. */
export type Proven = Pick<FailureFacts, 'kind' | 'wrongAddress' | 'from' | 'neverSent'>;

/** The signs in an answer that is not the expected success. */
interface AnswerSigns {
	status: number;
	expect: ExpectedBody;
	/** Scheme and host of a redirect's target, if its address can be read. */
	origin: string | undefined;
	/** The ID of the requested record, if the answer is a different record. */
	otherThan: string | undefined;
	/** The answer nests deeper than anything that n8n can handle. */
	isTooDeep: boolean;
	/** Every answer of the service has a Request-Id. */
	hasRequestId: boolean;
	/** The body is a web page instead of JSON. */
	isPage: boolean;
	/** What the body is, e.g. *HTML*, if it should be a PDF. */
	found: string | undefined;
	/** The endpoint's own words for this status. */
	ofEndpoint: Refusal | undefined;
}

type AnswerRow = readonly [
	seen: (signs: AnswerSigns) => boolean,
	proven: Proven,
	said: (signs: AnswerSigns) => string | Refusal,
];

const ofService = ({ status, ofEndpoint }: AnswerSigns): Refusal =>
	ofEndpoint ?? asRefusal(wordsOfService(status));

const isSuccess = ({ status }: AnswerSigns): boolean => status >= 200 && status < 300;

/** Words for a success that does not say whether the upload was accepted, or whose body is of the wrong kind. */
function strange({ status, expect, found }: AnswerSigns): string {
	if (expect === 'accepted') {
		return `The service did not say whether it accepted the upload. It answered with the status ${status} instead of 202.`;
	}
	const isNoPdf = found === undefined ? '' : `: it is ${found}, not a PDF`;
	return `The answer does not match the documentation of the service${isNoPdf}.`;
}

const ANSWERS: readonly AnswerRow[] = [
	[
		(signs) => signs.isTooDeep,
		{ kind: 'unexpectedBody' },
		() => ({
			message: `The answer nests more than ${MOST_LEVELS} levels deep`,
			description: 'n8n cannot handle it. Give the Request-Id to the support of the service.',
		}),
	],
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
		({ status }) => status === 304,
		{ kind: 'status', from: 'between' },
		() =>
			'Something between n8n and the service answered with an old copy (status 304). The values of this node are not the reason. Try again later. If this goes on, tell your administrator that a cache answers.',
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
		({ status, hasRequestId }) => !hasRequestId && says(status, 'gateway'),
		{ kind: 'status', from: 'between' },
		({ status }) =>
			`A gateway answered instead of the service (status ${status}). The service may be down: this answer has no Request-Id. ${TELL_WHEN}`,
	],
	[
		({ isPage, hasRequestId }) => isPage && !hasRequestId,
		{ kind: 'status', from: 'between' },
		({ status }) => {
			const refused = 'Ask those who run it to let n8n through. It says nothing about the API key.';
			const how = howAfter(status) ?? (status < 500 ? refused : TELL_WHEN);
			return `Something between n8n and the service refused the request (status ${status}). ${FROM_GATEWAY}. ${how}`;
		},
	],
	[
		({ hasRequestId }) => !hasRequestId,
		{ kind: 'status' },
		(signs) => {
			const { description, ...words } = ofService(signs);
			const isOfService = signs.status < 500;
			const hasReason = says(signs.status, 'busy') || says(signs.status, 'ofAccount');
			const address = isOfService && !hasReason ? `, or the 'Base URL' may be wrong` : '';
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
