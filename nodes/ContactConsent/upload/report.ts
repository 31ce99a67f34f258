import { InvalidInput, type BatchOperation } from '../../operation';
import type { Acceptance, BatchPlan, Sentence } from '../../plan';
import { concernsNoRecord, factsOf, mayHaveWorked } from '../../transport/errors';
import { capitalized, counted, grouped, rowRanges, rowsInWords, scalarText, sentence } from '../../values';
import { messageOf } from '../outcome';
import { NOT_FINISHED } from '../wait';
import { itemsOf, refusedOf, type Element } from './elements';
import type { States } from './outcome';

type Noun = BatchOperation['noun'];

const OPERATIONS_SHOWN = 20;
/** Reasons, and IDs of several rows. */
const SHOWN = 3;

const info = (text: string): Sentence => ({ text, isWarning: false });
const warning = (text: string): Sentence => ({ text, isWarning: true });

const itemsInOrder = (elements: readonly Element[]): number[] => itemsOf(elements).sort((a, b) => a - b);

const acceptedOf = (elements: readonly Element[]): Element[] => elements.filter(({ end }) => end?.acceptance);

const wasNotSent = ({ end }: Element): boolean =>
	end === undefined || factsOf(end.refusal?.error)?.neverSent === true;

/** The reasons with their rows: the editor shows the input's columns first, so that those in the items may be out of sight. */
function reasonsIn(elements: readonly Element[]): Sentence[] {
	const refused = refusedOf(elements);
	const errorOf = ({ end }: Element) => end?.refusal?.error;
	const byReason = grouped(refused, (element) => messageOf(errorOf(element)));
	const shown = [...byReason].slice(0, SHOWN).map(([reason, same]) => {
		return sentence(`${capitalized(rowsInWords(itemsInOrder(same)))}: ${reason}`);
	});
	const more = byReason.size - shown.length;
	if (more > 0) shown.push(`And ${counted(more, 'other reason', 'other reasons')}.`);
	const hints = refused.map(errorOf).map((error) => (error instanceof InvalidInput && error.hint) || '');
	return [...shown, ...new Set(hints.filter(Boolean))].map(warning);
}

/** Rows of one ID, where it may be a surprise that they are one: *ID 1014 occurs in rows 14 and 15: the later row counts.* */
function repeatedIn(elements: readonly Element[], repeatedId: string | undefined): Sentence[] {
	const repeated = elements.filter(({ rows }) => rows.length > 1);
	if (repeatedId === undefined || repeated.length === 0) return [];
	const shown = repeated.slice(0, SHOWN).map(({ id, rows }) => {
		const items = itemsOf([{ rows }]);
		const times = items.length === 1 ? `${rows.length} times ` : '';
		return `ID ${id} occurs ${times}in ${rowsInWords(items)}: ${repeatedId}.`;
	});
	const more = repeated.length - shown.length;
	if (more > 0) shown.push(`${counted(more, 'other ID occurs', 'other IDs occur')} more than once, too.`);
	return shown.map(warning);
}

/** Where the accepted elements stand, in the service's own words: it may fail to process what it has accepted. */
function statusesIn(elements: readonly Element[], states: States | undefined): Sentence[] {
	if (states === undefined || states.size === 0) return [];
	const byStatus = grouped(acceptedOf(elements), ({ id, end }) => {
		const state = states.get(end?.acceptance as Acceptance);
		return state?.itemStatus.get(id) ?? scalarText(state?.json.operation_status) ?? 'unknown';
	});
	const words = [...byStatus].map(([status, same]) => `${same.length} ${status}`).join(', ');
	const unread = new Set([...states.values()].flatMap(({ unread = [] }) => unread));
	const reasons = [...unread].slice(0, SHOWN).map((reason) => `The status could not be read: ${reason}`);
	return [info(`Status when waiting ended: ${words}.`), ...reasons.map(sentence).map(warning)];
}

function countsIn(elements: readonly Element[]) {
	const changes = { created: 0, changed: 0, unchanged: 0 };
	for (const { change } of elements) if (change) changes[change]++;
	return { ...changes, accepted: acceptedOf(elements).length, refused: refusedOf(elements).length };
}

function countSentences({ one, many }: Noun, elements: readonly Element[], dryRun: boolean): Sentence[] {
	const { accepted, refused, created, changed, unchanged } = countsIn(elements);
	const all = counted(elements.length, one, many);
	const counts = dryRun
		? [
				`Dry run of ${all}, nothing was changed.`,
				`Would be created: ${created}. Would be changed: ${changed}. Would stay as they are: ${unchanged}.`,
			]
		: [
				`Accepted: ${accepted} of ${all}.`,
				...(unchanged > 0 ? [`Not sent, because nothing changes: ${unchanged}.`] : []),
			];
	const refusals = refused > 0 ? [warning(`${dryRun ? 'Would be refused' : 'Refused'}: ${refused}.`)] : [];
	return [...counts.map(info), ...refusals];
}

/** How an upload went, for the hint above its output; nothing where all of it went as it should. */
export function summaryOf(
	noun: Noun,
	elements: readonly Element[],
	plan: Pick<BatchPlan, 'dryRun' | 'repeatedId' | 'sentences'>,
	states: States | undefined,
): Sentence[] {
	const told = elements.filter(({ notes, end }) => notes !== undefined && !end?.refusal);
	const sentences = [
		...countSentences(noun, elements, plan.dryRun),
		...statusesIn(elements, states),
		...repeatedIn(elements, plan.repeatedId),
		...plan.sentences(told.map(({ notes }) => notes)),
		...reasonsIn(elements),
		...([...(states?.values() ?? [])].some(({ timedOut }) => timedOut) ? [NOT_FINISHED] : []),
	];
	// An empty list in JSON is no mistake, but it is worth a word.
	const isPlain = elements.length > 0 && !plan.dryRun && sentences.length === 1;
	return isPlain ? [] : sentences;
}

/** With On Error "stop": what was done and what was not, so that nothing has to be guessed. */
export function doneIn({ one, many }: Noun, elements: readonly Element[], error: unknown): string {
	const { accepted, unchanged } = countsIn(elements);
	const taken = acceptedOf(elements);
	const rows = itemsInOrder(taken);
	const operations = [...new Set(taken.flatMap(({ end }) => end?.acceptance?.operationId ?? []))];
	const more = operations.length - OPERATIONS_SHOWN;
	const ids = operations.slice(0, OPERATIONS_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
	const what = [rows.length > 0 ? rowRanges(rows) : '', ids && `Operation-Id ${ids}`].filter(Boolean);
	const advice =
		"To upload the others anyway, set 'On Error' in the node's Settings to Continue (using error output).";
	const notSent = elements.filter(wasNotSent).length;
	const unknown = refusedOf(elements).filter(({ end }) => mayHaveWorked(end?.refusal?.error)).length;
	const refused = refusedOf(elements).filter((one) => !wasNotSent(one)).length - unknown;
	const sentences = [
		`Accepted: ${accepted} of ${counted(elements.length, one, many)}${what.length > 0 ? ` (${what.join('; ')})` : ''}.`,
		unchanged > 0 ? `Unchanged: ${unchanged}.` : '',
		`Refused: ${refused}. Not sent: ${notSent}.`,
		unknown > 0 ? `Not known whether it was accepted: ${unknown}.` : '',
		concernsNoRecord(error) ? '' : advice,
	];
	return sentences.filter(Boolean).join(' ');
}
