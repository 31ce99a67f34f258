import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { epochOf } from '../dates';
import { pollSource, readParameters, refusedParameter } from '../parameters';
import { consentFilter, EVENT_TYPES, typeSeries } from '../resources/event/model';
import type { Sender } from '../transport/types';
import { fields } from './description';
import type { Account } from './state';

const MINUTE = 60_000;

export type Settings = ReturnType<typeof settingsOf>;

function settingsOf(context: IPollFunctions) {
	const source = pollSource(context);
	const { events, downloadDocumentation, options, ...values } = readParameters(fields, source);
	const { auditDays, consentType, consentGranted, ...others } = options;
	const kinds = EVENT_TYPES.filter((type) => events.includes(type));
	if (kinds.length === 0) {
		const advice = 'Choose at least one kind of event that starts the workflow.';
		throw refusedParameter(source, 'Events', 'is empty', advice);
	}
	const startFrom = epochOf(values.startFrom);
	if (values.beginWith === 'date' && startFrom === undefined) {
		throw refusedParameter(source, 'Start From', 'is empty', "Enter a date, or choose another 'Begin With'.");
	}
	return {
		...values,
		...others,
		kinds,
		/** Values of the `type` parameter that ask for them; `undefined` for all. */
		series: typeSeries(kinds),
		download: downloadDocumentation,
		binaryPropertyName: values.binaryPropertyName ?? 'data',
		/** How far the longer look-back goes, in milliseconds; 0: there is none. */
		audit: auditDays * 24 * 60 * MINUTE,
		/** Whether the consent filter lets an event start the workflow. */
		passes: consentFilter({ consentType, consentGranted }) ?? (() => true),
		/** Documentation events whose PDF is wanted are worked on; all others are delivered as they are. */
		isDocument: ({ type }: IDataObject): boolean => downloadDocumentation && type === 'documentation',
		documentationWait: others.documentationWait * MINUTE,
		startFrom,
	};
}

/**
 * The parameters of the trigger, as it uses them: times are in milliseconds.
 *
 * @throws NodeOperationError for a value that cannot be meant. It quotes the value, of which an expression may make the key
 */
export function readSettings(context: IPollFunctions, { withoutKey }: Pick<Sender, 'withoutKey'>): Settings {
	try {
		return settingsOf(context);
	} catch (error) {
		const { message, description } = error as NodeOperationError;
		const words = withoutKey({ message, description });
		// n8n replaces a message in which it finds the name of one of its own errors.
		throw Object.assign(new NodeOperationError(context.getNode(), words.message), words);
	}
}

/** What a poll works with; tests put models in the place of n8n and the service. */
export interface Poll {
	settings: Settings;
	/** Tells triggers apart within this process. */
	trigger: Record<'workflowId' | 'nodeId' | 'name', string>;
	account: Account;
	/** A person is publishing the workflow, and sees what fails. */
	isPublished: boolean;
	/** An error about the node itself, in n8n's form. */
	refuse: (message: string, description: string) => Error;
	staticData: IDataObject;
	log: (level: 'debug' | 'warn', text: string) => void;
	send: Sender;
	/** What is being done, for the words of an error that nobody expected. */
	step: string;
	/** n8n's clock, in epoch milliseconds. It may be set. */
	now: () => number;
	/** Milliseconds by a clock that nobody can set. */
	elapsed: () => number;
	/** Milliseconds until a share of the poll's time is used up; negative when it is. Without a share: all of it. */
	left: (share?: number) => number;
}
