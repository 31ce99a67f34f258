/** The option *Consent Columns*: its fields, and whether a person has filled them in usably. */
import { InvalidInput } from '../../common/invalidInput';
import { grouped } from '../../lib/json';
import { comparable, namesInWords, shortened, trimmed } from '../../lib/text';
import type { Fields, Values } from '../../parameters/field';
import { isNegated } from './consentCells';

export const LABEL = 'Consent Columns';

export const consentOptions = [
	{
		displayName: LABEL,
		name: 'consents',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add consent column',
		default: {},
		description:
			'Columns that say yes or no, e.g. Newsletter. Yes becomes a consent. No withdraws what the contact has granted, and leaves those alone who were never asked. A withdrawal that is stored stays, unless the date of a yes is later. Not together with Fields Not Sent: Clear.',
		options: [
			{
				name: 'values',
				displayName: 'Consent Column',
				values: [
					{
						displayName: 'Column',
						name: 'column',
						type: 'string',
						// A field that is dragged here would be the answer of the first row.
						noDataExpression: true,
						required: true,
						default: '',
						placeholder: 'e.g. Newsletter',
						description:
							'The heading of the column. Case, spaces and punctuation make no difference, nor does a hint such as (yes/no) behind it.',
						whenEmpty: 'Enter the heading of the column, e.g. Newsletter.',
					},
					{
						displayName: 'Consent Type',
						name: 'type',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. newsletter',
						description: 'The type of the consent, exactly as Get Consents shows it',
						whenEmpty:
							'Enter the type of the consent as Get Consents shows it, e.g. newsletter. If it is set by an expression, check that.',
					},
					{
						displayName: 'Granted At Column',
						name: 'grantedAtColumn',
						type: 'string',
						noDataExpression: true,
						default: '',
						placeholder: 'e.g. Newsletter since',
						description:
							'The heading of the column with the date of the answer. Without a date, a yes is dated now.',
					},
					{
						displayName: 'Yes Means',
						name: 'yesMeans',
						type: 'options',
						options: [
							{ name: 'Granted', value: 'granted', description: 'A yes means that the contact agrees' },
							{
								name: 'Withdrawn',
								value: 'withdrawn',
								description: 'A yes means that the contact does not agree, as in a column Opt-out',
							},
						],
						default: 'granted',
						description:
							'What a yes in this column says. A word such as unsubscribed is always a withdrawal.',
					},
				],
			},
		],
	},
] as const satisfies Fields;

export type ChosenConsents = Values<typeof consentOptions>['consents'];

/** The refusal of the option. Nothing is sent then. */
export const refusedOption = (problem: string, advice: string): InvalidInput =>
	new InvalidInput(`The parameter '${LABEL}' ${problem}`, `Nothing was sent. ${advice}`);

export const quoted = (text: string): string => `"${shortened(text, 100)}"`;

/** @throws InvalidInput if the option contradicts itself or another one */
export function assertUsable(chosen: ChosenConsents, keepsOtherFields: boolean): void {
	if (!keepsOtherFields) {
		const problem = "cannot be used with 'Fields Not Sent: Clear', which would erase the consents of before";
		throw refusedOption(problem, "Set 'Fields Not Sent' to Keep.");
	}
	for (const [, same] of grouped(chosen, ({ type }) => comparable(trimmed(type)))) {
		if (same.length < 2) continue;
		const columns = namesInWords(same.map(({ column }) => quoted(column)));
		const advice =
			'Choose one column for each type. If two of them ask the same, join them in the node before.';
		throw refusedOption(
			`has several columns for the type ${quoted(same[0]?.type ?? '')}: ${columns}`,
			advice,
		);
	}
	const negated = chosen.find(({ column, yesMeans }) => yesMeans === 'granted' && isNegated(column));
	if (negated) {
		throw refusedOption(
			`has the column ${quoted(negated.column)}, in which a yes seems to mean that somebody does not want it`,
			"Set 'Yes Means' to Withdrawn. If a yes does mean that they agree, rename the column in the node before.",
		);
	}
}
