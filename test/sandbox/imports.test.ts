/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Imports inside the sandbox run one way: no file imports itself, over whatever detour. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const CRUISER = path.join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
const RULES = {
	forbidden: [{ name: 'no-circles', severity: 'error', from: {}, to: { circular: true } }],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: path.join(ROOT, 'tsconfig.tools.json') },
		doNotFollow: { path: 'node_modules' },
	},
};

interface Cruise {
	summary: { totalCruised: number; violations: Array<{ from: string; to: string }> };
}

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'circles-'));
	writeFileSync(path.join(folder, 'rules.json'), JSON.stringify(RULES));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function circles(target: string): Cruise['summary'] {
	const args = [CRUISER, '--config', path.join(folder, 'rules.json'), '--output-type', 'json', target];
	const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
	if (stdout === '') throw new Error(stderr);
	return (JSON.parse(stdout) as Cruise).summary;
}

test('no circles, not even of types', () => {
	const { violations, totalCruised } = circles('sandbox');
	expect(violations.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
	expect(totalCruised).toBeGreaterThan(30);
});

test('a circle of types would be found', () => {
	writeFileSync(path.join(folder, 'a.ts'), "import type { B } from './b';\nexport type A = B | 1;\n");
	writeFileSync(path.join(folder, 'b.ts'), "import type { A } from './a';\nexport type B = A | 2;\n");
	expect(circles(folder).violations).not.toEqual([]);
});
