/**
 * Breaks the trigger by hand, one fault at a time, and looks whether the model alone finds it:
 *
 *     tsx test/model/mutants.ts [number or word]
 *
 * Each fault is a replacement in a copy of the sources. First the short scopes of exhaustive.ts look for it, then the
 * rest of this folder's tests. No other test is asked.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const TRIGGER = join('nodes', 'ContactConsent', 'trigger');

interface Mutant {
	name: string;
	file: string;
	search: string;
	replace: string;
}

const mutant = (file: string, name: string, search: string, replace: string): Mutant => ({
	name,
	file: `${file}.ts`,
	search,
	replace,
});

export const MUTANTS: Mutant[] = [
	mutant('read', 'no look-back', 'state.checkpoint - lookback', 'state.checkpoint'),
	mutant('read', 'no audit', 'if (first !== undefined && isAuditDue)', 'if (isAuditDue && first === null)'),
	mutant('read', 'the audit does not look back', 'completed - days', 'completed'),
	mutant('read', 'bounds are taken as inclusive', 'Math.floor(time / 1000) * 1000 - 1', 'time'),
	mutant('commit', 'the cap by Date removed', 'Math.min(toSecond(newest), present)', 'toSecond(newest)'),
	mutant(
		'commit',
		'what was left out is forgotten',
		'const [oldest] = leftOut',
		'const [oldest] = leftOut.slice(leftOut.length)',
	),
	mutant('commit', 'what was left out begins too late', 'oldest.time - 1', 'oldest.time + 1'),
	mutant(
		'commit',
		'a backlog does not remember when it began',
		'Math.min(state.backlog?.since ?? date, date)',
		'date',
	),
	mutant(
		'commit',
		'a failed reading drops the backlog',
		'forward === undefined ? state.backlog : forward.rest',
		'forward?.rest ?? null',
	),
	mutant('commit', 'every poll is a new start', 'starts[kind] ?? date', 'date'),
	mutant('commit', 'what was not tried is dropped', '[...untried, ...again]', 'again'),
	mutant(
		'commit',
		'the revision stands still',
		'revision: state.revision + 1',
		'revision: Math.max(1, state.revision)',
	),
	mutant('commit', 'audits never begin', 'audit.completed === 0 ?', 'audit.completed < 0 ?'),
	mutant(
		'commit',
		'the chosen are not remembered',
		'...chosen.filter(({ awaiting }) => awaiting === undefined)',
		'...chosen.filter(({ awaiting }) => awaiting !== undefined)',
	),
	mutant(
		'commit',
		'filtered events are not remembered, others neither',
		'remember(state.taken, taken)',
		'remember(state.taken, filtered)',
	),
	mutant(
		'state',
		'a key is forgotten',
		'for (const event of events) list.set',
		'for (const event of events.slice(1)) list.set',
	),
	mutant('state', 'the list holds two keys', 'MOST_KEYS = 10_000', 'MOST_KEYS = 2'),
	mutant(
		'state',
		'the list counts as complete for ever',
		'Math.max(taken.completeFrom, newest + 1)',
		'taken.completeFrom',
	),
	mutant(
		'state',
		'the history delivers what was taken',
		'isListed(event) && event.time >= startOf(event) && !keys.has(event.key)',
		'isListed(event) && event.time >= startOf(event)',
	),
	mutant(
		'state',
		'/events/latest delivers what was taken',
		'!keys.has(event.key) && (isListed(event)',
		'(isListed(event)',
	),
	mutant(
		'state',
		'all states look the same',
		'JSON.stringify(state, (_, value',
		'String(typeof state) || JSON.stringify(state, (_, value',
	),
	mutant(
		'state',
		'no state can be read',
		'if (!isSound(stored)) return undefined',
		'if (isSound(stored)) return undefined',
	),
	mutant('event', 'keys collide', '(low & 2097151) * 4294967296 + (high >>> 0)', '(low & 3) + (high & 0)'),
	mutant(
		'event',
		'event times are not read',
		'epochOf(raw.event_time) ?? fallback',
		'fallback || (epochOf(raw.event_time) ?? fallback)',
	),
	mutant(
		'poll',
		'the state is not written',
		'if (next !== state) staticData',
		'if (next === undefined) staticData',
	),
	mutant(
		'poll',
		'the state is written early',
		'const choice = choose',
		'staticData[STATE] = { ...state, checkpoint: reading.date ?? 0, revision: state.revision + 1 } as never;\n\t\tconst choice = choose',
	),
	mutant(
		'memory',
		'polls run beside each other',
		'now >= memory.turn.begun && now < memory.turn.until',
		'now > memory.turn.until',
	),
	mutant(
		'memory',
		'how far it has read counts for any state',
		'if (place?.revision !== revision) delete memory.place;',
		'if (place === null) delete memory.place;',
	),
	mutant(
		'reconcile',
		'audits are not due by time',
		'const isTime = now - last >= HOUR || last - now > CLOCKS_DIFFER',
		'const isTime = now < 0 && last - now > CLOCKS_DIFFER + HOUR',
	),
	mutant('reconcile', 'a clock put back stops the audits', '|| last - now > CLOCKS_DIFFER', ''),
	mutant(
		'reconcile',
		'every poll counts as an audit',
		'if (reading.audit?.rest === null) memory',
		'if (now > 0) memory',
	),
	mutant(
		'reconcile',
		'a discarded result counts as read',
		'	} else if (hadItems) {\n\t\tdelete memory.place;\n',
		'	} else if (hadItems) {\n\t\tmemory.place = { revision: state.revision, positions: { starts, checkpoint, backlog, audit } };\n',
	),
	mutant(
		'reconcile',
		'Start From is not heeded',
		'if (startFrom === undefined) return state',
		'if (startFrom !== null) return state',
	),
	mutant(
		'reconcile',
		'the state is of no account',
		'return state?.baseUrl === baseUrl ? state : undefined',
		'return state',
	),
	mutant('choose', 'maxEvents is not heeded', 'wholeInstants(fresh, maxEvents - waiting)', 'fresh.length'),
	mutant(
		'choose',
		'waiting events come on top of maxEvents',
		'wholeInstants(fresh, maxEvents - waiting)',
		'wholeInstants(fresh, maxEvents)',
	),
	mutant(
		'choose',
		'an instant comes with waiting events',
		'if (first + waiting <= maxEvents)',
		'if (first <= maxEvents)',
	),
	mutant(
		'choose',
		'the newest are taken first',
		'.sort(compareEvents);\n\tconst fresh',
		'.sort((a, b) => compareEvents(b, a));\n\tconst fresh',
	),
	mutant(
		'choose',
		'an execution is not in order',
		'chosen: chosen.sort((a, b) => compareEvents(a.event, b.event))',
		'chosen: chosen.sort((a, b) => compareEvents(b.event, a.event))',
	),
	mutant(
		'choose',
		'the filter is turned round',
		"granted === (consentGranted === 'granted')",
		"granted !== (consentGranted === 'granted')",
	),
	mutant('choose', 'nothing counts as left out', 'leftOut: fresh.slice(taken.fresh)', 'leftOut: []'),
	mutant(
		'choose',
		'a document is waited for without end',
		'waited >= settings.documentationWait',
		'waited < 0',
	),
	mutant('choose', 'a dropped state begins the waiting anew', 'Math.min(seen[event.key] ?? now, now)', 'now'),
	mutant('waiting', 'no document can wait', 'MOST_AWAITING = 200', 'MOST_AWAITING = 0'),
	mutant('waiting', 'a clock put back prolongs the waiting', 'Math.max(now, tried) - since', 'now - since'),
	mutant('waiting', 'a clock put back stops the tries', 'next <= now || now < tried', 'next <= now'),
	mutant('waiting', 'each try begins the waiting anew', 'since: now - waited', 'since: now'),
	mutant(
		'slices',
		'a gap between two slices',
		'const next = Math.min(to - 1, date)',
		'const next = Math.min(to + 1, date)',
	),
	mutant(
		'slices',
		'the first slice counts as all',
		'} else if (slice.to === null) {',
		'} else if (slice.from > 0) {',
	),
	mutant('history', 'the first page counts as all', 'reading.isComplete = false;\n\t\t\t\tbreak', 'break'),
	mutant(
		'history',
		'/events/latest is taken as new',
		'kept.push(...unseen.filter(isNews))',
		'kept.push(...unseen.slice(isNews.length - 1))',
	),
	mutant(
		'documents',
		'a document that is not there is dropped',
		'worked.waiting.push({ ...entry, wasTried: true })',
		'void entry',
	),
	mutant(
		'documents',
		'a document without room is dropped',
		'worked.waiting.push({ ...entry, wasTried: false })',
		'void entry',
	),
];

const PARTS = [
	'nodes',
	'test/model',
	'test/support',
	'tsconfig.json',
	'tsconfig.tools.json',
	'package.json',
	'jest.config.js',
];

/** The sources with one fault in them. */
function copyWith({ file, search, replace }: Mutant): string {
	const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
	mkdirSync(join(folder, 'test'));
	for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const path = join(folder, TRIGGER, file);
	const source = readFileSync(path, 'utf8');
	if (source.split(search).length !== 2) throw new Error(`${file}: not there exactly once: ${search}`);
	writeFileSync(
		path,
		source.replace(search, () => replace),
	);
	return folder;
}

const MOST_MINUTES = 6;

const fails = (cwd: string, script: string, ...args: string[]): boolean => {
	const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
		cwd,
		stdio: 'ignore',
		timeout: MOST_MINUTES * 60_000,
	});
	return status !== 0;
};

/** What finds a fault: the exhaustive check, the other tests of the model, or nothing. */
function finderOf(fault: Mutant): string | undefined {
	const folder = copyWith(fault);
	try {
		if (fails(folder, 'tsx/dist/cli.mjs', 'test/model/exhaustive.ts', '--first')) return 'exhaustive check';
		const tests = ['--selectProjects', 'model', '--testPathPatterns', '(defects|lives)', '--bail'];
		if (fails(folder, 'jest/bin/jest.js', ...tests)) return 'model';
		return undefined;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function main(): void {
	const [word = ''] = process.argv.slice(2);
	const chosen = MUTANTS.filter(({ name }) => name.includes(word));
	let missed = 0;
	for (const fault of chosen) {
		const finder = finderOf(fault);
		if (finder === undefined) missed++;
		process.stdout.write(
			`${finder === undefined ? 'NOT FOUND' : `found by ${finder}`}: ${fault.file}, ${fault.name}\n`,
		);
	}
	process.stdout.write(`${chosen.length - missed} of ${chosen.length} found\n`);
	process.exitCode = missed > 0 ? 1 : 0;
}

if (require.main === module) main();
