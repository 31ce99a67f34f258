import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { epochOf } from '../dates';
import type { Values } from '../field';
import { pollSource, readParameters, refusedParameter } from '../parameters';
import { EVENT_TYPES, typeSeries } from '../resources/event/model';
import type { Send } from '../transport/types';
import { fields } from './description';

const MINUTE = 60_000;
const MEGABYTE = 1_000_000;

/** The parameters of the trigger, as it uses them: times are in milliseconds. */
export type Settings = ReturnType<typeof toSettings>;

function toSettings({ events, downloadDocumentation, options, ...values }: Values<typeof fields>) {
	const kinds = EVENT_TYPES.filter((type) => events.includes(type));
	const { auditDays, maxAttachmentSize, ...others } = options;
	return {
		...values,
		...others,
		kinds,
		/** Values of the `type` parameter that ask for them; `undefined` for all. */
		series: typeSeries(kinds),
		download: downloadDocumentation,
		binaryPropertyName: values.binaryPropertyName ?? 'data',
		/** How far the audit goes back, in milliseconds; 0: there is none. */
		audit: auditDays * 24 * 60 * MINUTE,
		consentType: others.consentType.trim(),
		documentationWait: others.documentationWait * MINUTE,
		lookback: others.lookback * MINUTE,
		maxAttachmentBytes: maxAttachmentSize * MEGABYTE,
		startFrom: epochOf(others.startFrom),
	};
}

/** @throws NodeOperationError for a value that cannot be meant */
export function readSettings(context: IPollFunctions): Settings {
	const source = pollSource(context);
	const settings = toSettings(readParameters(fields, source));
	if (settings.kinds.length > 0) return settings;
	const advice = 'Choose at least one kind of event that starts the workflow.';
	throw refusedParameter(source, 'Events', 'is empty', advice);
}

/** What a poll works with; tests put models in the place of n8n and the service. Times are epoch milliseconds. */
export interface Poll {
	settings: Settings;
	/** Tells triggers apart within this process. */
	trigger: string;
	baseUrl: string;
	staticData: IDataObject;
	log: (level: 'debug' | 'warn', text: string) => void;
	send: Send;
	helpers: Pick<IPollFunctions['helpers'], 'prepareBinaryData'>;
	/** n8n's clock. */
	now: () => number;
	/** Until then lists are asked for, PDFs are downloaded, and n8n's storage is handed some. */
	lists: number;
	end: number;
	stored: number;
}
