/* eslint-disable */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { type Playground, startPlayground } from './index';
import { ROOT, STATE } from '../../test/support/paths';
import { onNpmGone } from '../n8n/processes';
import { PlaygroundError, seconds, terminalReport } from '../n8n/report';
import { compileOnChange } from './watch';

const HELP = `npm start [-- options]

Starts n8n with this package, and beside it a local Contact Consent service (the sandbox).
The first start installs n8n in workshop/n8n/node_modules. Later starts take some seconds and keep your data.

  --fresh               start with an empty n8n (does not install n8n again)
  --folder <path>       folder for n8n's data, default .playground/home
  --n8n-port <port>     default 5678; if it is taken, a free port
  --sandbox-port <port> default 4010; if it is taken, a free port
  --dev                 compile the package after each change and load it into the running n8n (npm run dev);
                        default folder then .playground/dev
  --help                show this help`;

const welcome = ({ url, sandbox, mail, folder, secrets }: Playground) => `
  n8n          ${url}/home/workflows
  log in with  ${secrets.owner.email}  /  ${secrets.owner.password}
  sandbox      ${sandbox.baseUrl}/docs  (key: ${sandbox.apiKey})
  n8n's log    ${folder.log}
  mail list    ${mail.origin}/lists/newsletter
  alerts       ${mail.origin}/alerts

  Try this:
   1. Open "Contacts from a CSV file" and execute it: it uploads 24 of 25 contacts. Leonie (C-1020) has no last name in
      the file, on purpose: look at the node's error branch to see how a refused row is explained.
      A list of your own: save it as CSV or Excel in ${folder.files},
      then do what the note "Your own list" says.
   2. Execute "Trigger a test event". Ten seconds later, "Consent PDFs to files" has a new execution,
      and the PDF is in ${folder.documents}/${new Date().getFullYear()}
   3. Publish "Upload page" and upload ${folder.files}/contacts.csv as a colleague would: ${url}/form/upload-contacts
      (log in with ${secrets.uploadPage.user} / ${secrets.uploadPage.password}).
      "Take it back" puts the old values back. The other workflows say in their notes what they do.
   4. Add a Contact Consent node to a workflow of your own. The credential is ready.

  Your workflows and executions are kept. The sandbox starts with the same demo data each time;
  what a trigger has delivered before, it does not deliver again.
  Ctrl-C ends both; npm start -- --fresh starts with an empty n8n.
`;

function options() {
	try {
		const { values } = parseArgs({
			options: {
				folder: { type: 'string' },
				dev: { type: 'boolean' },
				fresh: { type: 'boolean' },
				help: { type: 'boolean' },
				'n8n-port': { type: 'string' },
				'sandbox-port': { type: 'string' },
			},
		});
		return values;
	} catch (error) {
		throw new PlaygroundError((error as Error).message, HELP);
	}
}

function portOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
	throw new PlaygroundError(`"${text}" is no port: a number up to 65535 is expected`, HELP);
}

async function main(): Promise<void> {
	const began = Date.now();
	const { dev, folder, fresh, help, ...values } = options();
	const report = terminalReport();
	if (help) {
		report.line(HELP);
		return;
	}
	const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
		engines: { node: string };
	};
	const oldest = engines.node.replace('>=', '');
	if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
		throw new PlaygroundError(
			`This is Node ${process.versions.node}; the playground needs Node ${oldest} or newer.`,
		);
	}
	const running: { playground?: Playground; endingSince?: number } = {};
	const end = async (reason: string, code: number) => {
		if (running.endingSince) return;
		running.endingSince = Date.now();
		report.line(reason);
		await running.playground?.stop();
		process.exit(code);
	};
	/** At a second Ctrl-C after a second or more, it no longer waits: remaining processes are killed on exit. */
	const endCalmly = () => {
		const code = running.playground ? 0 : 130;
		if (running.endingSince && Date.now() - running.endingSince > 1_000) process.exit(code);
		void end('Stopping n8n and the sandbox …', code);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endCalmly);
	await onNpmGone(endCalmly);

	const playground = await startPlayground({
		fresh,
		userFolder: folder ? resolve(folder) : dev ? join(STATE, 'dev') : undefined,
		...(dev && {
			env: { N8N_DEV_RELOAD: 'true' },
			prepare: async (installed) => await compileOnChange(installed, report),
		}),
		n8nPort: portOf(values['n8n-port']),
		sandboxPort: portOf(values['sandbox-port']),
		report,
	});
	running.playground = playground;
	report.line(`Ready after ${seconds(began)}.\n${welcome(playground)}`);
	await playground.n8n.ended;
	await end(`n8n stopped. Its log: ${playground.folder.log}`, 1);
}

main().catch((error: unknown) => {
	console.error(error instanceof PlaygroundError ? `\n${error.message}` : error);
	process.exit(1);
});
