import { REASONS_SHOWN } from '../../common/executionError';
import { NOT_FINISHED } from '../../common/untilFinished';
import type { Sentence } from '../../common/plan';
import { grouped } from '../../lib/json';
import { meaningOf, NO_STATUS, statusIn } from '../../lib/uploadStatus';
import { rowRanges, sentence } from '../../lib/text';
import { acceptedFields, endedAs, itemsOf, outcomeOf, RANGES_SHOWN } from './outputItems';
import { naming, warning } from './sentences';
import type { Run, State, States, Target } from '../uploadTypes';

/** The status of an accepted record in its output item: its own, or else that of its Operation. */
function statusOf(target: Target, states: States): string {
	const acceptance = outcomeOf(target, 'accepted')?.acceptance;
	const { item_status, operation_status } = acceptedFields(target, acceptance && states.get(acceptance));
	return statusIn(item_status ?? operation_status);
}

/** The status of an Operation; `undefined` if it could not be read. */
const statusOfOperation = ({ unread, json }: State): string | undefined =>
	unread === undefined ? statusIn(json.operation_status) : undefined;

/** All records of an Operation that failed were refused, unless they have a status of their own. */
const areAllRefused = ({ itemStatus }: State, status: string): boolean =>
	itemStatus.size === 0 && meaningOf(status) === 'failed';

/**
 * Whether accepted records were processed, as far as that is not certain once waiting has ended:
 *
 *     status of                      done    pending *     failed       a word that nobody knows   none
 *     an accepted record             -       NOT_FINISHED  it and rows  it and its rows            `unknown`, if its Operation
 *                                                                                                  ended without a status, too
 *     an Operation without a         -       NOT_FINISHED  it           it                         -
 *     record of this status
 *     an Operation that refused      -       -             -            -                          -
 *     all of its records
 *
 * \* If its Operation has ended, it is told like a word that nobody knows.
 *
 * A status that could not be read is told with the reason.
 *
 * @param states missing if the upload did not wait
 */
export function statusesInWords(
	{ setting: { waiting } }: Run,
	targets: readonly Target[],
	states: States | undefined,
): Sentence[] {
	if (states === undefined || waiting === undefined) return [];
	const operations = [...states.values()];
	const isStrange = (status: string, timedOut: boolean): boolean =>
		status !== NO_STATUS && meaningOf(status) !== 'done' && !(timedOut && waiting.isPending({ status }));
	const isTimedOut = (target: Target): boolean => {
		const acceptance = outcomeOf(target, 'accepted')?.acceptance;
		return (acceptance && states.get(acceptance))?.timedOut === true;
	};
	const byStatus = grouped(endedAs(targets, 'accepted'), (target) => statusOf(target, states));
	const ofRecords = [...byStatus].flatMap(([status, same]) => {
		const strange = same.filter((target) => isStrange(status, isTimedOut(target)));
		return strange.length > 0 ? `${status} (${rowRanges(itemsOf(strange), RANGES_SHOWN)})` : [];
	});
	const ofOperations = operations.flatMap((state) => {
		const status = statusOfOperation(state);
		if (status === undefined || byStatus.has(status) || areAllRefused(state, status)) return [];
		return isStrange(status, state.timedOut) ? status : [];
	});
	const endedWithout = operations.some((state) => !state.timedOut && statusOfOperation(state) === NO_STATUS);
	const strange = [
		...ofRecords,
		...ofOperations,
		...(byStatus.has(NO_STATUS) && endedWithout ? [NO_STATUS] : []),
	];
	const unread = [...new Set(operations.flatMap((state) => state.unread ?? []))].slice(0, REASONS_SHOWN);
	return [
		...naming('The service may not have done what was uploaded. Its status is', strange),
		...unread.map((reason) => warning(sentence(`The status could not be read: ${reason}`))),
		...(operations.some(({ timedOut }) => timedOut) ? [NOT_FINISHED] : []),
	];
}
