import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isExpression, jsonParse } from 'n8n-workflow';

import { epochOf } from '../lib/dates';
import { nodeErrorOf } from '../lib/nodeError';
import { DAY, MINUTE } from '../lib/time';
import { pollSource } from '../parameters/parameterSource';
import { readParameters } from '../parameters/readParameters';
import { refusedParameter } from '../parameters/valueChecks';
import { doubtAbout } from '../operations/contact/consents';
import { consentFilter, EVENT_TYPES, typeSeries } from '../operations/event/eventOutput';
import type { Sender } from '../transport/types';
import { fields } from './triggerFields';

export type Settings = ReturnType<typeof settingsOf>;

/** The beginning as a text to store and to compare (`isSameBeginning`): as it is written, and a typed date as an instant. */
function beginningOf(written: IDataObject, beginWith: string, startFrom: number | undefined): string {
	const instant = isExpression(written.startFrom) ? undefined : startFrom;
	return JSON.stringify([
		isExpression(written.beginWith) ? written.beginWith : beginWith,
		...(beginWith === 'date' ? [written.startFrom, instant] : []),
	]);
}

/** The parts of a beginning; none of what is no beginning. */
function partsOf(beginning: string): unknown[] {
	const parts = jsonParse<unknown>(beginning, { fallbackValue: [] });
	return Array.isArray(parts) ? parts : [];
}

/**
 * True if two beginnings are the same: the same text, or the same instant. A typed date is another instant in another time
 * zone, and a trigger may not begin anew because somebody has changed that of n8n. Nor because a date is written otherwise.
 */
export function isSameBeginning(one: string, other: string): boolean {
	if (one === other) return true;
	const [oneWith, oneText, oneInstant] = partsOf(one);
	const [otherWith, otherText, otherInstant] = partsOf(other);
	if (oneWith !== otherWith) return false;
	const isSameInstant = typeof oneInstant === 'number' && oneInstant === otherInstant;
	return isSameInstant || (oneText !== undefined && oneText === otherText);
}

function settingsOf(context: IPollFunctions) {
	const source = pollSource(context);
	const { events, downloadDocumentation, options, filters, ...values } = readParameters(fields, source);
	const { auditDays, ...others } = options;
	const kinds = EVENT_TYPES.filter((type) => events.includes(type));
	if (kinds.length === 0) {
		const advice = 'Choose at least one kind of event that starts the workflow.';
		throw refusedParameter(source, 'Events', 'is empty', advice);
	}
	const startFrom = epochOf(values.startFrom);
	if (values.beginWith === 'date' && startFrom === undefined) {
		throw refusedParameter(source, 'Start From', 'is empty', "Enter a date, or choose another 'Begin With'.");
	}
	const doubtful = doubtAbout(filters.consentType);
	return {
		...values,
		...others,
		kinds,
		/** The `type` parameter of each request that reads these kinds; `undefined` asks for all kinds. */
		series: typeSeries(kinds),
		download: downloadDocumentation,
		binaryPropertyName: values.binaryPropertyName ?? 'data',
		/** How far the far look-back goes, in milliseconds; 0 turns it off. */
		farLength: auditDays * DAY,
		/** True if the consent filter lets an event start the workflow. */
		passes: consentFilter(filters, source.timeZone, doubtful) ?? (() => true),
		doubtful,
		timeZone: source.timeZone,
		/** True for a documentation event whose PDF is wanted. All other events are delivered as they are. */
		wantsPdf: ({ type }: IDataObject): boolean => downloadDocumentation && type === 'documentation',
		/** What a person has written as the beginning. If it changes, the trigger may begin anew. */
		beginning: beginningOf(context.getNode().parameters, values.beginWith, startFrom),
		documentationWait: others.documentationWait * MINUTE,
		startFrom,
	};
}

/**
 * The parameters of the trigger. Times are in milliseconds.
 *
 * @throws NodeOperationError for an unusable value. Its words are free of the API key, which an expression may insert
 */
export function readSettings(context: IPollFunctions, { withoutKey }: Pick<Sender, 'withoutKey'>): Settings {
	try {
		return settingsOf(context);
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		throw nodeErrorOf(context.getNode(), withoutKey({ message, description }));
	}
}
