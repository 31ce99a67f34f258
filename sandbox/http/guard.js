// This is JavaScript because the workshop also loads it into n8n's process: both make the same check, with the same
// words.
const { isIP } = require('node:net');
const { URL } = require('node:url');

const parsed = (url) => (URL.canParse(url) ? new URL(url) : undefined);

const nameOf = (host) => parsed(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';

/** A DNS name can point elsewhere first and here later. An IP address and localhost cannot. */
const isOurs = (name, hostNames) => name === 'localhost' || isIP(name) !== 0 || hostNames.includes(name);

const sameHost = (origin, host) => {
	const { protocol, host: page } = parsed(origin) ?? {};
	return /^https?:$/.test(protocol) && page === parsed(`${protocol}//${host}`)?.host;
};

/** @type {typeof import('./guard').refusalOf} */
function refusalOf({ host, origin }, hostNames = []) {
	if (host !== undefined && !isOurs(nameOf(host), hostNames))
		return `The host name ${nameOf(host)} is not one of this server`;
	// Programs send no Origin. Browsers send it with every request that could change something.
	if (origin !== undefined && !sameHost(origin, host))
		return 'Pages of another origin may not use this server';
	return undefined;
}

module.exports = { refusalOf };
