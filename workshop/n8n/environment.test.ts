/* eslint-disable */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { n8nSettings } from './environment';
import { userFolder } from './paths';

const WORKSHOP = join(__dirname, '..');

/** Settings that n8n 3 refuses or no longer knows. */
const GONE_SETTINGS =
	/OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS|N8N_DB_PING_TIMEOUT|N8N_MIGRATE_FS_STORAGE_PATH|N8N_BINARY_DATA_STORAGE_PATH|N8N_PRE_EXECUTE_ERROR_CREATES_EXECUTION|N8N_DEFAULT_BINARY_DATA_MODE['"]?\s*[:=]\s*['"]?default|binaryData/g;

test('the playground sets nothing that n8n 3 removes, and allows unverified packages', () => {
	const files = ['n8n', 'playground', 'queue']
		.flatMap((folder) => readdirSync(join(WORKSHOP, folder)).map((name) => join(folder, name)))
		.filter((file) => /\.(?<!test\.)(ts|cjs|yml)$/.test(file))
		.map((file): [string, string] => [file, readFileSync(join(WORKSHOP, file), 'utf8')]);
	const found = files.flatMap(([file, text]) =>
		(text.match(GONE_SETTINGS) ?? []).map((name) => `${file}: ${name}`),
	);
	// In queue mode n8n 2 still needs it. Without it, manual executions run on the main.
	expect(found.filter((it) => !/^queue\/.+: OFFLOAD_MANUAL/.test(it))).toEqual([]);
	const { N8N_UNVERIFIED_PACKAGES_ENABLED } = n8nSettings(
		{ ...userFolder('/tmp'), files: '/tmp' },
		{ n8n: 1, broker: 2 },
	);
	expect(N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
});
