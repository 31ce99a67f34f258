/**
 * The request target in one spelling. Routing, key, faults and log all read the target through this module, so no
 * spelling of an address can reach an endpoint past one of them.
 */

export interface Target {
	/** Starts with `/`. Encoded, but no character that needs no encoding (RFC 3986, 6.2.2). */
	path: string;
	/** With its `?`, or empty. */
	query: string;
	/** False: a percent sign starts no character. Such a target reaches no route. */
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

/** Accepts absolute form (`http://host/path`), which HTTP allows in any request, and drops a fragment. */
export function readTarget(target: string): Target {
	const [address = ''] = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split('#');
	const end = address.indexOf('?');
	const sent = end === -1 ? address : address.slice(0, end);
	const path = sent.replace(/%[\da-f]{2}/gi, plainEscape);
	return {
		path: path.startsWith('/') ? path : `/${path}`,
		query: end === -1 ? '' : address.slice(end),
		// As it was sent: `%6%66` is no escape, but its plain form `%6f` is one.
		readable: isReadable(sent),
	};
}

/** The target that the router sees. `*` is the path of no route. */
export function routedTarget(target: string): string {
	const { path, query, readable } = readTarget(target);
	return readable ? path + query : '/*';
}
