import type { Fields } from '../parameters/field';
import { consentFilters, downloadField, eventTypeRows } from '../operations/event/eventFields';
import { binaryPropertyField, filtersField, optionsField, pageSizeOption } from '../parameters/commonFields';
import { simplifyField } from '../operations/recordOutput';

const options = [
	{
		displayName: 'Look Back (Days)',
		name: 'auditDays',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3, maxValue: 30 },
		default: 7,
		description:
			'How far back the history is read again once an hour, to find events that appear late. 0 means never. In addition, each poll reads the last ten minutes again.',
	},
	{
		displayName: 'Max Events',
		name: 'maxEvents',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description: 'Max number of events that one execution receives. The others follow at the next polls.',
	},
	pageSizeOption,
	{
		displayName: 'Wait for PDF (Minutes)',
		name: 'documentationWait',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 3 },
		default: 60,
		description: 'How long an event waits for its PDF. After that, the event is delivered without it.',
	},
] as const satisfies Fields;

const beginning = (value: string, text: string) =>
	({
		displayName: `${text} Once published, this workflow receives its events instead of other programs that read the latest ones.`,
		name: `${value}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { beginWith: [value] } },
	}) as const;

/** The notice below 'Begin With': what the chosen value means, and whom it concerns. */
const beginnings = [
	beginning(
		'unreceived',
		'It begins with all events that nobody has received yet. Some may be months old: each of them starts this workflow.',
	),
	beginning(
		'now',
		'It begins when you publish the workflow, and includes the minute before, because clocks differ. Older events never start this workflow.',
	),
	beginning('date', 'It begins with the first event from this date on, even if others have received it.'),
];

export const fields = [
	{
		displayName: 'Events',
		name: 'events',
		widest: true,
		type: 'multiOptions',
		required: true,
		options: eventTypeRows,
		default: ['confirm', 'documentation', 'update'],
		description: 'Which events start the workflow',
	},
	{
		displayName: 'Begin With',
		name: 'beginWith',
		widest: true,
		type: 'options',
		options: [
			{
				name: 'New Events Only',
				value: 'now',
				description: 'What happens after you publish the workflow',
			},
			{
				name: 'Since a Date',
				value: 'date',
				description: 'Everything from a date on, whoever has received it',
			},
			{
				name: 'What Nobody Has Received',
				value: 'unreceived',
				description: 'What the service has not handed out to anybody yet, however old it is',
			},
		],
		default: 'now',
		description:
			'With which events a new trigger begins. If you change this, the trigger begins again after publishing. With Since a Date, every event since then starts the workflow once more. With What Nobody Has Received, it goes on where it was.',
	},
	...beginnings,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		required: true,
		default: '',
		displayOptions: { show: { beginWith: ['date'] } },
		description:
			'The time of the oldest event that starts the workflow. If you change it, the trigger begins again after publishing.',
	},
	{ ...downloadField, default: true },
	{ ...binaryPropertyField, required: true, displayOptions: { show: { downloadDocumentation: [true] } } },
	simplifyField,
	filtersField(consentFilters),
	optionsField(options),
] as const satisfies Fields;

const LABELS = Object.fromEntries(eventTypeRows.map(({ name, value }) => [value, name]));

/** The line below the trigger's name on the canvas: the chosen kinds of events. */
export const subtitle = `={{ $parameter["events"].length === ${eventTypeRows.length} ? "All events" : $parameter["events"].map((type) => (${JSON.stringify(LABELS)})[type]).join(", ") }}`;
