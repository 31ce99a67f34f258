/** An upload with consent columns: what people have answered becomes consents, by the rules of Set Consent. */
import { addConsent, storedType, type AddedConsent } from './addConsents';
import { documentationOf, ledgerOf, stateOf, type Ledger } from './consentLedger';
import type { Wish } from './consentCells';
import { instantOf, isAhead, isLaterThanWithdrawals, type Clock } from './consents';

/** What one cell of a consent column says. */
export interface Answer {
	type: string;
	/** `unclear`: the cell is filled, and not understood. Beside it, no other cell grants. */
	wish: Wish | 'unclear';
	/** When that was: a day, or an instant; `undefined` if it is not known. */
	at: string | undefined;
}

/**
 * What became of the answers about one type. `same`: the contact has this state already, or no answer was understood.
 */
type Became = 'granted' | 'withdrawn' | 'neverAsked' | 'staysWithdrawn' | 'doubted' | 'same';

export interface Answered {
	became: Became;
	/** A grant without a readable date, which is therefore dated now. */
	isDatedNow: boolean;
	/** The consent that was added. */
	added?: AddedConsent;
}

/** The instant of an answer; `undefined` if it is not known, or more than a day ahead. */
function timeOfAnswer({ at }: Answer, isEnd: boolean, clock: Clock): number | undefined {
	const time = instantOf(at, isEnd, clock);
	return time === undefined || isAhead(time, clock) ? undefined : time;
}

/** The answer with the latest time; `undefined` if none has one. */
function latestOf(answers: readonly Answer[], isEnd: boolean, clock: Clock) {
	const timed = answers.flatMap((answer) => {
		const time = timeOfAnswer(answer, isEnd, clock);
		return time === undefined ? [] : [{ time, at: answer.at }];
	});
	return timed.reduce<(typeof timed)[number] | undefined>(
		(best, one) => (best && best.time >= one.time ? best : one),
		undefined,
	);
}

/**
 * Withdraws a type. The time of the answers counts only if it is later than each grant; otherwise, the withdrawal is
 * dated now.
 */
function withdraw(ledger: Ledger, type: string, answers: readonly Answer[]): Answered {
	const { clock, newestTimes } = ledger;
	const isYes = ({ wish }: Answer): boolean => wish === 'grant';
	const own = latestOf(
		answers.filter((one) => !isYes(one)),
		true,
		clock,
	);
	const grants = answers.filter(isYes).map(({ at }) => instantOf(at, true, clock) ?? clock.now);
	const newestGrant = Math.max(newestTimes.get(type)?.grant?.start ?? -Infinity, ...grants);
	const at = own && own.time > newestGrant ? own.at : undefined;
	const added = addConsent(ledger, { type, isGranted: false, at, proof: {} });
	return { became: 'withdrawn', isDatedNow: false, added };
}

function grant(ledger: Ledger, type: string, answers: readonly Answer[]): Answered {
	const latest = latestOf(answers, false, ledger.clock);
	const standing = ledger.standings.get(type);
	if (standing && !(latest && isLaterThanWithdrawals(latest.time, standing))) {
		return { became: 'staysWithdrawn', isDatedNow: false };
	}
	const added = addConsent(ledger, { type, isGranted: true, at: latest?.at, proof: {} });
	return { became: 'granted', isDatedNow: latest === undefined, added };
}

/** @throws InvalidInput if the type is almost one of the contact: probably mistyped */
function answerOne(ledger: Ledger, answers: readonly [Answer, ...Answer[]]): Answered {
	const type = storedType(ledger, answers[0].type);
	const was = stateOf(ledger, type);
	const says = (wish: Answer['wish']): boolean => answers.some((one) => one.wish === wish);
	const same: Answered = { became: 'same', isDatedNow: false };
	// Rows that contradict each other are a withdrawal, also of somebody who was never asked.
	if (says('withdraw') || (says('deny') && (says('grant') || was === true))) {
		return was === false ? same : withdraw(ledger, type, answers);
	}
	if (says('deny')) return was === false ? same : { became: 'neverAsked', isDatedNow: false };
	if (was === true || !says('grant')) return same;
	return says('unclear') ? { became: 'doubted', isDatedNow: false } : grant(ledger, type, answers);
}

/**
 * Adds what people have answered to the stored documentation of a contact.
 *
 * @param byType the answers of all rows of the contact about each type
 * @returns the documentation, and what became of each type; a refused one has added nothing
 */
export function addAnswers(
	stored: unknown,
	byType: ReadonlyMap<string, readonly [Answer, ...Answer[]]>,
	clock: Clock,
): { documentation: unknown; each: ReadonlyMap<string, Answered | { error: unknown }> } {
	const each = new Map<string, Answered | { error: unknown }>();
	let ledger: Ledger | undefined;
	for (const [type, answers] of byType) {
		try {
			ledger ??= ledgerOf(stored, clock);
			each.set(type, answerOne(ledger, answers));
		} catch (error) {
			each.set(type, { error });
		}
	}
	return { documentation: documentationOf(ledger, stored), each };
}
