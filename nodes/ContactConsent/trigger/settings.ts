import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toUtcIso } from '../dates';
import { EVENT_TYPES, typeSeries, type EventType } from '../resources/event/model';
import { textOf } from '../values';
import type { Course } from './types';

/** The parameters of the trigger, checked. */
export interface Settings extends Course {
	series: ReadonlyArray<EventType | undefined>;
	binaryPropertyName: string;
	attachmentStorage: 'execution' | 'binaryStorage';
	/** Bytes of PDFs for one poll. */
	maxAttachmentBytes: number;
	simplify: boolean;
	maxEvents: number;
	pageSize: number;
}

const MINUTE = 60_000;
const MEGABYTE = 1_000_000;

/**
 * Reads the parameters of the trigger.
 *
 * @throws NodeOperationError for a value that cannot be meant
 */
export function readSettings(context: IPollFunctions): Settings {
	const read = (name: string, fallback: unknown): unknown => context.getNodeParameter(name, fallback);
	const refuse = (label: string, problem: string, description: string) =>
		new NodeOperationError(context.getNode(), `The ${label} ${problem}`, { description });

	const amount = (name: string, label: string, fallback: number, min: number): number => {
		const value = Number(read(`options.${name}`, fallback));
		if (Number.isFinite(value) && value >= min) return value;
		throw refuse(label, `is not a number from ${min} on`, 'Correct the number in the options of this node.');
	};
	const date = (): number | undefined => {
		const given = read('options.startFrom', '');
		if (given === '' || given === undefined || given === null) return undefined;
		const iso = toUtcIso(given, context.getTimezone());
		if (iso !== undefined) return Date.parse(iso);
		throw refuse('Start From', 'is not a date', 'Use a date and time such as 2026-01-31T08:00:00.');
	};
	const chosen = [read('events', EVENT_TYPES)].flat() as EventType[];
	const types = EVENT_TYPES.filter((type) => chosen.includes(type));
	if (types.length === 0) {
		throw refuse('list of Events', 'is empty', 'Choose at least one kind of event that starts the workflow.');
	}

	return {
		series: typeSeries(types),
		download: read('downloadDocumentation', true) === true,
		binaryPropertyName: textOf(read('binaryPropertyName', 'data')) ?? 'data',
		attachmentStorage:
			read('options.attachmentStorage', 'execution') === 'binaryStorage' ? 'binaryStorage' : 'execution',
		maxAttachmentBytes: amount('maxAttachmentSize', 'Max Attachment Size', 20, 0) * MEGABYTE,
		simplify: read('simplify', false) === true,
		catchUp: read('options.catchUp', true) !== false,
		startFrom: date(),
		lookback: amount('lookback', 'Lookback', 10, 0) * MINUTE,
		maxEvents: Math.floor(amount('maxEvents', 'Max Events', 1000, 1)),
		pageSize: Math.floor(amount('pageSize', 'Page Size', 1000, 1)),
		documentationWait: amount('documentationWait', 'Documentation Wait', 60, 0) * MINUTE,
	};
}
