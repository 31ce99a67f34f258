/**
 * A segment as it arrives behind a chain of gateways, if each of them decodes it once. Only ASCII is decoded: all that
 * can do harm is there, and a byte of a letter like `%C3%84` alone would look like a control character.
 */
function decoded(segment: string): string {
	let text = segment;
	// Real chains of gateways are shorter.
	for (let layer = 0; layer < 5; layer++) {
		text = text.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	}
	return text;
}

/** A step `.` or `..`, at the start or after slashes. Some servers end a step at `;`, `?` or `#`, or cut off spaces. */
const CLIMBS = /(?:^|[/\\])\s*(\.{1,2})\s*(?:$|[/\\;?#])/;

/** Why a value cannot be a single path segment, as the end of the sentence "The value …"; `undefined` if it can. */
export function pathSegmentProblem(segment: string): string | undefined {
	if (/^[\s/\\]*$/.test(segment)) return 'is empty';
	const arriving = decoded(segment);
	const step = CLIMBS.exec(arriving)?.[1];
	if (step !== undefined) {
		return `${step === segment ? 'is' : 'contains'} "${step}", which is part of a path, not an ID`;
	}
	if (/\p{Cc}/u.test(arriving)) return 'contains control characters';
	if (/\p{Cs}/u.test(segment)) return 'contains broken Unicode characters';
	return undefined;
}

/** The address of an endpoint. @param path raw segments, already checked by `pathSegmentProblem` */
export const endpointUrl = (baseUrl: string, path: readonly string[]): string =>
	[baseUrl, 'v1', ...path.map(encodeURIComponent)].join('/');

/** In `localhost:4010`, the part before the colon is a host. */
const HAS_SCHEME = /^(https?:|[a-z][a-z\d+.-]*:\/)/i;

/**
 * The base URL of the credentials in one form: with `https://` if it names no scheme, and without a trailing `/`, `/v1`
 * or `/v1/`. `problem` is a sentence for the person who typed it.
 */
export function normaliseBaseUrl(typed: string): { baseUrl: string } | { problem: string } {
	const address = typed.trim();
	const whole = HAS_SCHEME.test(address) ? address : `https://${address}`;
	if (!URL.canParse(whole)) return { problem: "The 'Base URL' is not a web address" };
	const url = new URL(whole);
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		return { problem: "The 'Base URL' does not start with http:// or https://" };
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		return { problem: "The 'Base URL' contains a user name, a query or a fragment" };
	}
	const { origin, pathname } = url;
	let end = pathname.length;
	while (pathname[end - 1] === '/') end--;
	return { baseUrl: (origin + pathname.slice(0, end)).replace(/\/v1$/, '') };
}
