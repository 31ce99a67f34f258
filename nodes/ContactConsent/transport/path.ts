const API_PATH = '/v1';

/**
 * Says why a value cannot be a single path segment, in words that finish the sentence "The value …".
 *
 * `.` and `..` would be resolved by URL normalisation and climb out of the path, even percent-encoded.
 *
 * @returns `undefined` for a value that is fine
 */
export function pathSegmentProblem(segment: string): string | undefined {
	if (segment.trim() === '') return 'is empty';
	if (segment === '.' || segment === '..') return `is "${segment}", which is part of a path, not an ID`;
	if (/\p{Cc}/u.test(segment)) return 'contains control characters';
	if (/\p{Cs}/u.test(segment)) return 'contains broken Unicode characters';
	return undefined;
}

/**
 * The address of an endpoint.
 *
 * @param baseUrl as `normaliseBaseUrl` returns it
 * @param path raw segments, each known to be without a `pathSegmentProblem`
 */
export function endpointUrl(baseUrl: string, path: readonly string[]): string {
	return [baseUrl + API_PATH, ...path.map(encodeURIComponent)].join('/');
}

/** What stands before the colon in `localhost:4010` is a host. */
const HAS_SCHEME = /^(https?:|[a-z][a-z\d+.-]*:\/)/i;

/**
 * Brings the base URL of the credentials into one form: with `https://` if it names no scheme, and without a trailing
 * `/`, `/v1` or `/v1/`.
 *
 * @returns the address, or `problem`: a sentence for the person who typed it
 */
export function normaliseBaseUrl(typed: string): { baseUrl: string } | { problem: string } {
	const address = typed.trim();
	let url: URL;
	try {
		url = new URL(HAS_SCHEME.test(address) ? address : `https://${address}`);
	} catch {
		return { problem: "The 'Base URL' is not a web address" };
	}
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		return { problem: "The 'Base URL' does not start with http:// or https://" };
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		return { problem: "The 'Base URL' contains a user name, a query or a fragment" };
	}
	return { baseUrl: (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/v1$/, '') };
}
