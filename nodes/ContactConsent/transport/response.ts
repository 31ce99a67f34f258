import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isRecord, isTooDeep, records, scalarText } from '../lib/json';
import { shortened } from '../lib/text';
import { DAY } from '../lib/time';
import { blameForAnswer } from './blame';
import { isPdfBody } from './responseBody';
import { ServiceError } from './errors';
import type { ExpectedBody, FailureFacts, Redact, ServiceRequest, ServiceResponse } from './types';

/**
 * An answer, checked. In: n8n's full response, and what the request expects. Out: the answer, or the error to throw: what
 * the answer says (`evidenceIn`), and who is to blame, with words for people (`blame.ts`).
 */

/** The service gets these headers back and must recognise them, so a part that happens to be the key stays in them. */
const SENT_BACK: ReadonlySet<string> = new Set(['next-cursor', 'operation-id']);

/** n8n's full response as the transport's. The key is taken out of all other headers, because a service may echo it. */
export function readResponse(answer: IN8nHttpFullResponse, redact: Redact): ServiceResponse {
	const headers: Record<string, string | undefined> = {};
	for (const [given, value] of Object.entries(answer.headers)) {
		const [name, text] = [given.toLowerCase(), scalarText(value)];
		headers[name] = text && !SENT_BACK.has(name) ? redact(text) : text;
	}
	return { status: answer.statusCode, headers, body: answer.body };
}

/** True for the success that the request expects. */
const IS_EXPECTED: Record<ExpectedBody, (answer: ServiceResponse) => boolean> = {
	accepted: ({ status }) => status === 202,
	nothing: ({ status }) => status === 204,
	// Only the service sends a Request-Id. A web page may answer every request with a success.
	any: ({ status, headers }) => status === 204 || headers['request-id'] !== undefined,
	// 204 means that the PDF is not generated yet.
	pdf: ({ status, body }) => status === 204 || (status === 200 && isPdfBody(body)),
	object: ({ status, body }) => status === 200 && isRecord(body),
	// Some services send null for an empty list. A list with entries but no object among them is from elsewhere.
	list: ({ status, body }) =>
		status === 200 && (body === null || (Array.isArray(body) && (body.length === 0 || body.some(isRecord)))),
};

/** A list without the entries that are no objects. One strange entry must not make the whole list fail. */
function listIn(response: ServiceResponse): ServiceResponse {
	const body = records(response.body);
	const leftOut = Array.isArray(response.body) ? response.body.length - body.length : 0;
	return { ...response, body, ...(leftOut > 0 && { leftOut }) };
}

/** How other kinds of files begin. */
const BEGINNINGS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^\s*$/, 'empty'],
	[/^\s*<\?xml/i, 'XML'],
	[/^\s*</, 'HTML'],
	[/^\s*[{["]/, 'JSON'],
	[/^\s*JVBERi/, 'a PDF as base64 text'],
	[/^PK\p{Cc}/u, 'a ZIP or Office file'],
	[/^(\ufffdPNG|\ufffd{3}|GIF8)/, 'an image'],
	[/[^\P{Cc}\s]|\ufffd/u, 'binary data'],
	[/^/, 'text'],
];

/** What a body is that should be a PDF. */
const foundIn = (body: unknown): string =>
	typeof body === 'string' ? (BEGINNINGS.find(([begins]) => begins.test(body))?.[1] ?? 'text') : 'JSON';

/** Scheme and host that a redirect leads to; `undefined` if its address cannot be read. */
function originOf(location: string | undefined, url: string): string | undefined {
	if (location === undefined || !URL.canParse(location, url)) return undefined;
	const { origin } = new URL(location, url);
	return origin === 'null' ? undefined : origin;
}

/** A longer wait is a mistake, e.g. a time in seconds since 1970. With it, this process would never ask again. */
const LONGEST_ASKED = DAY;

/** A date as HTTP writes it. `Date.parse` alone would also read `in 5`. */
const httpDate = (text = ''): number => (/^\w{3}, .* GMT$/.test(text) ? Date.parse(text) : NaN);

/**
 * The wait in milliseconds that an answer asks for. Digits are seconds. A date counts from the `Date` of the same
 * answer, because n8n's clock may be wrong; without that header, from n8n's clock.
 *
 * @returns 0 for an impossible wait, `undefined` if the answer asks for none
 */
function waitIn({ 'retry-after': retryAfter, date }: ServiceResponse['headers']): number | undefined {
	if (retryAfter === undefined) return undefined;
	const wait = /^\d+$/.test(retryAfter)
		? 1000 * Number(retryAfter)
		: httpDate(retryAfter) - (httpDate(date) || Date.now());
	return wait > 0 && wait <= LONGEST_ASKED ? wait : 0;
}

const entriesIn = (value: unknown) => Object.entries(isRecord(value) ? value : {});

/** Keys under which services say what is wrong, in the order of quoting. `errors` and the like hold further objects. */
const SAYING = [
	...[
		'message',
		'title',
		'detail',
		'error_description',
		'description',
		'reason',
		'msg',
		'fault',
		'error',
		'errors',
	],
	...['Message', 'Error', 'violations', 'invalid-params', 'invalidParams'],
];
/** Keys that name the place of an error in what was sent. */
const PLACES = ['field', 'path', 'loc', 'pointer', 'property', 'name', 'id'];
/** The most errors of a list that are quoted, and the deepest level. */
const MOST_QUOTED = 20;
const DEEPEST = 4;

/**
 * The texts in which an answer says what is wrong, whatever its shape.
 *
 *     "no"                                                     no
 *     { title: "Bad", detail: "Too long" }                     Bad, Too long
 *     { errors: { email: ["is invalid"] } }                    email: is invalid
 *     { errors: [{ field: "email", message: "is invalid" }] }  email: is invalid
 *     { errors: [{ path: ["a", "b"], msg: "is invalid" }] }    a.b: is invalid
 *
 * @param depth of the value in the answer
 */
function saidIn(value: unknown, depth = 0): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.slice(0, MOST_QUOTED).flatMap((one) => saidIn(one, depth + 1));
	if (!isRecord(value)) return [];
	const said = SAYING.flatMap((key) => {
		const inner = value[key];
		// `{ errors: { email: ["is invalid"] } }`: the keys are the places.
		const isByPlace = isRecord(inner) && !SAYING.some((name) => name in inner);
		if (!isByPlace) return saidIn(inner, depth + 1);
		return Object.entries(inner)
			.slice(0, MOST_QUOTED)
			.flatMap(([place, one]) => saidIn(one, depth + 2).map((what) => `${place}: ${what}`));
	});
	const [where] =
		depth > 0
			? PLACES.flatMap((key) => saidIn([value[key]].flat().map(scalarText).join('.'), depth + 1))
			: [];
	const texts = where === undefined ? said : said.map((what) => `${where}: ${what}`);
	return [...new Set(texts)];
}

/** The service's own words in an answer without success; `undefined` if it has none, or is a web page. */
function quotableIn(body: unknown): string | undefined {
	if (typeof body === 'string' && (/^\s*</.test(body) || /[^\P{Cc}\s]/u.test(body))) return undefined;
	return saidIn(body).join('; ').replaceAll('.; ', '; ') || undefined;
}

/** What an answer says: the service's message, the validation entries, the wait, the Request-Id and the date. */
function evidenceIn({ status, headers, body }: ServiceResponse, redact: Redact): Partial<FailureFacts> {
	// Short enough for n8n to store with an execution, and without the key.
	const clean = (text: unknown) => shortened(redact(scalarText(text) ?? ''));
	const { validation_errors } = isRecord(body) ? body : {};
	const said = status >= 400 ? quotableIn(body) : undefined;
	const validation = entriesIn(validation_errors).flatMap(([outerKey, inner]) =>
		entriesIn(inner).flatMap(([innerKey, entry]) => {
			if (!isRecord(entry)) return [];
			const code = clean(entry.code) || 'no code';
			return { outerKey: clean(outerKey), innerKey: clean(innerKey), code, message: clean(entry.message) };
		}),
	);
	return {
		serviceMessage: said === undefined ? undefined : clean(said),
		validation,
		retryAfterMs: waitIn(headers),
		requestId: headers['request-id'],
		date: headers.date,
	};
}

/** Checks an answer. @returns the answer if it is the expected success, otherwise the error to throw */
export function checkResponse(
	response: ServiceResponse,
	{ expect, recordId, refusals }: ServiceRequest,
	url: string,
	redact: Redact,
): ServiceResponse | ServiceError {
	const { status, headers, body } = response;
	const isExpected = status >= 200 && status < 300 && IS_EXPECTED[expect](response);
	const isDeep = isExpected && expect === 'object' && isTooDeep(body);
	const isOther = isExpected && recordId !== undefined && isRecord(body) && scalarText(body.id) !== recordId;
	if (isExpected && !isOther && !isDeep) return expect === 'list' ? listIn(response) : response;
	const [{ aboutRecord, ...words }, proven] = blameForAnswer({
		status,
		expect,
		origin: originOf(headers.location, url),
		isTooDeep: isDeep,
		otherThan: isOther ? recordId : undefined,
		hasRequestId: headers['request-id'] !== undefined,
		isPage: typeof body === 'string' && /^\s*</.test(body),
		found: expect === 'pdf' && status === 200 ? foundIn(body) : undefined,
		ofEndpoint: refusals?.[status],
	});
	return new ServiceError(words, { ...evidenceIn(response, redact), ...proven, status, aboutRecord });
}
