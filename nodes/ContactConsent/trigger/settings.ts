import type { IDataObject, INode, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { epochOf } from '../dates';
import { EVENT_TYPES, typeSeries, type EventType } from '../resources/event/model';
import { isRecord, scalarText } from '../values';
import { properties } from './description';

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

/** What a value must be is said by the declaration of its field alone. */
class Values {
	constructor(
		private readonly node: INode,
		private readonly fields: readonly INodeProperties[],
		private readonly given: IDataObject,
	) {}

	private field(name: string): INodeProperties {
		const field = this.fields.find((candidate) => candidate.name === name);
		if (field === undefined) throw new NodeOperationError(this.node, `There is no field "${name}"`);
		return field;
	}

	private value(name: string): unknown {
		const value = this.given[name];
		return value === undefined || value === null || value === '' ? this.field(name).default : value;
	}

	refuse(name: string, problem: string, advice: string): NodeOperationError {
		const { displayName } = this.field(name);
		return new NodeOperationError(this.node, `${displayName} ${problem}`, { description: advice });
	}

	flag(name: string): boolean {
		const value = this.value(name);
		if (typeof value === 'boolean') return value;
		throw this.refuse(name, 'is neither true nor false', 'Correct the expression, or use the switch.');
	}

	text(name: string): string {
		const text = scalarText(this.value(name));
		if (text !== undefined) return text;
		throw this.refuse(name, 'is not a text', 'Correct the expression, so that it results in a text.');
	}

	number(name: string): number {
		const { minValue = -Infinity, maxValue = Infinity } = this.field(name).typeOptions ?? {};
		const given = this.value(name);
		const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
		if (typeof value === 'number' && value >= minValue && value <= maxValue && Number.isFinite(value)) {
			return value;
		}
		const range = maxValue === Infinity ? `from ${minValue} on` : `from ${minValue} to ${maxValue}`;
		throw this.refuse(name, `is not a number ${range}`, 'Correct the number in the options of this node.');
	}

	choices<T extends string>(name: string): T[] {
		const chosen = [this.value(name)].flat();
		const rows = (this.field(name).options ?? []) as Array<{ name: string; value: string }>;
		const strange = chosen.find((value) => !rows.some((row) => row.value === value));
		if (strange === undefined) return chosen as T[];
		const allowed = rows.map(({ value }) => value).join(', ');
		const shown = JSON.stringify(strange).slice(0, 100);
		throw this.refuse(name, `has no choice ${shown}`, `Choose from the list, or use one of: ${allowed}.`);
	}

	date(name: string, timeZone: string): number | undefined {
		const given = this.value(name);
		if (given === '') return undefined;
		const epoch = epochOf(given, timeZone);
		if (epoch !== undefined) return epoch;
		throw this.refuse(name, 'is not a date', 'Use a date and time such as 2026-01-31T08:00:00.');
	}
}

/** Makes settings of values that n8n has read. */
export function toSettings(node: INode, given: IDataObject, timeZone: string): Settings {
	const values = new Values(node, properties, given);
	const collection = properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
	const options = new Values(node, collection, isRecord(given.options) ? given.options : {});
	const chosen = values.choices<EventType>('events');
	const kinds = EVENT_TYPES.filter((type) => chosen.includes(type));
	if (kinds.length === 0) {
		throw values.refuse('events', 'is empty', 'Choose at least one kind of event that starts the workflow.');
	}
	const [attachmentStorage = 'execution'] =
		options.choices<Settings['attachmentStorage']>('attachmentStorage');
	const [consentGranted = 'any'] = options.choices<Settings['consentGranted']>('consentGranted');
	return {
		kinds,
		series: typeSeries(kinds),
		download: values.flag('downloadDocumentation'),
		binaryPropertyName: values.text('binaryPropertyName'),
		simplify: values.flag('simplify'),
		addContact: options.flag('addContact'),
		attachmentStorage,
		audit: options.number('auditDays') * DAY,
		catchUp: options.flag('catchUp'),
		consentType: options.text('consentType').trim(),
		consentGranted,
		documentationWait: options.number('documentationWait') * MINUTE,
		lookback: options.number('lookback') * MINUTE,
		maxAttachmentBytes: options.number('maxAttachmentSize') * MEGABYTE,
		maxEvents: Math.floor(options.number('maxEvents')),
		pageSize: Math.floor(options.number('pageSize')),
		startFrom: options.date('startFrom', timeZone),
	};
}

/**
 * Reads the parameters of the trigger.
 *
 * @throws NodeOperationError for a value that cannot be meant
 */
export function readSettings(context: IPollFunctions): Settings {
	// A field that the editor does not show has no value, but its default.
	const given = Object.fromEntries(
		properties.map(({ name, default: value }) => [name, context.getNodeParameter(name, value)]),
	);
	return toSettings(context.getNode(), given, context.getTimezone());
}
