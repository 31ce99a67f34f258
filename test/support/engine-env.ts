/* eslint-disable */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads these variables while it is imported.
const folder = join(process.env.ENGINE_FOLDER ?? tmpdir(), `n8n-engine-${process.pid}`);
process.env.N8N_USER_FOLDER = folder;
mkdirSync(folder, { recursive: true });
// Jest deletes the folder itself. For other programs, it is deleted when the process ends.
if (process.env.ENGINE_FOLDER === undefined) {
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
// The default of n8n 2. n8n 1 would keep binary data in memory.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
