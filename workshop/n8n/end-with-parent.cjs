const { isMainThread } = require('node:worker_threads');

// Loaded into n8n. It ends n8n when the process that started it is gone, even after a crash.
// A worker thread of n8n 2.20 loads this file, too. Its standard input is another one.
if (isMainThread) {
	process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
	process.stdin.resume();
	process.stdin.unref();
}
