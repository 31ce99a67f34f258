import type { Fields } from '../field';
import { consentFilters, downloadField, eventTypeRows } from '../resources/event/fields';
import { optionsField } from '../options';
import { binaryPropertyField, pageSizeOption } from '../resources/fields';
import { simplifyField } from '../resources/output';

const options = [
	{
		displayName: 'Catch Up',
		name: 'catchUp',
		type: 'boolean',
		default: true,
		description: 'Whether to also read the history, for events that somebody else received or that got lost',
	},
	...consentFilters,
	{
		displayName: 'Look Back (Minutes)',
		name: 'lookback',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 10,
		description: 'How far back each poll reads the history again, for events that appear late',
	},
	{
		displayName: 'Look Back Hourly (Days)',
		name: 'auditDays',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3, maxValue: 30 },
		default: 7,
		description: 'How far back to read the history again once an hour, for events that got lost. 0: never.',
	},
	{
		displayName: 'Max Attachment Size (MB)',
		name: 'maxAttachmentSize',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 20,
		description: 'Max size of all PDFs of one execution. The rest follows later; a larger PDF goes alone.',
	},
	{
		displayName: 'Max Events',
		name: 'maxEvents',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description: 'Max number of events that one execution gets. The rest follows at the next polls.',
	},
	pageSizeOption,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'Time from which to read the history. Older events arrive, too, if nobody has received them yet. Leave empty to start with those alone.',
	},
	{
		displayName: 'Wait for PDF (Minutes)',
		name: 'documentationWait',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 60,
		description: 'How long an event waits for its PDF. After that, the event is delivered without it.',
	},
] as const satisfies Fields;

export const fields = [
	{
		displayName:
			'This workflow gets every event, even if other workflows, test runs or programs have received it; with Catch Up off, only events that nobody else has received. Once it is published, other programs that fetch the latest events do not get those that it has received.',
		name: 'takesAwayNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventTypeRows,
		default: ['confirm', 'documentation', 'update'],
		description: 'Which events start the workflow',
	},
	{ ...downloadField, default: true },
	{ ...binaryPropertyField, required: true, displayOptions: { show: { downloadDocumentation: [true] } } },
	simplifyField,
	optionsField(options),
] as const satisfies Fields;

const LABELS = Object.fromEntries(eventTypeRows.map(({ name, value }) => [value, name]));

/** Below the name of the trigger on the canvas. */
export const subtitle = `={{ $parameter["events"].length === ${eventTypeRows.length} ? "All events" : $parameter["events"].map((type) => (${JSON.stringify(LABELS)})[type]).join(", ") }}`;
