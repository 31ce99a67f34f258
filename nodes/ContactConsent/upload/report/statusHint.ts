import { REASONS_SHOWN } from '../../common/executionError';
import { NOT_FINISHED } from '../../common/untilFinished';
import type { Sentence } from '../../common/plan';
import { grouped } from '../../lib/json';
import { meaningOf, NO_STATUS, statusIn } from '../../lib/uploadStatus';
import { rowRanges, sentence } from '../../lib/text';
import { endedAs, itemsOf, outcomeOf, RANGES_SHOWN, statusOf } from './outputItems';
import { naming, warning } from './sentences';
import type { Run, State, States, Target } from '../uploadTypes';

/** An accepted record whose Operation was read. */
interface WithStatus {
	target: Target;
	state: State;
	status: string;
}

function withStatus(targets: readonly Target[], states: States): WithStatus[] {
	return endedAs(targets, 'accepted').flatMap((target) => {
		const acceptance = outcomeOf(target, 'accepted')?.acceptance;
		const state = acceptance && states.get(acceptance);
		return state && state.unread === undefined ? { target, state, status: statusOf(target, state) } : [];
	});
}

/** All records of an Operation that failed were refused, unless they have a status of their own. */
const areAllRefused = ({ itemStatus }: State, status: string): boolean =>
	itemStatus.size === 0 && meaningOf(status) === 'failed';

/**
 * Whether accepted records were processed, as far as that is not certain once waiting has ended. The status of a record
 * is its own, or else that of its Operation. *Pending* is what the person counts as pending.
 *
 * | what                                                                       | what is said                 |
 * | -------------------------------------------------------------------------- | ---------------------------- |
 * | an Operation that has not ended in time                                    | `NOT_FINISHED`, once for all |
 * | an Operation that could not be read                                        | the reason                   |
 * | a record of an Operation that could not be read, or gave no answer         | nothing more                 |
 * | a record that is done                                                      | nothing                      |
 * | a record that is pending, or has no status, if its Operation has not ended | nothing more                 |
 * | a record that has no status, if its Operation has ended                    | `unknown`                    |
 * | a record with any other status                                             | its status, and its rows     |
 * | an Operation whose status a record has, too                                | nothing more                 |
 * | an Operation that is done, or has no status                                | nothing                      |
 * | an Operation that is pending, and has not ended                            | nothing more                 |
 * | an Operation that has failed, if no record has a status                    | nothing: all were refused    |
 * | any other Operation                                                        | its status                   |
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
	/** True if a status leaves it open whether the service has done what was uploaded. */
	const isUncertain = (status: string, { timedOut }: State): boolean => {
		if (status === NO_STATUS) return !timedOut;
		return meaningOf(status) !== 'done' && !(timedOut && waiting.isPending({ status }));
	};
	const records = withStatus(targets, states);
	const uncertain = grouped(
		records.filter(({ status, state }) => isUncertain(status, state)),
		({ status }) => status,
	);
	const ofRecords = [...uncertain].flatMap(([status, same]) => {
		const rows = itemsOf(same.map(({ target }) => target));
		return status === NO_STATUS ? [] : `${status} (${rowRanges(rows, RANGES_SHOWN)})`;
	});
	const known = new Set(records.map(({ status }) => status));
	const ofOperations = operations.flatMap((state) => {
		const status = statusIn(state.json.operation_status);
		if (status === NO_STATUS || known.has(status) || areAllRefused(state, status)) return [];
		return isUncertain(status, state) ? status : [];
	});
	const none = uncertain.has(NO_STATUS) ? [NO_STATUS] : [];
	const unread = [...new Set(operations.flatMap((state) => state.unread ?? []))].slice(0, REASONS_SHOWN);
	return [
		...naming('The service may not have done what was uploaded. Its status is', [
			...ofRecords,
			...ofOperations,
			...none,
		]),
		...unread.map((reason) => warning(sentence(`The status could not be read: ${reason}`))),
		...(operations.some(({ timedOut }) => timedOut) ? [NOT_FINISHED] : []),
	];
}
