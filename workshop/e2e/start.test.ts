/* eslint-disable */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { ROOT } from '../../test/support/paths';
import { OWN_FOLDER, START_WITHIN_MS, eventually } from './playground';

let child: ChildProcess | undefined;
let output = '';

const run = (file: string, ...args: string[]) => {
	output = '';
	child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	return child;
};

const start = (...flags: string[]) =>
	run(process.execPath, '--import', 'tsx', 'workshop/playground/start.ts', ...flags);

/** The addresses of n8n and of the sandbox, as soon as both run. */
async function addresses(running: ChildProcess): Promise<string[]> {
	await eventually(
		() => Promise.resolve(/Ctrl-C ends both/.test(output) || running.exitCode !== null || undefined),
		'the start',
		START_WITHIN_MS,
	);
	return ['n8n', 'sandbox'].map(
		(name) => new RegExp(`^ *${name} +(http://[\\d.:]+)`, 'm').exec(output)?.[1] ?? '',
	);
}

const answers = async (url: string) =>
	await fetch(url).then(
		() => true,
		() => false,
	);

afterEach(() => void child?.kill('SIGKILL'));

test.each([
	['--help', 0],
	['--nonsense', 1],
])(
	'npm start %s explains itself and ends with %d',
	async (flag, code) => {
		expect(await once(start(flag), 'close')).toEqual([code, null]);
		expect(output).toContain(flag);
		expect(output).toContain('--fresh');
	},
	30_000,
);

test(
	'npm start leads to a working n8n, and Ctrl-C ends all of its processes',
	async () => {
		const running = start('--fresh', '--folder', OWN_FOLDER);
		const ended = once(running, 'close');
		const [n8n = '', sandbox = ''] = await addresses(running);
		expect(output).toMatch(/A list of your own: save it as CSV or Excel in/);
		expect(output).toMatch(/log in with +\S+@\S+/);
		expect((await fetch(n8n)).status).toBe(200);
		expect((await fetch(`${sandbox}/v1/ping`)).status).toBe(200);

		running.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
		expect([await answers(n8n), await answers(sandbox)]).toEqual([false, false]);
	},
	START_WITHIN_MS,
);

// A signal to npm alone ends npm and its shell, but does not reach their children.
test(
	'n8n and the sandbox end when npm is ended',
	async () => {
		const npm = run('npm', 'start', '--', '--folder', OWN_FOLDER);
		const [n8n = '', sandbox = ''] = await addresses(npm);
		expect([await answers(n8n), await answers(sandbox)]).toEqual([true, true]);
		npm.kill('SIGTERM');
		const gone = async () => !((await answers(n8n)) || (await answers(sandbox))) || undefined;
		await eventually(gone, 'the end of both');
	},
	START_WITHIN_MS,
);
