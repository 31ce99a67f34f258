/* eslint-disable */
/** `npm run sandbox -- --help` */
import { parseArgs } from 'node:util';
import { demoSeed } from './handle/demo';
import { DEFAULT_KEY, DEFAULT_PORT, DEFAULT_PRODUCTION_KEY, start } from './index';
import type { Sandbox, SandboxOptions } from './index';

const HELP = `The Contact Consent and Update Service, on this machine.

  npm run sandbox -- [options]

  --port <n>            port, default ${DEFAULT_PORT}; if it is taken, a free one   SANDBOX_PORT
  --host <address>      address to listen on, default 127.0.0.1          SANDBOX_HOST
  --key <key>           key of the sandbox company, default ${DEFAULT_KEY}  SANDBOX_KEY
  --demo                start with a few contacts, employees and events  SANDBOX_DEMO=1
  --set <name>=<value>  any option of sandbox/README.md; JSON or text; repeatable
  --help
`;

const FLAGS = {
	port: { type: 'string' },
	host: { type: 'string' },
	key: { type: 'string' },
	demo: { type: 'boolean' },
	set: { type: 'string', multiple: true },
	help: { type: 'boolean' },
} as const;

function valueOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text === 'Infinity' ? Infinity : text;
	}
}

function settings(pairs: string[]): Partial<SandboxOptions> {
	const entries = pairs.map((pair) => {
		const at = pair.indexOf('=');
		if (at < 1) throw new TypeError(`--set ${pair}: expected <name>=<value>`);
		return [pair.slice(0, at), valueOf(pair.slice(at + 1))];
	});
	return Object.fromEntries(entries) as Partial<SandboxOptions>;
}

async function startOnFreePort(options: Partial<SandboxOptions>): Promise<Sandbox> {
	try {
		return await start(options);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		console.log(`Port ${options.port ?? DEFAULT_PORT} is taken, using a free one.`);
		return start({ ...options, port: 0 });
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: FLAGS });
	if (values.help) {
		console.log(HELP);
		return;
	}
	const { env } = process;
	const port = Number(values.port ?? env.SANDBOX_PORT ?? DEFAULT_PORT);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new TypeError('--port: a port number is expected');
	const sandbox = await startOnFreePort({
		port,
		host: values.host ?? env.SANDBOX_HOST ?? '127.0.0.1',
		keys: [
			{ key: values.key ?? env.SANDBOX_KEY ?? DEFAULT_KEY, kind: 'sandbox' },
			{ key: DEFAULT_PRODUCTION_KEY, kind: 'production' },
		],
		...settings(values.set ?? []),
	});
	if (values.demo ?? env.SANDBOX_DEMO === '1') sandbox.seed(demoSeed(sandbox.clock.now()));
	console.log(`Base URL  ${sandbox.baseUrl}`);
	console.log(`API key   ${sandbox.apiKey}`);
	console.log(`Docs      ${sandbox.baseUrl}/docs`);
	const stop = () => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
