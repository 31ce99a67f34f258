import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { messageOf } from '../../common/itemOutput';
import { lookUntil } from '../../common/untilFinished';
import { inParallel } from '../../lib/pool';
import { sentence } from '../../lib/text';
import { elapsed, endsWithin, pause } from '../../lib/time';
import { factsOf } from '../../transport/errors';
import { PATIENCE } from '../../transport/patience';
import { LONGEST_HELD, takeTurn } from '../../transport/recordTurns';
import { WIDEST } from '../../transport/width';
import { meaningOf } from '../../lib/uploadStatus';
import { READ_AGAIN_AFTER, readRecord, storedUpload } from '../change/storedRecord';
import { statusOf } from '../report/outputItems';
import type { CheckedValue, Seen } from '../table/recordModel';
import type { Acceptance, Person, Run, Target } from '../uploadTypes';
import { refuse } from '../targets';
import { acceptanceOf, isOver, SHOWN_WITHIN, watch } from './watchOperation';

/** A target whose upload has added what has to be there afterwards. */
export interface Checked {
	target: Target;
	values: readonly CheckedValue[];
	/** Its cells are freed before it is read back. */
	person: Person;
}

/** What the service shows of the values of a target. `body` is the record; missing if it is not there. */
interface Shown {
	body?: IDataObject;
	/** When it was read, by `elapsed`. */
	readAt: number;
	seen: ReadonlyArray<CheckedValue & { found: Seen }>;
}

const isAllThere = ({ seen }: Shown): boolean => seen.every(({ found }) => found.missing.length === 0);

const missingIn = ({ seen }: Shown): string => seen.flatMap(({ found }) => found.missing).join(', ');

/** Reads a record once. */
async function readValues(run: Run, { target, values }: Checked): Promise<Shown> {
	const { model, setting, send, endpoint } = run;
	const { record, readAt } = await readRecord(send, { ...endpoint.read(target.id), isAwaited: true });
	const { upload } = storedUpload(model, record ?? {}, setting.unknownFields === 'send');
	return {
		body: record,
		readAt,
		seen: values.map((value) => ({ ...value, found: value.check.look(upload[value.name]) })),
	};
}

/**
 * Reads a record at growing pauses until everything is there or the time is over: before the value is written again, and
 * after that.
 *
 * @returns what the last reading has shown
 */
async function readUntilShown(run: Run, checked: Checked): Promise<Shown> {
	let last: Shown = { readAt: elapsed(), seen: [] };
	await lookUntil(
		async () => {
			last = await readValues(run, checked);
			return isAllThere(last) ? last : undefined;
		},
		SHOWN_WITHIN,
		() => isOver(run),
	);
	return last;
}

/** True if the service has said that it has processed the record. */
function isKnownAsDone({ states }: Run, acceptance: Acceptance, target: Target): boolean {
	const state = states.get(acceptance);
	return state !== undefined && !state.timedOut && meaningOf(statusOf(target, state)) === 'done';
}

type AboutReading = 'newerCounts' | 'notShownYet' | 'notReadBack';

function addNote(target: Target, kind: AboutReading, name: string): void {
	target.notes = [...target.notes, { kind, heading: '', name }];
}

/**
 * Writes what is missing once more, as it was written first, into the record as it is now.
 *
 * @throws ServiceError
 */
async function writeAgain(run: Run, { target }: Checked, { body, readAt, seen }: Shown): Promise<void> {
	const { model, setting, send, endpoint } = run;
	if (body === undefined) return;
	const { upload } = storedUpload(model, body, setting.unknownFields === 'send');
	const again = Object.fromEntries(
		seen.flatMap(({ name, found }) => {
			const value = found.again(upload[name]);
			return value === undefined ? [] : [[name, value]];
		}),
	) as IDataObject;
	if (Object.keys(again).length === 0) return;
	const beginWithin = Math.max(0, readAt + READ_AGAIN_AFTER - elapsed());
	const acceptance = acceptanceOf(await send(endpoint.post([{ ...upload, ...again }]), { beginWithin }));
	await watch(run, acceptance, [target]);
	if (target.outcome?.kind === 'accepted') target.outcome = { ...target.outcome, acceptance };
}

/** How writing once more has ended. */
type Written =
	/** It was written, or nothing was left to write. */
	| 'done'
	/** Another call holds the record, or nobody waits any more. */
	| 'noTurn'
	| { failure: unknown };

/**
 * Says what a consent that was read back has become, or refuses its record.
 *
 * @param written missing if it was not to be written once more: it may still come
 */
function conclude(run: Run, { target, person }: Checked, last: Shown, written?: Written): void {
	for (const { found } of last.seen) {
		for (const name of found.outdated) addNote(target, 'newerCounts', name);
	}
	if (isAllThere(last)) return;
	const missing = missingIn(last);
	if (written === undefined || isOver(run)) return addNote(target, 'notShownYet', missing);
	const refusal =
		typeof written === 'object' ? ` Written once more: ${sentence(messageOf(written.failure))}` : '';
	const advice = `The rest of the record may be as it was sent. Look at the ${run.model.noun.one} at the service, and record it there.${refusal}`;
	const words = `The service accepted it and does not show it: ${missing}`;
	refuse(run, [target], new InvalidInput(words, advice), person);
}

/** Runs a step for each target. A failure of reading or writing is said, and refuses nothing. */
async function forEach(all: readonly Checked[], step: (one: Checked) => Promise<void>): Promise<void> {
	await inParallel(all, WIDEST, async (one) => {
		try {
			await step(one);
		} catch (error) {
			addNote(one.target, 'notReadBack', messageOf(error));
		}
	});
}

/**
 * Reads back what an accepted request has added, once its Operation has ended. Never throws.
 *
 * @returns what is not there, and has to be written once more
 */
export async function readBack(
	run: Run,
	all: readonly Checked[],
	acceptance: Acceptance,
): Promise<readonly Checked[]> {
	const unwritten: Checked[] = [];
	if (run.setting.waiting === undefined) return unwritten;
	await forEach(all, async (checked) => {
		const isDoneAtService = isKnownAsDone(run, acceptance, checked.target);
		const last = await readUntilShown(run, checked);
		if (!isAllThere(last) && isDoneAtService && !isOver(run)) unwritten.push(checked);
		else conclude(run, checked, last);
	});
	return unwritten;
}

/** Reads a record again in a turn of its own, and writes what is missing. @throws what kept it from being read */
async function writeInTurn(run: Run, checked: Checked, records: readonly string[]): Promise<Written> {
	const turn = await takeTurn(records, () => isOver(run));
	try {
		if (turn.missing.size > 0 || isOver(run)) return 'noTurn';
		const now = await readValues(run, checked);
		if (isAllThere(now)) return 'done';
		const writing = writeAgain(run, checked, now).then(
			(): Written => 'done',
			(failure: unknown): Written => ({ failure }),
		);
		await endsWithin(writing, LONGEST_HELD);
		// Others may go on.
		turn.giveBack();
		return await writing;
	} finally {
		turn.giveBack();
	}
}

/** Milliseconds after which the service wants to be asked again, if it has not seen what was written. */
function waitAskedFor(written: Written): number | undefined {
	if (typeof written !== 'object') return undefined;
	const { retryAfterMs, neverSent } = factsOf(written.failure) ?? {};
	return neverSent === true ? retryAfterMs : undefined;
}

/**
 * Writes once more what is not there. This needs a turn of its own, because the turn of the batch may be over: others may
 * have changed the record since, so it is read again. Never throws.
 */
export async function writeMissing(
	run: Run,
	all: readonly Checked[],
	recordsOf: (target: Target) => readonly string[],
): Promise<void> {
	await forEach(all, async (checked) => {
		const end = elapsed() + PATIENCE;
		for (;;) {
			const written = await writeInTurn(run, checked, recordsOf(checked.target));
			const wait = waitAskedFor(written);
			if (wait === undefined || elapsed() + wait >= end || isOver(run)) {
				return conclude(run, checked, await readUntilShown(run, checked), written);
			}
			// After this wait, it is read again, too. Nobody else waits for the record meanwhile.
			await pause(wait, run.signal);
		}
	});
}
