/* eslint-disable */
/** The command line of the sandbox, run as a user runs it. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import axios from 'axios';

const ROOT = path.join(__dirname, '..', '..');
const children: ChildProcessWithoutNullStreams[] = [];

function run(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', ...args], { cwd: ROOT });
	children.push(child);
	let output = '';
	const collect = (chunk: Buffer) => (output += chunk.toString());
	child.stdout.on('data', collect);
	child.stderr.on('data', collect);
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	const printed = async (pattern: RegExp): Promise<string> => {
		for (let turn = 0; turn < 600 && !pattern.test(output); turn++) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		return pattern.exec(output)?.[1] ?? `not printed: ${output}`;
	};
	return { child, ended, printed };
}

afterAll(() => children.forEach((child) => child.kill('SIGKILL')));
jest.setTimeout(60_000);

test('the command prints base URL, key and docs, serves the demo, and ends on SIGINT', async () => {
	const { child, ended, printed } = run('--port', '0', '--demo', '--key', 'mine', '--set', 'maxLimit=3');
	const docs = await printed(/Docs +(\S+)/);
	const baseUrl = await printed(/Base URL +(\S+)/);
	expect(docs).toBe(`${baseUrl}/docs`);
	expect(await printed(/API key +(\S+)/)).toBe('mine');
	const { data } = await axios.get(`${baseUrl}/v1/events/latest`, { headers: { Authorization: 'mine' } });
	expect(data).toHaveLength(3);
	child.kill('SIGINT');
	expect(await ended).toBe(0);
});

test('on a taken port, the command takes a free one and says so; it ends on SIGTERM', async () => {
	const blocker = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => blocker.once('listening', resolve));
	const { port } = blocker.address() as AddressInfo;
	const { child, ended, printed } = run('--port', String(port));
	expect(await printed(/Port (\d+) is taken/)).toBe(String(port));
	const baseUrl = await printed(/Base URL +(\S+)/);
	expect(baseUrl).not.toContain(`:${port}`);
	await printed(/Docs +(\S+)/);
	expect((await axios.get(`${baseUrl}/v1/ping`)).status).toBe(200);
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
	blocker.close();
});

test.each<[string[], RegExp, number?]>([
	[['--port', 'many'], /(a port number is expected)/],
	[['--set', 'nonsense=1'], /(no option "nonsense")/],
	[['--set', 'nonsense'], /(expected <name>=<value>)/],
	[['--help'], /(--demo)/, 0],
])(
	'with %j, the command explains itself; only an error has an exit code other than 0',
	async (args, words, code = 1) => {
		const { ended, printed } = run(...args);
		expect(await ended).toBe(code);
		expect(await printed(words)).not.toContain('not printed');
	},
);
