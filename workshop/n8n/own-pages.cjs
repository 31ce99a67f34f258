const { Server } = require('node:http');

const { refusalOf } = require('../../sandbox/http/guard');

// Loaded into n8n, which looks at neither Host nor Origin of a request: pages of other origins get no answer from it.
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...args) {
	const [request, answer] = args;
	const refusal = event === 'request' || event === 'upgrade' ? refusalOf(request.headers) : undefined;
	if (refusal === undefined) return emit.call(this, event, ...args);
	if (event === 'upgrade') return answer.destroy() && true;
	answer.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(refusal);
	return true;
};
