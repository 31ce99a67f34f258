/** docs/reliability.md, from the results of a run and from nothing else. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import { hashOf } from '../../playground/hash';
import { count, table, writePage } from '../../playground/markdown';
import { PLAYGROUND, ROOT } from '../../playground/paths';
import type { Results } from './parts';

const sum = <Entry>(entries: Entry[], of: (entry: Entry) => number): number =>
	entries.reduce((total, entry) => total + of(entry), 0);

function groups<Entry>(entries: Entry[], keyOf: (entry: Entry) => string): Array<[string, Entry[]]> {
	const keys = [...new Set(entries.map(keyOf))];
	return keys.map((key) => [key, entries.filter((entry) => keyOf(entry) === key)]);
}

const lostIn = ({ trigger = [], load = [], queue }: Partial<Results>): number =>
	sum(trigger, ({ lost }) => lost) +
	sum(load, ({ contacts, ids }) => contacts - ids) +
	sum(queue ? [queue.calm, queue.killed] : [], ({ contacts, stored }) => contacts - stored) +
	sum(queue?.events ?? [], ({ events, reached }) => events - reached);

/** A run must not find any of these. */
export function problemsOf(results: Partial<Results>): string[] {
	const { faults = [], trigger = [], hostile = [], load = [] } = results;
	const wrong = [...faults, ...trigger, ...hostile].flatMap((entry) =>
		entry.wrong.map((one) => `${entry.operation}: ${one}`),
	);
	const lost = lostIn(results);
	const leaks = sum(load, ({ socketsLeft, listenersAdded }) => socketsLeft + listenersAdded);
	return [
		...wrong,
		...(lost > 0 ? [`${lost} contacts or events were lost`] : []),
		...(leaks > 0 ? [`${leaks} sockets or listeners are left over`] : []),
	];
}

const faultSection = (cells: Results['faults']): string => `## The action node and its service

${count(cells.length)} combinations of a request and a fault, over all operations. For each of them, a table says what the user has to
see, how many requests may go out, and what the service has to hold afterwards.

${table(
	groups(cells, ({ group }) => group).map(([group, some]) => ({
		'kind of fault': group,
		combinations: some.length,
		'went through': some.filter(({ failed }) => !failed).length,
		'ended in an error that explains itself': some.filter(({ failed }) => failed).length,
		wrong: some.filter(({ wrong }) => wrong.length > 0).length,
	})),
)}

A lost answer of Get Latest takes its events along; the contract of \`/events/latest\` makes that unavoidable. In
${cells.filter(({ tookAway }) => tookAway).length} combinations they were left in the history alone, where Get Many and the trigger find them.
Not in the table: an answer that stalls within a PDF. The action node gives it up after two minutes; the trigger tries it.`;

const triggerSection = (courses: Results['trigger']): string => `## The trigger and its service

${count(courses.length)} courses of events. In each, requests of one kind fail once or eight times in a row, or the service's clock is a
day off, or it caps the size of pages. Events come in before, during and after.

${table(
	groups(courses, ({ persistence }) => persistence).map(([persistence, some]) => ({
		'how n8n keeps the state': persistence,
		courses: some.length,
		events: sum(some, ({ events }) => events),
		lost: sum(some, ({ lost }) => lost),
		repeated: sum(some, ({ repeated }) => repeated),
		'without their PDF': sum(some, ({ withoutPdf }) => withoutPdf),
	})),
)}

Events go out without their PDF where the service answers 404 for it, which is final.`;

const hostileSection = (rows: Results['hostile'], seed: number): string => `## Hostile input

Made-up parameters (paths that climb, control characters, broken Unicode, names of prototypes, nonsense of every
type) and made-up answers of the service, with seed ${seed}. An offence is a crash, an error that is not n8n's own, a
connection to another address, a request to a path of another operation, or the key anywhere but in its header.

${table(
	rows.map(({ operation, attacks, unsent, requests, wrong }) => ({
		operation,
		attacks,
		'refused before any request': unsent,
		requests,
		offences: wrong.length,
	})),
)}`;

const loadSection = (results: Results['load']): string => `## Load

${table(
	results.map((one) => ({
		executions: one.executions,
		contacts: one.contacts,
		'reached the service': one.ids,
		'sent more than once': one.elements - one.ids,
		requests: one.requests,
		'seconds, n8n-core included': one.seconds,
		'MB of heap at most, input and output included': one.peakMb,
		'MB kept at the end': one.keptMb,
		'sockets opened': one.socketsOpened,
		'still open': one.socketsLeft,
		'listeners added': one.listenersAdded,
	})),
)}`;

const queueSection = ({ calm, killed, events }: Results['queue']): string => `## n8n in queue mode

A main and two workers, each with a folder of its own and the packed package in it. Manual executions run on workers.

${table(
	Object.entries({ undisturbed: calm, 'worker killed (SIGKILL)': killed }).map(([name, upload]) => ({
		'upload by a worker': name,
		contacts: upload.contacts,
		'held by the service': upload.stored,
		executions: upload.statuses.join(', '),
		requests: upload.uploads,
		'sent more than once': upload.repeated,
	})),
)}

n8n does not repeat an execution whose worker is gone; one that did not end with success was run again by hand. An
upload syncs to its content: a contact that was sent twice is held once.

${table(
	events.map((course) => ({
		'trigger, main killed in mid-poll': `PDFs in ${course.storage}`,
		events: course.events,
		'reached an execution': course.reached,
		repeated: course.repeated,
		'PDF read on a worker': course.documents,
		executions: course.executions,
	})),
)}`;

const versionOf = (...folder: string[]): string =>
	(JSON.parse(readFileSync(join(...folder, 'package.json'), 'utf8')) as { version: string }).version;

export async function writeReport(results: Results, seed: number): Promise<void> {
	const { postgres, redis } = results.queue.versions;
	const sources = (await hashOf(ROOT, ['nodes', 'credentials'])).slice(0, 12);
	const versions = {
		package: `${versionOf(ROOT)} (sources ${sources})`,
		'n8n in queue mode': versionOf(PLAYGROUND, 'node_modules', 'n8n'),
		'n8n-core in the other parts': versionOf(ROOT, 'node_modules', 'n8n-core'),
		Node: process.versions.node,
		'PostgreSQL, Redis': `${postgres}, ${redis}`,
		machine: `${cpus().length} cores, ${count(totalmem() / 2 ** 30)} GB`,
	};
	const sections = [
		`# Attempts to break it

Written by \`npm run reliability\` on ${new Date().toISOString().slice(0, 10)}; every number is from that run.
Contacts and events lost: **${count(lostIn(results))}**.`,
		table(Object.entries(versions).map(([what, version]) => ({ what, version }))),
		faultSection(results.faults),
		triggerSection(results.trigger),
		hostileSection(results.hostile, seed),
		loadSection(results.load),
		queueSection(results.queue),
	];
	await writePage(join(ROOT, 'docs', 'reliability.md'), sections.join('\n\n'));
}
