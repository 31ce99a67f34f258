/* eslint-disable */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';
import { OWN_FOLDER, START_WITHIN_MS, eventually } from './playground';

const TSX = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');

let child: ChildProcess | undefined;
let output = '';

const start = (...flags: string[]) => {
	output = '';
	child = spawn(process.execPath, [TSX, 'workshop/playground/start.ts', ...flags], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	return child;
};

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
	'npm start %s says what there is, and ends with %d',
	async (flag, code) => {
		expect(await once(start(flag), 'close')).toEqual([code, null]);
		expect(output).toContain(flag);
		expect(output).toContain('--fresh');
	},
	30_000,
);

test(
	'npm start ends at a working n8n, and Ctrl-C ends all of it',
	async () => {
		const running = start('--fresh', '--folder', OWN_FOLDER);
		const ended = once(running, 'close');
		await eventually(
			() => Promise.resolve(/Ctrl-C ends both/.test(output) || running.exitCode !== null || undefined),
			'the start',
			START_WITHIN_MS,
		);
		const [n8n = '', sandbox = ''] = output.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
		expect(output).toMatch(/log in with +\S+@\S+/);
		expect((await fetch(n8n)).status).toBe(200);
		expect((await fetch(`${sandbox}/v1/ping`)).status).toBe(200);

		running.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
		expect([await answers(n8n), await answers(sandbox)]).toEqual([false, false]);
	},
	START_WITHIN_MS,
);
