/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const RULES = join(__dirname, 'import-rules.js');
const FOLDERS = ['nodes', 'credentials', 'sandbox', 'playground', 'bench', 'test'];
const CRUISER = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

interface Cruise {
	summary: { totalCruised: number; violations: Array<{ rule: { name: string }; from: string; to: string }> };
}

const cruise = (cwd: string, ...folders: string[]): Cruise['summary'] => {
	const args = [CRUISER, '--config', RULES, '--output-type', 'json', ...folders];
	const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 27 });
	if (stdout === '') throw new Error(stderr);
	return (JSON.parse(stdout) as Cruise).summary;
};

it('imports run one way', () => {
	const { violations, totalCruised } = cruise(ROOT, ...FOLDERS);
	expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
	expect(totalCruised).toBeGreaterThan(250);
}, 60_000);

it('each rule can be broken', () => {
	const folder = mkdtempSync(join(tmpdir(), 'imports-'));
	const node = 'nodes/ContactConsent';
	const files: Record<string, string[]> = {
		[`${node}/A.node.ts`]: ['./transport/send'],
		[`${node}/values.ts`]: ['./transport/retry'],
		[`${node}/methods.ts`]: ['./A.node'],
		[`${node}/run/execute.ts`]: ['../trigger/poll', '../resources/get'],
		[`${node}/run/one.ts`]: [],
		[`${node}/trigger/poll.ts`]: ['../run/one'],
		[`${node}/resources/index.ts`]: ['../transport/send', '../run/one'],
		[`${node}/transport/send.ts`]: ['../resources/get', 'axios', 'node:fs'],
		[`${node}/transport/retry.ts`]: [],
		[`${node}/resources/get.ts`]: ['./index'],
		'sandbox/index.ts': [`../${node}/values`],
	};
	try {
		for (const [file, imports] of Object.entries(files)) {
			const path = join(folder, file);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, [...imports.map((name) => `import '${name}';`), 'export {};'].join('\n'));
		}
		for (const name of ['tsconfig.json', 'tsconfig.tools.json']) cpSync(join(ROOT, name), join(folder, name));
		symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		const broken = new Set(cruise(folder, 'nodes', 'sandbox').violations.map(({ rule }) => rule.name));
		const { forbidden } = jest.requireActual<{ forbidden: Array<{ name: string }> }>('./import-rules.js');
		expect([...broken].sort()).toEqual(forbidden.map(({ name }) => name).sort());
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}, 60_000);
