/* eslint-disable */
import { realpathSync } from 'node:fs';

import type { UserFolder } from './paths';

export interface N8nPorts {
	n8n: number;
	/** The port through which n8n's Code node talks to its runner. */
	broker: number;
}

/** Settings of the person who starts the playground, and jest's NODE_ENV, must not reach it. */
const FOREIGN =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|NODES_|CREDENTIALS_|GENERIC_|WORKFLOWS_|OFFLOAD_|npm_)|^(NODE_ENV|NODE_OPTIONS|WEBHOOK_URL|JEST_WORKER_ID)$/;

/** Turns off requests that n8n would make to its own servers. */
const NO_LOOK_UPS = {
	N8N_AI_GATEWAY_ENABLED: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** The part of the starter's environment that n8n may see. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));

/** The settings that n8n gets in addition. */
export function n8nSettings(
	folder: UserFolder,
	ports: N8nPorts,
	more: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
	const { no_proxy, NO_PROXY } = process.env;
	return {
		NODE_ENV: 'production',
		// A proxy cannot reach the sandbox. This variable is read before NO_PROXY.
		no_proxy: [no_proxy ?? NO_PROXY, '127.0.0.1,localhost'].filter(Boolean).join(','),
		...NO_LOOK_UPS,
		// n8n's default time zone is New York.
		GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_USER_FOLDER: folder.root,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		// Forms ask for a login at this host name, because the editor's cookie is valid for it alone.
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(ports.n8n),
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_RESTRICT_FILE_ACCESS_TO: realpathSync(folder.files),
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_PYTHON_ENABLED: 'false',
		// By default n8n 3 loads only verified packages.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_LOG_LEVEL: 'info',
		N8N_LOG_OUTPUT: 'console',
		NO_COLOR: '1',
		...more,
	};
}
