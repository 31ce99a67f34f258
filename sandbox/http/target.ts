/**
 * The request target in one spelling. Routing, key, faults and log all read the target through this module, so no
 * spelling of an address can reach an endpoint past one of them.
 */

export interface Target {
	/** Begins with `/`. Percent-encoded, except for characters that need no encoding (RFC 3986, 6.2.2). */
	path: string;
	/** With its `?`; empty if there is no query. */
	query: string;
	/** False if a percent sign does not begin an escape. Such a target reaches no route. */
	readable: boolean;
}

const UNRESERVED = /^[\w.~-]$/;

function plainEscape(escape: string): string {
	const char = String.fromCharCode(parseInt(escape.slice(1), 16));
	return UNRESERVED.test(char) ? char : escape.toUpperCase();
}

function isReadable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}

/** Accepts the absolute form (`http://host/path`), which HTTP allows in any request. Drops a fragment. */
export function readTarget(target: string): Target {
	const [address = ''] = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split('#');
	const end = address.indexOf('?');
	const sent = end === -1 ? address : address.slice(0, end);
	const path = sent.replace(/%[\da-f]{2}/gi, plainEscape);
	return {
		path: path.startsWith('/') ? path : `/${path}`,
		query: end === -1 ? '' : address.slice(end),
		// The decision is made on the target as sent: `%6%66` is not a valid escape, but decoding it once would
		// give `%6f`, which is one.
		readable: isReadable(sent),
	};
}

/** The target that the router sees. No route has the path `*`. */
export function routedTarget(target: string): string {
	const { path, query, readable } = readTarget(target);
	return readable ? path + query : '/*';
}
