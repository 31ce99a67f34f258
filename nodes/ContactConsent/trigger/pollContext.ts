/**
 * What a poll works with, and the clocks of the trigger.
 *
 * - In: n8n's context of a poll. Out: a `Poll`.
 * - Why: the steps know neither n8n nor the service. Tests replace both by models.
 *
 * There are three clocks, and a name says by which one a time is:
 *
 * | clock        | a time by it is called            | is                                                | serves to |
 * | ------------ | --------------------------------- | ------------------------------------------------- | --------- |
 * | the service  | `date`; all times of events       | epoch milliseconds, of the `Date` of its answers  | compare with events, and wait for PDFs |
 * | n8n (`now`)  | `now`                             | epoch milliseconds; somebody may set it           | replace a `Date` that is missing, and tell after a restart how long ago something was |
 * | the process (`elapsed`) | `at`                   | milliseconds since its start; nobody can set it   | measure durations within the process |
 *
 * In a stored state nothing is by the clock of the process, which ends with it. What is there by n8n's clock says so.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { keyOf } from '../lib/ids';
import { elapsed } from '../lib/time';
import { CREDENTIALS } from '../transport/credentials';
import { createSend } from '../transport/send';
import type { Sender } from '../transport/types';
import { triggerOf } from './firstPoll';
import { readSettings, type Settings } from './settings';
import type { Account } from './state';

/** The usual limit for a poll, in milliseconds, also if n8n gives more: a longer poll would miss ticks. */
export const USUAL_BUDGET = 45_000;
/** The share of its time limit that a poll uses. n8n needs the rest to take over and store the result. */
const SHARE = 7 / 8;

/** What a poll works with. Tests replace n8n and the service by models. */
export interface Poll {
	settings: Settings;
	/** Identifies the trigger within this process. */
	trigger: string;
	account: Account;
	/** n8n begins with this poll to poll the trigger (`firstPoll.ts`), and does not get its error (`isThrown`). */
	isFirst: boolean;
	/** A person is publishing the workflow right now, and sees errors. */
	isPublishing: boolean;
	/** Makes an error about the node itself, of the class that n8n expects. */
	refuse: (message: string, description: string) => Error;
	staticData: IDataObject;
	log: (level: 'debug' | 'warn', text: string) => void;
	send: Sender;
	/** The current step. The message of an unexpected error names it. */
	step: string;
	/** n8n's clock. */
	now: () => number;
	/** The clock of this process. */
	elapsed: () => number;
	/** Milliseconds until this share of the poll's usual time (default: all) is used up; negative afterwards. */
	timeLeft: (share?: number) => number;
	/** Milliseconds until all of the time that n8n gives the poll is used up. Only a PDF that is slow may need it. */
	budgetLeft: () => number;
}

/**
 * Reads the settings and the credentials of a poll. Its time, for what n8n gives it (`budget`):
 *
 * | n8n gives | `timeLeft` begins at | `budgetLeft` begins at                              |
 * | --------- | -------------------- | --------------------------------------------------- |
 * | 16 s      | 14 s                 | 14 s                                                |
 * | 300 s     | 39 s                 | 262 s; 39 s while somebody publishes, and waits for it |
 *
 * @throws NodeOperationError for unusable settings or credentials
 */
export async function createPoll(
	context: IPollFunctions,
	budget: number,
	{ isFirst, isPublishing }: Pick<Poll, 'isFirst' | 'isPublishing'>,
	log: Poll['log'],
): Promise<Poll> {
	const start = elapsed();
	const time = SHARE * Math.min(budget, USUAL_BUDGET);
	// Who publishes a workflow waits for its first poll.
	const most = isPublishing ? time : SHARE * budget;
	const send = await createSend(context);
	const settings = readSettings(context, send);
	const credential = context.getNode().credentials?.[CREDENTIALS]?.id ?? '';
	return {
		settings,
		trigger: triggerOf(context),
		account: { address: send.baseUrl, key: keyOf(send.account), credential },
		isFirst,
		isPublishing,
		refuse: (message, description) => new NodeOperationError(context.getNode(), message, { description }),
		staticData: context.getWorkflowStaticData('node'),
		log,
		send,
		step: 'the state of the trigger was read',
		now: Date.now,
		elapsed,
		timeLeft: (share = 1) => start + time * share - elapsed(),
		budgetLeft: () => start + most - elapsed(),
	};
}
