const { Server } = require('node:http');

const { refusalOf } = require('../../sandbox/http/guard');

/** n8n shows its forms in a sandbox, so they have no origin. Forms check the login themselves. */
function headersOf({ url = '', headers: { host, origin } }) {
	const isForm = origin === 'null' && /^\/form(-test|-waiting)?\//.test(url);
	return isForm ? { host } : { host, origin };
}

// Loaded into n8n. n8n itself checks neither Host nor Origin, so this refuses requests of pages of other origins.
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...args) {
	const [request, answer] = args;
	const isAsked = event === 'request' || event === 'upgrade';
	const refusal = isAsked ? refusalOf(headersOf(request)) : undefined;
	if (refusal === undefined) return emit.call(this, event, ...args);
	if (event === 'upgrade') return answer.destroy() && true;
	answer.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(refusal);
	return true;
};
