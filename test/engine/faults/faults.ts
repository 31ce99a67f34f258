/* eslint-disable */
/** All faults between the action node and the service, each with the outcome that is expected. */
import { STATUS_CODES } from 'node:http';

import type { Fault } from '../../../sandbox';
import {
	endpointOf,
	successesOf,
	type Endpoint as ContractEndpoint,
	type Success,
} from '../../../sandbox/test/differential/contract';
import type { Endpoint } from './operations';
import { sentence } from '../../support/sentences';

/** The expected outcome of a request that a fault hits. */
export interface Verdict {
	ok: boolean;
	/** How often the request is sent. */
	requests: number;
	/** Whether the request takes effect at the service. */
	effect: boolean;
	/** The message must match this. */
	says?: RegExp;
}

export interface FaultCase {
	name: string;
	group: string;
	/** Missing if there is no server at the address. */
	fault?: (elsewhere: string) => Fault;
	verdict: (endpoint: Endpoint) => Verdict;
}

const TRIES = 4;

/** Statuses of a gateway, a busy service or a busy record; a later try may succeed. */
const PASSING = [408, 409, 423, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530];

/** A second request would create or take away more. It is sent only if the service says that nothing was done. */
const UNREPEATABLE: readonly ContractEndpoint[] = ['POST /events/trigger', 'GET /events/latest'];

const calledBy = ({ method, path }: Endpoint) => endpointOf(method, path.replace(/^\/v1/, ''));
/** True if the contract lists this kind of answer as the first success of the endpoint. */
const answersWith =
	(kind: Success) =>
	(to: Endpoint): boolean => {
		const endpoint = calledBy(to);
		return endpoint !== undefined && successesOf(endpoint)[0] === kind;
	};

const mayRepeat = (to: Endpoint): boolean => !UNREPEATABLE.some((endpoint) => endpoint === calledBy(to));
const isPdf = answersWith('pdf');
const isPing = (to: Endpoint): boolean => calledBy(to) === 'GET /ping';
/** Requests whose answer is an object with an id. */
const readsOne = (to: Endpoint): boolean => answersWith('object')(to) && !isPing(to);
/** Requests whose answer may be empty. */
const mayBeEmpty = (to: Endpoint): boolean => answersWith('nothing')(to) || isPing(to);
/** Requests whose answer is a list. A null counts as an empty list. */
const isList = answersWith('list');
/** Requests that were accepted only if the answer is a 202. */
const isUpload = answersWith('accepted');

const succeeds = (effect: boolean, requests = 1): Verdict => ({ ok: true, requests, effect });
const refused = (says = /\S/): Verdict => ({ ok: false, requests: 1, effect: false, says });

/**
 * The fault hits the first try alone (`once`), or every try. `took` is true if the request took effect and only its
 * answer was lost.
 */
function passing(once: boolean, took: boolean, repeats: boolean): Verdict {
	if (!repeats) return { ok: false, requests: 1, effect: took };
	return once ? succeeds(true, 2) : { ok: false, requests: TRIES, effect: took };
}

const finalStatuses = Object.keys(STATUS_CODES)
	.map(Number)
	.filter((status) => status >= 400 && !PASSING.includes(status))
	.map((status): FaultCase => ({
		name: `status ${status}`,
		group: 'status that is final',
		fault: () => ({ status }),
		verdict: () => refused(),
	}));

const OFTEN = { once: 1, always: Infinity };

const passingFaults = Object.entries(OFTEN).flatMap(([often, times]): FaultCase[] => {
	const once = times === 1;
	const broken = (name: string, group: string, took: boolean, fault: Fault): FaultCase => ({
		name: `${name}, ${often}`,
		group,
		fault: () => ({ ...fault, times }),
		verdict: (endpoint) => {
			// The answer to a DELETE has no body that could be cut.
			const isWhole = endpoint.method === 'DELETE' && ('truncate' in fault || 'stall' in fault);
			// Nothing was done, so any request is sent again.
			const isNotBegun = [409, 423, 425, 429].includes(fault.status ?? 0);
			// The service asks for a wait longer than the limit, so the row is refused.
			if (fault.status === 429 && !once) return refused();
			// After a minute without an answer, the record is read again before the next try.
			const isReadAgain = isUpload(endpoint) && endpoint.earlier > 0 && group === 'stalled';
			if (isReadAgain && took) return succeeds(true, 2);
			if (isReadAgain) return once ? succeeds(true, 3) : { ...refused(), requests: 2 * TRIES - 1 };
			const isLostAfterEffect = took && !(readsOne(endpoint) && endpoint.later > 0);
			return isWhole ? succeeds(true) : passing(once, isLostAfterEffect, isNotBegun || mayRepeat(endpoint));
		},
	});
	return [
		...PASSING.map((status) =>
			broken(`status ${status}`, 'status that passes', false, {
				status,
				...(status === 429 && !once && { headers: { 'retry-after': '1000' } }),
			}),
		),
		broken('reset before the effect', 'broken connection', false, { reset: 'before' }),
		// After a DELETE whose answer was lost, the next try finds no contact and gets a 404.
		broken('reset after the effect', 'broken connection', true, { reset: 'after' }),
		broken('body cut off', 'broken connection', true, { truncate: 1 }),
		broken('stalled before the answer', 'stalled', false, { delayMs: 3_600_000 }),
		broken('stalled within the body', 'stalled', true, { stall: true }),
	];
});

/** An answer that the service did not send. The request has no effect. */
const strange = (name: string, fault: Fault, says?: RegExp, fits?: (to: Endpoint) => boolean): FaultCase => ({
	name,
	group: 'answer of another kind',
	fault: () => ({ status: 200, ...fault, headers: { 'request-id': null } }),
	verdict: (endpoint) => {
		// An answer to reading a record must be that record.
		const isRead = readsOne(endpoint) && endpoint.method === 'GET';
		if (fits === readsOne && isRead) return refused(/another record/);
		if (fits?.(endpoint)) return succeeds(false);
		const isLate = fault.status === 204 && isPdf(endpoint);
		const unclear = isUpload(endpoint)
			? new RegExp(sentence('notAccepted'))
			: /does not match the documentation/;
		return refused(isLate ? /not generated yet/ : (says ?? unclear));
	},
});

const HTML = { body: '<!doctype html><title>Log in</title>', contentType: 'text/html' };

const strangeAnswers: FaultCase[] = [
	strange('HTML page with status 200', HTML),
	strange('HTML page with status 403', { ...HTML, status: 403 }, /\S/),
	strange('HTML page with status 404', { ...HTML, status: 404 }, new RegExp(sentence('noService'))),
	strange('plain text with status 200', { body: 'OK' }),
	strange('nothing with status 200', { body: '' }),
	strange('nothing with status 204', { status: 204 }, undefined, mayBeEmpty),
	strange('invalid JSON', { body: '[{"id": "x"', contentType: 'application/json' }),
	strange('JSON null', { body: null }, undefined, isList),
	strange('a JSON number', { body: 42 }),
	strange('a list of numbers', { body: [1, 2] }),
	strange('JSON that calls itself text', { body: '{"id":"x"}' }, undefined, readsOne),
	strange('JSON as PDF', { body: { id: 'x' } }, undefined, readsOne),
];

const redirects = [301, 302, 303, 307, 308].map((status): FaultCase => ({
	name: `redirect ${status} to another host`,
	group: 'redirect',
	fault: (elsewhere) => ({ status, location: `http://${elsewhere}/v1/contacts` }),
	verdict: () => refused(/redirects to http:\/\/127\.0\.0\.1/),
}));

/** Each of these faults is tried at each request of each operation. */
export const faultCases: readonly FaultCase[] = [
	...finalStatuses,
	...passingFaults,
	...strangeAnswers,
	...redirects,
	{
		name: 'connection refused',
		group: 'broken connection',
		verdict: () => ({
			ok: false,
			requests: 0,
			effect: false,
			says: new RegExp(sentence('serviceUnreachable', { host: '.*' })),
		}),
	},
];

/**
 * The 404 of a record that an upload then creates is no fault. A stalled PDF is left out: the action node waits two
 * minutes for it, and the trigger's tests cover it faster. An empty first list of the latest events is left out because
 * it ends the reading one request earlier.
 */
export const isLeftOut = (endpoint: Endpoint, { name }: FaultCase): boolean =>
	(endpoint.mayCreate && name === 'status 404') ||
	(isPdf(endpoint) && name.startsWith('stalled within')) ||
	(endpoint.path === '/v1/events/latest' && name === 'JSON null');
