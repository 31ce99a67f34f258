/* eslint-disable */
/** The tables of results.md, each from the results of its part, and the problems that a part reports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sourcesHash } from '../../test/support/hash';
import { count, table, writePart, type Row } from '../../test/support/markdown';
import { chosenN8n } from '../n8n';
import { ROOT } from '../../test/support/paths';
import type { Results } from './parts';
import { problemsOfWorkflows, rowOf } from './workflows';

interface Findings {
	/** The result in a few words, for the page of all promises. */
	headline: string;
	problems: string[];
	tables: Row[][];
	/** Whether a whole n8n took part, instead of only its engine. */
	isWholeN8n?: boolean;
	/** The versions of other programs that took part. */
	services?: string;
}

const sum = <Entry>(entries: Entry[], of: (entry: Entry) => number): number =>
	entries.reduce((total, entry) => total + of(entry), 0);

/** A line for each group of entries. */
const byGroup = <Entry>(
	entries: Entry[],
	keyOf: (entry: Entry) => string,
	rowOf: (key: string, group: Entry[]) => Row,
): Row[] =>
	[...new Set(entries.map(keyOf))].map((key) =>
		rowOf(
			key,
			entries.filter((entry) => keyOf(entry) === key),
		),
	);

const wrongIn = (entries: Array<{ operation: string; wrong: string[] }>): string[] =>
	entries.flatMap(({ operation, wrong }) => wrong.map((one) => `${operation}: ${one}`));

const unless = (isFine: boolean, problem: string): string[] => (isFine ? [] : [problem]);

const versionOf = (...folder: string[]): string =>
	(JSON.parse(readFileSync(join(...folder, 'package.json'), 'utf8')) as { version: string }).version;

/** What each part has found. */
export const FINDINGS: { [Part in keyof Results]: (results: Results[Part]) => Findings } = {
	faults: (cells) => ({
		headline: `${count(cells.length)} combinations, ${count(wrongIn(cells).length)} wrong`,
		problems: wrongIn(cells),
		tables: [
			byGroup(
				cells,
				({ group }) => group,
				(group, some) => ({
					'kind of fault': group,
					combinations: some.length,
					'went through': some.filter(({ failed }) => !failed).length,
					explained: some.filter(({ failed }) => failed).length,
					'in the history alone': some.filter(({ tookAway }) => tookAway).length,
					wrong: some.filter(({ wrong }) => wrong.length > 0).length,
				}),
			),
		],
	}),
	trigger: (cells) => ({
		headline: `${count(sum(cells, ({ events }) => events))} events, ${count(sum(cells, ({ lost }) => lost))} lost, ${count(sum(cells, ({ repeated }) => repeated))} repeated`,
		problems: wrongIn(cells),
		tables: [
			byGroup(
				cells,
				({ persistence }) => persistence,
				(persistence, some) => ({
					'how n8n keeps the state': persistence,
					series: some.length,
					events: sum(some, ({ events }) => events),
					lost: sum(some, ({ lost }) => lost),
					repeated: sum(some, ({ repeated }) => repeated),
					'without their PDF': sum(some, ({ withoutPdf }) => withoutPdf),
				}),
			),
		],
	}),
	schedules: (runs) => ({
		headline: `${count(sum(runs, ({ schedules }) => schedules))} schedules, ${count(sum(runs, ({ problems }) => problems.length))} wrong`,
		problems: runs.flatMap(({ name, way, problems }) =>
			problems.map((problem) => `${name} (${way}): ${problem}`),
		),
		tables: [
			[
				{
					runs: runs.length,
					schedules: sum(runs, ({ schedules }) => schedules),
					polls: sum(runs, ({ polls }) => polls),
					'lost, repeated, late, too large': sum(runs, ({ problems }) => problems.length),
				},
			],
		],
	}),
	hostile: (rows) => ({
		headline: `${count(sum(rows, ({ attacks }) => attacks))} attacks, ${count(sum(rows, ({ wrong }) => wrong.length))} offences`,
		problems: wrongIn(rows),
		tables: [
			[
				{
					operations: rows.length,
					attacks: sum(rows, ({ attacks }) => attacks),
					'refused before any request': sum(rows, ({ unsent }) => unsent),
					requests: sum(rows, ({ requests }) => requests),
					offences: sum(rows, ({ wrong }) => wrong.length),
				},
			],
		],
	}),
	load: (rows) => ({
		headline: rows
			.flatMap(({ inputMb, peakMb }) =>
				inputMb && peakMb ? [`${count(inputMb)} MB of input, ${count(peakMb)} MB in addition`] : [],
			)
			.join(', '),
		problems: rows.flatMap(({ contacts, ids, socketsLeft, listenersAdded, inputMb = 0, peakMb = 0 }) => [
			...unless(contacts === ids, `${contacts - ids} contacts were lost`),
			...unless(socketsLeft + listenersAdded === 0, 'sockets or listeners are left over'),
			...unless(
				peakMb <= 2.5 * inputMb,
				`the heap grew by ${count(peakMb)} MB for ${count(inputMb)} MB of input`,
			),
		]),
		tables: [
			rows.map((one) => ({
				executions: one.executions,
				contacts: one.contacts,
				'reached the service': one.ids,
				'sent more than once': one.elements - one.ids,
				'MB of input items': one.inputMb ?? '',
				'MB of heap on top, at most': one.peakMb ?? '',
			})),
		],
	}),
	queue: ({ calm, killed, events, versions }) => ({
		headline: `${count(calm.stored + killed.stored)} of ${count(calm.contacts + killed.contacts)} contacts, ${count(sum(events, ({ reached }) => reached))} of ${count(sum(events, ({ events: all }) => all))} events`,
		problems: [
			...unless(calm.stored + killed.stored === calm.contacts + killed.contacts, 'contacts were lost'),
			...unless(
				events.every(({ reached, events: all }) => reached === all),
				'events were lost',
			),
			...unless(
				events.every(({ documents, events: all }) => documents === all),
				'a worker could not read PDFs',
			),
			...unless(killed.statuses.length > 1, 'the kill met no upload'),
		],
		tables: [
			Object.entries({ undisturbed: calm, 'worker killed (SIGKILL)': killed }).map(([name, upload]) => ({
				'upload by a worker': name,
				contacts: upload.contacts,
				'stored by service': upload.stored,
				executions: upload.statuses.join(', '),
				'sent more than once': upload.repeated,
			})),
			events.map((course) => ({
				'trigger, main killed in a poll': course.workflow,
				events: course.events,
				'reached an execution': course.reached,
				repeated: course.repeated,
				'PDF read on a worker': course.documents,
				executions: course.executions,
			})),
		],
		isWholeN8n: true,
		services: `PostgreSQL ${versions.postgres}, Redis ${versions.redis}`,
	}),
	kills: (runs) => ({
		headline: `${sum(runs, ({ kills }) => kills)} kills, ${count(sum(runs, ({ events }) => events))} events, ${sum(runs, ({ lost }) => lost)} lost`,
		problems: runs.flatMap(({ durable, lost, repeated, late, takenByOthers }) => [
			...unless(late > 0 && takenByOthers > 0, 'no event was late, or none was taken by another reader'),
			...unless(lost === 0, `${lost} events were lost ${durable ? 'with durable pollers' : 'in memory'}`),
			...unless(!durable || repeated === 0, `${repeated} events came twice with durable pollers`),
		]),
		tables: [
			runs.map((one) => ({
				'how n8n keeps the state': one.durable ? 'durable' : 'memory',
				kills: one.kills,
				events: one.events,
				lost: one.lost,
				repeated: one.repeated,
			})),
		],
		isWholeN8n: true,
	}),
	workflows: (result) => ({
		headline: Object.entries(rowOf(result))
			.map(([name, value]) => `${name}: ${value}`)
			.slice(0, 3)
			.join(', '),
		problems: problemsOfWorkflows(result),
		tables: [[rowOf(result)]],
		isWholeN8n: true,
	}),
	soak: ({ processes, uploads, ...counts }) => ({
		headline: `${counts.kills} kills, ${count(counts.events)} events, ${counts.lost} lost, ${count(counts.diedWithTheirWorker)} died with their worker`,
		problems: [
			...unless(counts.lost === 0, `${counts.lost} events were lost`),
			...unless(counts.repeated === 0, `${counts.repeated} events came twice`),
			...unless(counts.withPdf === counts.processed, 'a worker could not read PDFs'),
		],
		tables: [
			[
				{
					minutes: counts.minutes,
					kills: counts.kills,
					events: counts.events,
					'went through a workflow': counts.processed,
					'their PDF read': counts.withPdf,
					'died with their worker': counts.diedWithTheirWorker,
					repeated: counts.repeated,
					lost: counts.lost,
					uploads: Object.entries(uploads)
						.map(([status, times]) => `${times} ${status}`)
						.join(', '),
					'MB of a process at most': Math.max(...processes.map((one) => one['MB at most'])),
				},
			],
		],
		isWholeN8n: true,
	}),
};

async function wholeN8n(): Promise<string> {
	const { n8n, node } = await chosenN8n().versions();
	return `n8n ${n8n}, Node ${node}`;
}

export async function writeTables(part: keyof Results, found: Findings): Promise<void> {
	const { tables, isWholeN8n, services } = found;
	const engine = `n8n-core ${versionOf(ROOT, 'node_modules', 'n8n-core')}, Node ${process.versions.node}`;
	const facts = [
		`${new Date().toISOString().slice(0, 10)}, sources ${await sourcesHash()}`,
		isWholeN8n ? await wholeN8n() : engine,
		...(services ? [services] : []),
	];
	const content = [`${facts.join(', ')}.`, ...tables.map(table)].join('\n\n');
	await writePart(join(__dirname, 'results.md'), part, content);
}
