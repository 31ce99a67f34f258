/** docs/reliability.md from the results of a run. */
import { writeFileSync } from 'node:fs';

import type { Results } from './stage';

export interface Facts {
	date: string;
	/** Beginning of the hash of the sources that were tried. */
	source: string;
	packageVersion: string;
	n8n: string;
	core: string;
	node: string;
	machine: string;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const n = (value: number): string => value.toLocaleString('en-US');

function table(head: string[], rows: Array<Array<string | number>>): string {
	const cells = [head, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? n(cell) : cell)))];
	const widths = head.map((_, index) => Math.max(3, ...cells.map((row) => row[index]?.length ?? 0)));
	const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
	const [first = [], ...rest] = cells;
	return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

function groupBy<Row>(rows: Row[], keyOf: (row: Row) => string): Array<[string, Row[]]> {
	const groups = new Map<string, Row[]>();
	for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
	return [...groups];
}

/** What a run must not find. */
export function problemsOf({ faults, trigger, hostile, load, queue }: Results): string[] {
	const { inARow, atOnce } = load;
	const problems: Array<[boolean, string]> = [
		[sum(faults.rows.map(({ wrong }) => wrong)) > 0, 'faults: not as it has to be'],
		[sum(trigger.rows.map(({ wrong }) => wrong)) > 0, 'trigger: not as it has to be'],
		[sum(hostile.rows.map(({ offences }) => offences)) > 0, 'hostile input: an offence'],
		[atOnce.ids !== atOnce.contacts || inARow.ids !== inARow.executions * inARow.each, 'load: contacts lost'],
		[inARow.socketsLeft > 0 || inARow.listenersAdded > 0 || inARow.warnings > 0, 'load: a leak'],
		[[queue.calm, queue.killed].some(({ contacts, stored }) => contacts !== stored), 'queue: contacts lost'],
		[queue.events.some(({ events, reached }) => events !== reached), 'queue: events lost'],
	];
	return problems.filter(([bad]) => bad).map(([, problem]) => problem);
}

const faultSection = ({ rows }: Results['faults']): string => `## The action node and its service

${n(rows.length)} combinations of an operation and a fault: ${n(new Set(rows.map(({ operation }) => operation)).size)} operations, ${n(new Set(rows.map(({ fault }) => fault)).size)} faults. For each of them, a table says what a person
has to see, how many requests may go out, and what the service has to hold afterwards.

${table(
	[
		'kind of fault',
		'combinations',
		'went through',
		'ended in an error that explains itself',
		'not as it has to be',
	],
	groupBy(rows, ({ group }) => group).map(([group, cells]) => [
		group,
		cells.length,
		cells.filter(({ failed }) => !failed).length,
		cells.filter(({ failed }) => failed).length,
		cells.filter(({ wrong }) => wrong > 0).length,
	]),
)}

A lost answer of Get Latest takes its events along, which the contract of \`/events/latest\` makes unavoidable: in ${n(rows.filter(({ holds }) => holds === 'in the history only').length)} of
these combinations they were left in the history alone, where Get Many and the trigger find them.
Not in the table: an answer that stalls within a PDF, which the action node gives up after two minutes (tried with the trigger).`;

const triggerSection = ({ rows }: Results['trigger']): string => `## The trigger and its service

${n(rows.length)} courses of events while requests for the history, the latest events or the PDFs fail, once or eight times in a
row, with the service's clock a day off, and with page limits that it caps. In each, events come in before, during
and after.

${table(
	[
		'how n8n keeps the state',
		'courses',
		'events',
		'lost',
		'waiting for their PDF',
		'repeated',
		'without their PDF',
	],
	groupBy(rows, ({ persistence }) => persistence).map(([persistence, cells]) => [
		persistence,
		cells.length,
		sum(cells.map(({ events }) => events)),
		sum(cells.map(({ lost }) => lost)),
		sum(cells.map(({ waiting }) => waiting)),
		sum(cells.map(({ repeated }) => repeated)),
		sum(cells.map(({ withoutPdf }) => withoutPdf)),
	]),
)}

Events go out without their PDF where the service answers 404 for it, which is final.
Those that wait are in the state of the trigger: on a busy machine the six polls of a course end before the next try.`;

const hostileSection = ({ rows, seed }: Results['hostile']): string => `## Hostile input

Made-up parameters (paths that climb, control characters, broken Unicode, names of prototypes, nonsense of every
type) and made-up answers of the service, with seed ${seed}. An offence is a crash, an error that is not n8n's own, a
connection to another address, a request to a path of another operation, or the key anywhere but in its header.

${table(
	['operation', 'attacks', 'refused before any request', 'requests', 'offences'],
	rows.map(({ operation, attacks, unsent, requests, offences }) => [
		operation,
		attacks,
		unsent,
		requests,
		offences,
	]),
)}`;

const loadSection = ({ inARow, atOnce }: Results['load']): string => `## Load

${table(
	['', 'one execution', 'many executions'],
	[
		['contacts', atOnce.contacts, `${n(inARow.executions)} × ${n(inARow.each)}`],
		['reached the service', atOnce.ids, inARow.ids],
		['sent more than once', atOnce.repeated, inARow.repeated],
		['requests', atOnce.requests, inARow.requests],
		['seconds, n8n-core included', atOnce.seconds, inARow.seconds],
	],
)}

- One execution: the heap holds ${n(atOnce.inputMb)} MB of input and takes at most ${n(atOnce.peakMb)} MB more, output included.
- Many executions: ${n(inARow.earlyMb)} MB of heap after the first tenth, ${n(inARow.lateMb)} MB at the end.
- Sockets opened: ${n(inARow.socketsOpened)}; still open at the end: ${n(inARow.socketsLeft)}. Listeners added: ${n(inARow.listenersAdded)}. Warnings about
  listeners: ${n(inARow.warnings)}.`;

const queueSection = ({ calm, killed, events }: Results['queue']): string => `## n8n in queue mode

A main and two workers, each with a folder of its own and the packed package in it. Manual executions run on workers.

${table(
	['upload by a worker', 'contacts', 'held by the service', 'executions', 'requests', 'sent more than once'],
	[
		['undisturbed', calm.contacts, calm.stored, calm.statuses.join(', '), calm.uploads, calm.repeated],
		[
			'worker killed (SIGKILL)',
			killed.contacts,
			killed.stored,
			killed.statuses.join(', '),
			killed.uploads,
			killed.repeated,
		],
	],
)}

n8n does not repeat an execution whose worker is gone; where it ended otherwise than with success, it was run again by
hand. An upload syncs to its content, so what was sent twice is held once.

${table(
	[
		'trigger, main killed in mid-poll',
		'events',
		'reached an execution',
		'repeated',
		'PDF read on a worker',
		'executions',
	],
	events.map(({ storage, events: all, reached, repeated, documents, executions }) => [
		`PDFs in ${storage}`,
		all,
		reached,
		repeated,
		documents,
		executions,
	]),
)}`;

export function writeReport(file: string, facts: Facts, results: Results): void {
	const { faults, trigger, hostile, load, queue } = results;
	const lost =
		sum(trigger.rows.map((row) => row.lost)) +
		sum(queue.events.map((row) => row.events - row.reached)) +
		sum([queue.calm, queue.killed].map((row) => row.contacts - row.stored)) +
		(load.atOnce.contacts - load.atOnce.ids) +
		(load.inARow.executions * load.inARow.each - load.inARow.ids);
	const text = [
		`# What was tried to break it

Written by \`npm run reliability\` on ${facts.date}; every number is from that run.
Its five parts may be run one by one, but only on the same sources of the package. Contacts and events lost: **${n(lost)}**.

${table(
	['what', 'version'],
	[
		['package', `${facts.packageVersion} (sources ${facts.source})`],
		['n8n in queue mode', facts.n8n],
		['n8n-core in the other parts', facts.core],
		['Node', facts.node],
		['PostgreSQL, Redis', `${queue.versions.postgres}, ${queue.versions.redis}`],
		['machine', facts.machine],
	],
)}`,
		faultSection(faults),
		triggerSection(trigger),
		hostileSection(hostile),
		loadSection(load),
		queueSection(queue),
	];
	writeFileSync(file, `${text.join('\n\n')}\n`);
}
