import type { IPollFunctions } from 'n8n-workflow';

import { epochOf } from '../dates';
import type { Values } from '../field';
import { pollSource, readParameters, refusedParameter } from '../parameters';
import { EVENT_TYPES, typeSeries, type EventType } from '../resources/event/model';
import { fields } from './description';

/** The parameters of the trigger, checked. Times are in milliseconds. */
export interface Settings {
	/** The chosen kinds of events, and the values of the `type` parameter that ask for them. */
	kinds: readonly EventType[];
	series: ReadonlyArray<EventType | undefined>;
	download: boolean;
	binaryPropertyName: string;
	simplify: boolean;
	addContact: boolean;
	attachmentStorage: 'execution' | 'binaryStorage';
	/** How far the audit goes back; 0: there is none. */
	audit: number;
	catchUp: boolean;
	consentType: string;
	consentGranted: 'any' | 'granted' | 'withdrawn';
	documentationWait: number;
	lookback: number;
	/** Bytes of PDFs for one poll. */
	maxAttachmentBytes: number;
	maxEvents: number;
	pageSize: number;
	/** Epoch. */
	startFrom: number | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MEGABYTE = 1_000_000;

/** Makes settings of what the fields hold. */
export function toSettings({ options, ...values }: Values<typeof fields>): Settings {
	const kinds = EVENT_TYPES.filter((type) => values.events.includes(type));
	return {
		kinds,
		series: typeSeries(kinds),
		download: values.downloadDocumentation,
		binaryPropertyName: values.binaryPropertyName ?? 'data',
		simplify: values.simplify,
		addContact: options.addContact,
		attachmentStorage: options.attachmentStorage,
		audit: options.auditDays * DAY,
		catchUp: options.catchUp,
		consentType: options.consentType.trim(),
		consentGranted: options.consentGranted,
		documentationWait: options.documentationWait * MINUTE,
		lookback: options.lookback * MINUTE,
		maxAttachmentBytes: options.maxAttachmentSize * MEGABYTE,
		maxEvents: options.maxEvents,
		pageSize: options.pageSize,
		startFrom: epochOf(options.startFrom),
	};
}

/**
 * Reads the parameters of the trigger.
 *
 * @throws NodeOperationError for a value that cannot be meant
 */
export function readSettings(context: IPollFunctions): Settings {
	const source = pollSource(context);
	const settings = toSettings(readParameters(fields, source));
	if (settings.kinds.length > 0) return settings;
	throw refusedParameter(
		source,
		'Events',
		'is empty',
		'Choose at least one kind of event that starts the workflow.',
	);
}
