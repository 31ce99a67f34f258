/* eslint-disable */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads these while it is being imported.
process.env.N8N_USER_FOLDER = join(tmpdir(), `n8n-engine-${process.pid}`);
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
// The default of n8n 2; n8n 1 would keep binary data in memory.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
