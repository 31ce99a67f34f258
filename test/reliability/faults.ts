/** What can go wrong between the action node and the service, and what has to come of it. */
import type { Fault } from '../../sandbox';
import type { Lab } from './lab';
import type { OperationCase } from './operations';

/** What a person sees, what reaches the service, and whether the operation takes place there. */
export interface Verdict {
	ok: boolean;
	requests: number;
	effect: boolean;
	/** What the message has to say. */
	says?: RegExp;
}

export interface FaultCase {
	name: string;
	group: string;
	/** What the service does; `undefined` where there is none to reach. */
	fault?: (lab: Lab) => Fault;
	verdict(operation: OperationCase): Verdict;
}

/** Those that a gateway or a busy service sends, and that pass. */
const PASSING = [408, 429, 500, 502, 503, 504];

const REGISTERED = [
	...Array.from({ length: 19 }, (_, index) => 400 + index),
	...[421, 422, 423, 424, 425, 426, 428, 431, 451, 429, 500, 501, 502, 503, 504],
];

const TRIES = 4;

const refused = (says?: RegExp): Verdict => ({ ok: false, requests: 1, effect: false, says });

/** A failure that passes by itself after the first try, or never. `took`: the lost answer was that of a success. */
function passing(once: boolean, took: boolean, mayRepeat: boolean): Verdict {
	if (!mayRepeat) return { ok: false, requests: 1, effect: took };
	return once ? { ok: true, requests: 2, effect: true } : { ok: false, requests: TRIES, effect: took };
}

const statuses = REGISTERED.flatMap((status): FaultCase[] => {
	const group = PASSING.includes(status) ? 'status that passes' : 'status that is final';
	if (!PASSING.includes(status)) {
		return [
			{
				name: `status ${status}`,
				group,
				fault: () => ({ status }),
				// A 404 without any sign of the service is another server; this one has a Request-Id.
				verdict: () => refused(/\S/),
			},
		];
	}
	return [true, false].map((once) => ({
		name: `status ${status}, ${once ? 'once' : 'always'}`,
		group,
		fault: () => ({ status, times: once ? 1 : Infinity }),
		verdict: ({ repeats }) => passing(once, false, repeats === 'always' || status === 429),
	}));
});

/** A 204 has no body that could be cut. */
const WHOLE: Verdict = { ok: true, requests: 1, effect: true };

const network = [true, false].flatMap((once): FaultCase[] => {
	const times = once ? 1 : Infinity;
	const often = once ? 'once' : 'always';
	const always = ({ repeats }: OperationCase) => repeats === 'always';
	return [
		{
			name: `reset before the effect, ${often}`,
			group: 'broken connection',
			fault: () => ({ reset: 'before', times }),
			verdict: (operation) => passing(once, false, always(operation)),
		},
		{
			name: `reset after the effect, ${often}`,
			group: 'broken connection',
			fault: () => ({ reset: 'after', times }),
			// Our own lost DELETE shows as a 404 at the next try, which means deleted.
			verdict: (operation) => passing(once, true, always(operation)),
		},
		{
			name: `body cut off, ${often}`,
			group: 'broken connection',
			fault: () => ({ truncate: 1, times }),
			verdict: (operation) =>
				operation.method === 'DELETE' ? WHOLE : passing(once, true, always(operation)),
		},
		{
			name: `stalled before the answer, ${often}`,
			group: 'stalled',
			fault: () => ({ delayMs: 3_600_000, times }),
			verdict: (operation) => passing(once, false, always(operation)),
		},
		{
			name: `stalled within the body, ${often}`,
			group: 'stalled',
			fault: () => ({ stall: true, times }),
			verdict: (operation) =>
				operation.method === 'DELETE' ? WHOLE : passing(once, true, always(operation)),
		},
	];
});

const BARE = { 'request-id': null };

/** An answer that is not the service's: the effect may or may not have taken place; here it has not. */
const strange = (name: string, fault: Fault, fits: Array<OperationCase['answer']> = []): FaultCase => ({
	name,
	group: 'answer of another kind',
	fault: () => fault,
	verdict: ({ answer }) =>
		fits.includes(answer) ? { ok: true, requests: 1, effect: false } : refused(/not what the service/),
});

const answers: FaultCase[] = [
	strange('HTML page with status 200', {
		status: 200,
		body: '<!doctype html><title>Log in</title>',
		contentType: 'text/html',
		headers: BARE,
	}),
	strange('plain text with status 200', { status: 200, body: 'OK', headers: BARE }),
	strange('nothing with status 200', { status: 200, body: '', headers: BARE }),
	{
		name: 'nothing with status 204',
		group: 'answer of another kind',
		fault: () => ({ status: 204, headers: BARE }),
		verdict: ({ answer }) =>
			answer === 'any'
				? { ok: true, requests: 1, effect: false }
				: refused(answer === 'pdf' ? /not generated yet/ : /not what the service/),
	},
	strange('invalid JSON', {
		status: 200,
		body: '[{"id": "x"',
		contentType: 'application/json',
		headers: BARE,
	}),
	strange('JSON null', { status: 200, body: null, headers: BARE }),
	strange('a JSON number', { status: 200, body: 42, headers: BARE }),
	strange('a list of numbers', { status: 200, body: [1, 2], headers: BARE }),
	strange('JSON that calls itself text', { status: 200, body: '{"id":"x"}', headers: BARE }, ['object']),
	strange('JSON as PDF', { status: 200, body: { id: 'x' }, headers: BARE }, ['object']),
	{
		name: 'HTML page with status 404',
		group: 'answer of another kind',
		fault: () => ({ status: 404, body: '<h1>Not Found</h1>', contentType: 'text/html', headers: BARE }),
		verdict: () => refused(/no Contact Consent service at the Base URL/),
	},
	{
		name: 'HTML page with status 403',
		group: 'answer of another kind',
		fault: () => ({ status: 403, body: '<h1>Forbidden</h1>', contentType: 'text/html', headers: BARE }),
		verdict: () => refused(/\S/),
	},
];

const redirects = [301, 302, 303, 307, 308].map((status): FaultCase => ({
	name: `redirect ${status} to another host`,
	group: 'redirect',
	fault: ({ elsewhere }) => ({ status, location: `http://${elsewhere.host}/v1/contacts` }),
	verdict: () => refused(/redirects to 127\.0\.0\.1/),
}));

/** The table: each of these against each operation. */
export const faultCases: readonly FaultCase[] = [
	...statuses,
	...network,
	...answers,
	...redirects,
	{
		name: 'connection refused',
		group: 'broken connection',
		verdict: () => ({ ok: false, requests: 0, effect: false, says: /cannot be reached/ }),
	},
];
