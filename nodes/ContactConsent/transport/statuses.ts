import { IN_CREDENTIALS } from './messageParts';
import type { FailureFacts } from './types';

/**
 * What a status says besides its words.
 *
 * - `passes`: the service, or something before it, could not answer just now. A later try may succeed.
 * - `busy`: the service works, and this record is in use. A later try may succeed.
 * - `gateway`: a gateway sends it if it cannot reach the service. Cloudflare uses those from 520 on.
 * - `values`: the service has read the request and refuses values of it. Some of its records may be fine.
 * - `tooLarge`: the request has too many records.
 * - `cursor`: a list refuses a page cursor that has expired.
 * - `period`: a list refuses the time that it is asked for.
 * - `ofAccount`: the service has a reason of its own, which is not the address.
 * - `permanent`: n8n takes it for permanent, unless it is told another cause.
 */
type Trait =
	'passes' | 'busy' | 'gateway' | 'values' | 'tooLarge' | 'cursor' | 'period' | 'ofAccount' | 'permanent';

interface Status {
	is: readonly Trait[];
	/** The words if the service sends it. */
	ofService?: string;
	/** How to go on, where that is the same whoever sends it: too slow, too large, too many. */
	ofAnybody?: string;
}

const LIMIT = 'Run the node again later, or run the workflow less often.';
const LATER =
	'n8n has tried several times. Run the node again later. If this goes on, give the Request-Id to the support of the service.';
const FAILED =
	'The service could not process the request. Try again later. If this goes on, give the Request-Id to the support of the service.';
const GATEWAY: Status = { is: ['passes', 'gateway'], ofService: FAILED };
const MISCONFIGURED: Status = { is: ['gateway'], ofService: FAILED };

/** The one table of statuses. */
const STATUSES: Readonly<Record<number, Status>> = {
	400: {
		is: ['values', 'cursor', 'period'],
		ofService:
			'The service could not read the request. If it names a value, correct that one. Otherwise ask the company that runs the service.',
	},
	401: {
		is: ['permanent'],
		ofService: `The service refused the API key. Check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}, or ask the service for a new key.`,
	},
	402: {
		is: ['ofAccount'],
		ofService:
			'The service asks for a payment, or a quota is used up. Ask the company that runs the service about your account.',
	},
	403: {
		is: ['permanent'],
		ofService: `The service does not allow this request. Ask the service for an API key that has the right to do this. If every request ends like this, check 'API Key' and 'Authentication Scheme' ${IN_CREDENTIALS}.`,
	},
	404: {
		is: ['cursor'],
		ofService: 'The service has no such record. Check the ID. Somebody may have deleted the record.',
	},
	408: { is: ['passes'], ofAnybody: 'It took too long. Try again later.' },
	409: {
		is: ['busy', 'values'],
		ofService: `The service is changing this record just now. ${LATER}`,
	},
	410: { is: ['cursor', 'period'] },
	413: { is: ['tooLarge'], ofAnybody: 'It was too large. Send less at once.' },
	416: { is: ['period'] },
	422: {
		is: ['values', 'cursor', 'period'],
		ofService:
			'The service refused the values. Correct the values that the service names and run the node again.',
	},
	423: {
		is: ['busy', 'values'],
		ofService: `The record is locked at the service. ${LATER}`,
	},
	425: {
		is: ['busy'],
		ofService: `The service is not ready for this request. ${LATER}`,
	},
	429: {
		is: ['passes'],
		ofService: `The service asks for fewer requests. ${LIMIT}`,
		ofAnybody: `There are too many requests. ${LIMIT}`,
	},
	500: { is: ['passes'], ofService: FAILED },
	502: GATEWAY,
	503: GATEWAY,
	504: GATEWAY,
	520: GATEWAY,
	521: GATEWAY,
	522: GATEWAY,
	523: GATEWAY,
	524: GATEWAY,
	529: GATEWAY,
	530: GATEWAY,
	// These are about the certificate of the service, and do not pass by themselves.
	525: MISCONFIGURED,
	526: MISCONFIGURED,
	527: MISCONFIGURED,
	528: MISCONFIGURED,
};

const find = (status: number): Status =>
	STATUSES[status] ?? { is: [], ofService: status >= 500 ? FAILED : undefined };

/** True if a status has the trait. */
export const says = (status: number | undefined, trait: Trait): boolean =>
	status !== undefined && find(status).is.includes(trait);

/** The words for a status if the service sends it. */
export function wordsOfService(status: number): string {
	const { ofService, ofAnybody } = find(status);
	if (ofService !== undefined) return ofService;
	return ofAnybody === undefined
		? `The service answered with the unexpected status ${status}. Check the 'Base URL' ${IN_CREDENTIALS} and the values of this node.`
		: `The service answered with the status ${status}. ${ofAnybody}`;
}

/** How to go on after a status that means the same from any sender. */
export const howAfter = (status: number): string | undefined => find(status).ofAnybody;

/** True for a refusal that stays the same until somebody changes something. */
export const isFinal = (status = 0): boolean =>
	status >= 400 && status < 500 && !says(status, 'passes') && !says(status, 'busy');

/** True for a failure that may pass by itself. */
export const isPassing = ({ kind, status }: FailureFacts): boolean =>
	kind === 'unreachable' ||
	kind === 'timeout' ||
	(kind === 'status' && (says(status, 'passes') || says(status, 'busy')));

/** True for an answer that says that nothing was done, and that a later try may succeed. */
export const isNotBegun = ({ status }: FailureFacts): boolean => status === 429 || says(status, 'busy');

/** True for an answer that asks to wait. Waiting does not count as a failed try. */
export const asksToWait = ({ status, retryAfterMs }: FailureFacts): boolean =>
	status === 429 || (status === 503 && retryAfterMs !== undefined);
