// Loaded into n8n: ends it when whoever started it is gone, however that went (a killed test run, for one).
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref();
