import { scalarText } from '../lib/json';
import { counted, shortened } from '../lib/text';
import { HOUR } from '../lib/time';
import { factsOf } from '../transport/errors';
import type { Memory } from './processMemory';
import type { PollReading } from './reading';
import type { Poll } from './pollContext';
import { iso } from './triggerEvent';

/** In characters. */
const LONGEST_ID = 100;
/** The most events of which this process remembers that the log has named them. */
const MOST_SAID = 10_000;

/** Logs what went wrong in a reading, but says nothing twice. */
export function logReading(memory: Memory, reading: PollReading, poll: Poll): void {
	logFailures(memory, reading, poll);
	logAgain(memory, reading, poll);
}

/**
 * Logs once an hour which list keeps failing, and since when. A list that never ends is logged at once, because that
 * does not pass.
 */
function logFailures(
	{ failing }: Memory,
	{ listErrors, isLatestLeft }: PollReading,
	{ elapsed, now, log }: Poll,
): void {
	for (const list of ['history', 'latest'] as const) {
		const error = listErrors[list];
		// What was not asked neither fails nor works.
		if (list === 'latest' && isLatestLeft) continue;
		if (error === undefined) {
			delete failing[list];
			continue;
		}
		const isNew = failing[list] === undefined;
		const first = { since: elapsed(), sinceInWords: iso(now()), warnedAt: elapsed() };
		const failure = (failing[list] ??= first);
		const name = list === 'history' ? 'the history' : 'the list of the latest events';
		if (isNew && factsOf(error)?.kind === 'endless')
			log('warn', `${name} could not be read to its end (${error.message})`);
		else if (elapsed() - failure.warnedAt < HOUR)
			log('debug', `${name} could not be read (${error.message})`);
		else {
			failure.warnedAt = elapsed();
			log('warn', `${name} has failed since ${failure.sinceInWords} (${error.message})`);
		}
	}
}

/** Logs once which events have the ID of another one that was taken: a service that was restored may give IDs again. */
function logAgain({ saidAgain }: Memory, { again }: PollReading, { log }: Poll): void {
	const unsaid = [...again.values()].filter(({ key }) => !saidAgain.has(key));
	const [first] = unsaid;
	if (first === undefined) return;
	if (saidAgain.size + unsaid.length > MOST_SAID) saidAgain.clear();
	for (const { key } of unsaid) saidAgain.add(key);
	const id = shortened(scalarText(first.raw.event_id) ?? '', LONGEST_ID);
	log(
		'warn',
		`${counted(unsaid.length, 'event has', 'events have')} the ID of another one that was delivered before, with another time, and will not come, e.g. ${id} of ${iso(first.time)}. If the service was restored from a backup, choose 'Since a Date' as 'Begin With'`,
	);
}

/** The history has failed for an hour. @param at by `elapsed` */
export const historyFailsForAnHour = ({ failing: { history } }: Memory, at: number): boolean =>
	history !== undefined && at - history.since >= HOUR;
