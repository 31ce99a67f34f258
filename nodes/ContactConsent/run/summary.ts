import type { INode, NodeExecutionHint } from 'n8n-workflow';

import { InvalidInput } from '../operation';
import type { BatchPlan } from '../plan';
import { concernsAll, sentence, ServiceError } from '../transport/errors';
import type { Sender } from '../transport/send';
import { counted } from '../values';
import { isRefused, type Element } from './elements';
import { toNodeError } from './outcome';
import type { States } from './uploads';
import { NOT_FINISHED } from './waiting';

type Noun = Readonly<{ one: string; many: string }>;

const OPERATIONS_SHOWN = 20;
const COLUMNS_SHOWN = 20;
const REASONS_SHOWN = 3;
/** Ranges count as one. */
const ROWS_SHOWN = 5;
/** Reading so many records takes a time that people notice. */
const MANY = 1000;

function listed(names: readonly string[], most: number): string {
	const more = names.length - most;
	return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The names of one kind that any of the elements handed over, each once. */
const namesOf = (elements: readonly Element[], kind: 'unknown' | 'readOnly'): string[] => [
	...new Set(elements.flatMap(({ notSent }) => notSent?.[kind] ?? [])),
];

/** What was handed over and is not sent, as sentences. */
function notSentIn(elements: readonly Element[], { many }: Noun): string[] {
	const unknown = namesOf(elements, 'unknown');
	const readOnly = namesOf(elements, 'readOnly');
	return [
		unknown.length > 0
			? `Not sent, because ${many} have no such column: ${listed(unknown, COLUMNS_SHOWN)}.`
			: '',
		...new Set(elements.flatMap(({ notSent }) => notSent?.wayOn ?? [])),
		readOnly.length > 0
			? `Not sent, because these columns are read-only: ${listed(readOnly, COLUMNS_SHOWN)}.`
			: '',
	];
}

/** What a dry run found. */
function dryRunIn(elements: readonly Element[], { one, many }: Noun): string {
	const found = elements.flatMap((element) => element.found ?? []);
	const isNew = found.filter(({ exists }) => !exists).length;
	const changed = found.filter(({ exists, changes }) => exists && Object.keys(changes).length > 0).length;
	return `Dry run of ${counted(elements.length, one, many)}, nothing was changed. Would be created: ${isNew}. Would be changed: ${changed}. Would stay as they are: ${found.length - isNew - changed}.`;
}

/** Rows as people write them: `Row 2`, `Rows 1–4`, `Rows 1, 3 and 7`, `Rows 1, 3, 5, 7–9, 12 and 20 more`. */
function rowsInWords(rows: readonly number[]): string {
	const ranges: number[][] = [];
	for (const row of rows) {
		const range = ranges.at(-1);
		if (range?.at(-1) === row - 1) range.push(row);
		else ranges.push([row]);
	}
	const parts = ranges.flatMap((range) => (range.length > 2 ? [range] : range.map((row) => [row])));
	const shown = parts.slice(0, ROWS_SHOWN);
	const words = shown.map(([first, ...others]) => [first, ...others.slice(-1)].join('–'));
	const more = rows.length - shown.flat().length;
	const [last = '', ...before] =
		more > 0 ? [`${more} more`, ...words] : [...words.slice(-1), ...words.slice(0, -1)];
	return `${rows.length === 1 ? 'Row' : 'Rows'} ${[before.join(', '), last].filter(Boolean).join(' and ')}`;
}

/** The reasons with their rows: the editor shows the input's columns first, so that those in the items may be out of sight. */
function reasonsIn(refused: readonly Element[]): string[] {
	const rowsOf = new Map<string, Set<number>>();
	for (const { from, error } of refused) {
		const reason = error instanceof Error ? error.message : String(error);
		rowsOf.set(reason, (rowsOf.get(reason) ?? new Set()).add(from + 1));
	}
	const shown = [...rowsOf].slice(0, REASONS_SHOWN);
	const more = rowsOf.size - shown.length;
	const waysOn = refused.flatMap(({ error }) => (error instanceof InvalidInput && error.wayOn) || []);
	return [
		...shown.map(([reason, rows]) => sentence(`${rowsInWords([...rows])}: ${reason}`)),
		more > 0 ? `And ${counted(more, 'other reason', 'other reasons')}.` : '',
		...new Set(waysOn),
	];
}

/** What took the time, where the service asked for fewer requests; nothing below a second. */
export function waitedInWords({ waited }: Pick<Sender, 'waited'>): string {
	const seconds = Math.round(waited() / 1000);
	return seconds < 1 ? '' : `Waited ${seconds} s, because the service asked for fewer requests.`;
}

/** Where the accepted elements stand, in the service's own words: it may fail to process what it has accepted. */
function statusesIn(elements: readonly Element[], states: States | undefined): string {
	const counts = new Map<unknown, number>();
	for (const { accepted, id } of elements) {
		const state = accepted && states?.get(accepted);
		if (state === undefined) continue;
		const status = state.itemStatus.get(id) ?? state.json.operation_status ?? 'unknown';
		counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	if (counts.size === 0) return '';
	return `Status when waiting ended: ${[...counts].map(([status, count]) => `${count} ${String(status)}`).join(', ')}.`;
}

/** How an upload went, in a few sentences above its output; nothing where all went as it should. */
export function summaryOf(
	noun: Noun,
	elements: readonly Element[],
	{ dryRun, keeps }: Pick<BatchPlan, 'dryRun' | 'keeps'>,
	states: States | undefined,
	waited: string,
): Pick<NodeExecutionHint, 'message' | 'type'> | undefined {
	const refused = elements.filter(isRefused);
	const accepted = elements.filter((element) => element.accepted).length;
	const timedOut = [...(states?.values() ?? [])].some((state) => state.timedOut);
	const notSent = notSentIn(elements, noun);
	const sentences = [
		dryRun
			? dryRunIn(elements, noun)
			: `Accepted: ${accepted} of ${counted(elements.length, noun.one, noun.many)}.`,
		refused.length > 0 ? `Refused: ${refused.length}.` : '',
		statusesIn(elements, states),
		...notSent,
		...reasonsIn(refused),
		timedOut ? NOT_FINISHED : '',
		keeps && elements.length >= MANY
			? `Read ${elements.length} ${noun.many} first, to keep what is not sent.`
			: '',
		waited,
	].filter(Boolean);
	// An empty list in JSON is no mistake, but it is worth a word.
	const isPlain = elements.length > 0 && !dryRun && states === undefined;
	if (isPlain && sentences.length === 1) return undefined;
	const isWarning = refused.length > 0 || timedOut || notSent.some(Boolean);
	return { message: [...new Set(sentences)].join(' '), type: isWarning ? 'warning' : 'info' };
}

/** With On Error "stop": the first refusal, with what was and what was not done, so that nothing has to be guessed. */
export function stopError(node: INode, noun: Noun, elements: readonly Element[], refused: Element): Error {
	const { error } = refused;
	const accepted = elements.filter((element) => element.accepted);
	const refusedCount = elements.filter(isRefused).length;
	const operations = [...new Set(accepted.flatMap((element) => element.accepted?.operationId ?? []))];
	const ids = operations.length > 0 ? ` (Operation-Id ${listed(operations, OPERATIONS_SHOWN)})` : '';
	const more = [
		`Accepted: ${accepted.length} of ${counted(elements.length, noun.one, noun.many)}${ids}.`,
		`Refused: ${refusedCount}. Not sent: ${elements.length - accepted.length - refusedCount}.`,
		concernsAll(error)
			? ''
			: "To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).",
	]
		.filter(Boolean)
		.join(' ');
	if (error instanceof ServiceError) {
		const words = { message: error.message, description: `${error.advice} ${more}` };
		return toNodeError(node, new ServiceError(words, error.facts), refused.from);
	}
	const nodeError = toNodeError(node, error, refused.from);
	nodeError.description = [nodeError.description, more].filter(Boolean).join(' ');
	return nodeError;
}
