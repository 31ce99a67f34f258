/* eslint-disable */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import { ROOT } from '../../test/support/paths';
import { PlaygroundError, type Report } from '../n8n/report';

const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * Compiles the sources into the installed package whenever they change. n8n in its development mode then reloads it
 * and tells open editors. Returns after the first compilation.
 */
export async function compileOnChange(installed: string, report: Report): Promise<void> {
	// The installed files no longer match the tarball, so the next start without --dev installs it again.
	await rm(join(installed, '..', '..', `${basename(installed)}.installed`), { force: true });
	const flags = ['--watch', '--preserveWatchOutput', '--outDir', join(installed, 'dist')];
	const compiler = spawn(process.execPath, [TSC, '--project', 'tsconfig.json', ...flags], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	process.once('exit', () => compiler.kill());
	const lines = createInterface({ input: compiler.stdout });
	lines.on('line', (line) => {
		const [, errors] = /Found (\d+) errors?\. Watching/.exec(line) ?? [];
		if (errors !== undefined) {
			lines.emit('compiled');
			report.line(errors === '0' ? `Compiled at ${new Date().toLocaleTimeString()}.` : `Errors: ${errors}`);
		} else if (/error TS\d+/.test(line)) report.line(line);
	});
	const stopped = once(compiler, 'exit').then(() => {
		throw new PlaygroundError('The compiler stopped.');
	});
	await Promise.race([once(lines, 'compiled'), stopped]);
}
