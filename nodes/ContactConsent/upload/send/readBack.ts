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
import type { Acceptance, Run, Target } from '../uploadTypes';
import { refuse } from '../targets';
import { acceptanceOf, isOver, SHOWN_WITHIN, watch } from './watchOperation';

/** A target whose upload has added what has to be there afterwards. */
export interface Checked {
	target: Target;
	values: readonly CheckedValue[];
	/** The ID and the name that its first row gives. */
	who: string;
}

/** What the service shows of the values of a target. `body` is the record; missing if it is not there. */
interface Look {
	body?: IDataObject;
	/** When it was read, by `elapsed`. */
	readAt: number;
	seen: ReadonlyArray<CheckedValue & { found: Seen }>;
}

const isAllThere = ({ seen }: Look): boolean => seen.every(({ found }) => found.missing.length === 0);

const missingIn = ({ seen }: Look): string => seen.flatMap(({ found }) => found.missing).join(', ');

/** Reads a record once. */
async function look(run: Run, { target, values }: Checked): Promise<Look> {
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
 * Looks at growing pauses until everything is there or the time is over: before the value is written again, and after
 * that.
 *
 * @returns the last look
 */
async function lookFor(run: Run, checked: Checked): Promise<Look> {
	let last: Look = { readAt: elapsed(), seen: [] };
	await lookUntil(
		async () => {
			last = await look(run, checked);
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
async function writeAgain(run: Run, { target }: Checked, { body, readAt, seen }: Look): Promise<void> {
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

/**
 * Says what a consent that was read back has become, or refuses its record.
 *
 * @param failure of writing it once more
 */
function conclude(
	run: Run,
	{ target, who }: Checked,
	last: Look,
	isDoneAtService: boolean,
	failure?: unknown,
): void {
	for (const { found } of last.seen) {
		for (const name of found.outdated) addNote(target, 'newerCounts', name);
	}
	if (isAllThere(last)) return;
	const missing = missingIn(last);
	if (isDoneAtService && !isOver(run)) {
		const refusal = failure === undefined ? '' : ` Written once more: ${sentence(messageOf(failure))}`;
		const advice = `The rest of the record may be as it was sent. Look at the ${run.model.noun.one} at the service, and record it there.${refusal}`;
		const words = `The service accepted it and does not show it: ${missing}`;
		refuse(run, [target], new InvalidInput(words, advice), who);
	} else {
		addNote(target, 'notShownYet', missing);
	}
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
		const last = await lookFor(run, checked);
		if (!isAllThere(last) && isDoneAtService && !isOver(run)) unwritten.push(checked);
		else conclude(run, checked, last, isDoneAtService);
	});
	return unwritten;
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
	/** @returns the failure of writing */
	const writeInTurn = async (checked: Checked): Promise<unknown> => {
		const held = await takeTurn(recordsOf(checked.target), () => isOver(run));
		let failure: unknown;
		try {
			const mayWrite = held.missing.size === 0 && !isOver(run);
			const now = await look(run, checked);
			const writing = async () =>
				await writeAgain(run, checked, now).catch((error: unknown) => void (failure = error));
			if (mayWrite && !isAllThere(now)) await endsWithin(writing(), LONGEST_HELD);
		} finally {
			held.giveBack();
		}
		return failure;
	};
	await forEach(all, async (checked) => {
		const end = elapsed() + PATIENCE;
		for (;;) {
			const failure = await writeInTurn(checked);
			const { retryAfterMs: wait = Infinity, neverSent } = factsOf(failure) ?? {};
			// After a wait that the service asks for, it is read again, too. Nobody else waits for the record meanwhile.
			const isWorthIt = neverSent === true && elapsed() + wait < end && !isOver(run);
			if (!isWorthIt) return conclude(run, checked, await lookFor(run, checked), true, failure);
			await pause(wait, run.signal);
		}
	});
}
