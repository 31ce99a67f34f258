const { isMainThread } = require('node:worker_threads');

// Loaded into n8n: ends it when whoever started it is gone, however that went (a killed test run, for one).
// A worker thread, which n8n 2.20 starts, loads it, too, and its standard input is another thing.
if (isMainThread) {
	process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
	process.stdin.resume();
	process.stdin.unref();
}
