/* eslint-disable */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const RULES = join(__dirname, 'import-rules.js');
const FOLDERS = ['nodes', 'credentials', 'examples', 'sandbox', 'test', 'workshop'];
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

it('every import follows the rules', () => {
	const { violations, totalCruised } = cruise(ROOT, ...FOLDERS);
	expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
	expect(totalCruised).toBeGreaterThan(250);
}, 60_000);

/** What these invented files break. Each file is given as its lines. */
function brokenBy(files: Record<string, string[]>): Cruise['summary']['violations'] {
	const folder = mkdtempSync(join(tmpdir(), 'imports-'));
	try {
		for (const [file, lines] of Object.entries(files)) {
			const path = join(folder, file);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, [...lines, 'export {};'].join('\n'));
		}
		for (const name of ['tsconfig.json', 'test/tsconfig.tools.json']) {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			cpSync(join(ROOT, name), join(folder, name));
		}
		symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		const folders = new Set(Object.keys(files).map((file) => file.split('/')[0] as string));
		return cruise(folder, ...folders).violations;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

it('a broken import rule is found, for each rule', () => {
	const node = 'nodes/ContactConsent';
	const files: Record<string, string[]> = {
		[`${node}/A.node.ts`]: ['./transport/send'],
		[`${node}/lib/text.ts`]: ['../transport/tries'],
		[`${node}/editor/idPickers.ts`]: ['../A.node'],
		[`${node}/run/execute.ts`]: ['../trigger/poll', '../operations/get'],
		[`${node}/run/runOne.ts`]: [],
		[`${node}/upload/run.ts`]: ['../run/runOne'],
		[`${node}/upload/table/rows.ts`]: ['../../transport/tries'],
		[`${node}/upload/report/hint.ts`]: ['../send/batches'],
		[`${node}/upload/send/batches.ts`]: [],
		[`${node}/common/itemOutput.ts`]: ['../run/runOne'],
		[`${node}/parameters/readParameters.ts`]: ['../run/runOne'],
		[`${node}/trigger/poll.ts`]: ['../run/runOne'],
		[`${node}/operations/index.ts`]: ['../transport/send', '../run/runOne'],
		[`${node}/transport/send.ts`]: ['../operations/get', 'axios', 'node:fs'],
		[`${node}/transport/tries.ts`]: [],
		[`${node}/operations/get.ts`]: ['./index'],
		'sandbox/index.ts': [`../${node}/lib/text`, '../workshop/queue/index'],
		'sandbox/options/options.ts': ['../faults/log'],
		'sandbox/faults/log.ts': ['../records/store'],
		'sandbox/records/store.ts': ['../http/guard'],
		'sandbox/http/guard.ts': ['../routes/ping'],
		'sandbox/routes/ping.ts': ['../handle/seed'],
		'sandbox/handle/seed.ts': ['../server'],
		'sandbox/server.ts': [],
		'workshop/queue/index.ts': [],
		'workshop/n8n/start.ts': ['fastify'],
		'credentials/A.credentials.ts': ['n8n-workflow'],
		'test/model/oracle.ts': ['node:fs', './driver'],
		'test/model/a.test.ts': [`../../${node}/lib/text`],
		'test/model/driver.ts': [`../../${node}/lib/text`],
	};
	const entries = Object.entries(files).map(([file, names]) => {
		return [file, names.map((name) => `import '${name}';`)] as const;
	});
	const broken = brokenBy({
		...Object.fromEntries(entries),
		'sandbox/a.ts': ["import type { B } from './b';", 'export type A = B | 1;'],
		'sandbox/b.ts': ["import type { A } from './a';", 'export type B = A | 2;'],
		'credentials/B.credentials.ts': ["import type { Icon } from 'n8n-workflow';", 'export type B = Icon;'],
	});
	const { forbidden } = jest.requireActual<{ forbidden: Array<{ name: string }> }>('./import-rules.js');
	const rules = new Set(broken.map(({ rule }) => rule.name));
	expect([...rules].sort()).toEqual(forbidden.map(({ name }) => name).sort());
	// A circle of type imports is one, too, and credentials may import types.
	const brokenIn = (file: string) => broken.flatMap(({ rule, from }) => (from === file ? [rule.name] : []));
	expect(['sandbox/a.ts', 'sandbox/b.ts'].flatMap(brokenIn)).toContain('no-circles');
	expect(brokenIn('credentials/A.credentials.ts')).not.toEqual([]);
	expect(brokenIn('credentials/B.credentials.ts')).toEqual([]);
}, 60_000);
