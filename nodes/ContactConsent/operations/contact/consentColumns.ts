/** Columns of the table that say yes or no to a consent: the option, and what its cells ask for. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { grouped, scalarText } from '../../lib/json';
import { lossIn } from '../../lib/spreadsheetLosses';
import { comparable, firstOf, inWords, shortened, trimmed } from '../../lib/text';
import type { Fields, Values } from '../../parameters/field';
import { merge } from '../../upload/change/merge';
import type { Note } from '../../upload/report/notes';
import { isBlank } from '../../upload/table/cells';
import { momentIn } from '../../upload/table/moments';
import { plainName } from '../../upload/table/vocabulary';
import type { ChosenColumns, Change, ColumnOption, Row, Tally } from '../../upload/uploadTypes';
import { addAnswers, type Answer, type Answered } from './applyAnswers';
import { isConsentHeading, isNegated, lettersIn, wishIn } from './consentCells';
import { clockIn } from './consents';

const LABEL = 'Consent Columns';

const consentOptions = [
	{
		displayName: LABEL,
		name: 'consents',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add consent column',
		default: {},
		description:
			'Columns that say yes or no, e.g. Newsletter. Yes becomes a consent. No withdraws what the contact has granted, and leaves those alone who were never asked. A withdrawal that is stored stays, unless the date of a yes is later. Only with Keep.',
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
						description: 'The heading of the column. Case, spaces and punctuation make no difference.',
					},
					{
						displayName: 'Consent Type',
						name: 'type',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. newsletter',
						description: 'The type of the consent, exactly as Get Consents shows it',
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
							{ name: 'Granted', value: 'granted', description: 'Who has a yes here agrees' },
							{
								name: 'Withdrawn',
								value: 'withdrawn',
								description: 'Who has a yes here does not want it, as in Opt-out',
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

type Chosen = Values<typeof consentOptions>['consents'];

/** What the cells of a row ask for. */
interface RowAnswers {
	answers: ReadonlyArray<Answer & { heading: string }>;
}

const refused = (problem: string, advice: string): InvalidInput =>
	new InvalidInput(`The parameter '${LABEL}' ${problem}`, `Nothing was sent. ${advice}`);

const quoted = (text: string): string => `"${shortened(text, 100)}"`;

/** @throws InvalidInput if the option contradicts itself or another one */
function assertUsable(chosen: Chosen, keepsOtherFields: boolean): void {
	if (!keepsOtherFields) {
		const problem = "cannot be used with 'Fields Not Sent: Clear', which would erase the consents of before";
		throw refused(problem, "Set 'Fields Not Sent' to Keep.");
	}
	for (const [, same] of grouped(chosen, ({ type }) => comparable(trimmed(type)))) {
		if (same.length < 2) continue;
		const columns = inWords(same.map(({ column }) => quoted(column)));
		const advice =
			'Choose one column for each type. If two of them ask the same, join them in the node before.';
		throw refused(`has several columns for the type ${quoted(same[0]?.type ?? '')}: ${columns}`, advice);
	}
	const negated = chosen.find(({ column, yesMeans }) => yesMeans === 'granted' && isNegated(column));
	if (negated) {
		throw refused(
			`has the column ${quoted(negated.column)}, in which a yes seems to mean that somebody does not want it`,
			"Set 'Yes Means' to Withdrawn. If a yes does mean that they agree, rename the column in the node before.",
		);
	}
}

const HEADINGS_SHOWN = 20;

/** The headings of the table that are meant by a text, compared as headings are. */
function headingsFor(wanted: string, names: readonly string[]): readonly string[] {
	const plain = plainName(wanted);
	return names.filter((name) =>
		plain === '' ? trimmed(name) === trimmed(wanted) : plainName(name) === plain,
	);
}

/** Finds the headings of chosen columns. @throws InvalidInput if the table lacks some: all of them are named at once */
function findHeadings(chosen: Chosen, names: readonly string[]): (wanted: string) => readonly string[] {
	const wanted = chosen.flatMap(({ column, grantedAtColumn }) =>
		trimmed(grantedAtColumn) === '' ? [column] : [column, grantedAtColumn],
	);
	const found = new Map(wanted.map((one) => [one, headingsFor(one, names)]));
	const missing = [...found].flatMap(([one, headings]) => (headings.length === 0 ? one : []));
	if (missing.length === 0) return (one) => found.get(one) ?? [];
	const shown = firstOf(
		names.map((name) => shortened(name, 100)),
		HEADINGS_SHOWN,
	);
	const columns = missing.length === 1 ? 'the column' : 'the columns';
	throw refused(
		`names ${columns} ${inWords(missing.map(quoted))}, and no row has ${missing.length === 1 ? 'it' : 'them'}`,
		`Enter each heading as it is in the input, which has ${shown}. Remove an entry that your table has no column for, and leave 'Granted At Column' blank if it has no dates.`,
	);
}

/** The chosen columns in one table. */
function inTable(
	chosen: Chosen,
	rows: readonly IDataObject[],
	timeZone: string,
): ReturnType<ChosenColumns['inTable']> {
	const known = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) known.add(name);
	const names = [...known];
	const headingsOf = findHeadings(chosen, names);
	const columns = chosen.map(({ column, type, yesMeans, grantedAtColumn }) => {
		const headings = headingsOf(column);
		return {
			type: trimmed(type).normalize('NFC'),
			yesMeans,
			headings,
			dated: headingsOf(grantedAtColumn),
			letters: lettersIn(rows.flatMap((row) => headings.map((name) => row[name]))),
		};
	});
	return {
		headings: new Set(columns.flatMap(({ headings, dated }) => [...headings, ...dated])),
		ofRow(row, notes) {
			const answers: Array<RowAnswers['answers'][number]> = [];
			for (const { type, yesMeans, headings, dated, letters } of columns) {
				for (const heading of headings) {
					const cell: unknown = row[heading];
					if (isBlank(cell)) continue;
					const wish = wishIn(cell, yesMeans, letters);
					if (wish === 'nothing') continue;
					if (wish === undefined) {
						const given = scalarText(cell) ?? JSON.stringify(cell);
						notes.push({ kind: lossIn(cell) ?? 'noAnswer', heading, given });
						continue;
					}
					const moments = dated.filter((name) => !isBlank(row[name]));
					const at = moments.map((name) => momentIn(row[name], timeZone)).find((one) => one !== undefined);
					const unread = at === undefined && wish !== 'deny' ? moments[0] : undefined;
					if (unread !== undefined) {
						notes.push({ kind: 'noMoment', heading: unread, given: scalarText(row[unread]) ?? 'an object' });
					}
					answers.push({ type, wish, at, heading });
				}
			}
			// A box that nobody has ticked says no, also in a row without a person.
			return {
				instruction: answers.length > 0 ? { answers } : undefined,
				saysSomething: answers.some(({ wish }) => wish !== 'deny'),
			};
		},
	};
}

/** What is to be said of what became of the answers about a type. */
function notesOn(type: string, { became, added }: Answered, heading: string): Note[] {
	if (became === 'staysWithdrawn') return [{ kind: 'staysWithdrawn', heading, name: type }];
	const { others = [] } = added ?? {};
	if (others.length === 0) return [];
	const name = `"${type}", beside ${others.join(', ')}`;
	return [{ kind: 'newType', heading, name, ...(became === 'withdrawn' && { isWarning: true }) }];
}

function talliesOf(type: string, { became, isDatedNow }: Answered): Tally[] {
	const one = (what: Answered['became']): number => (became === what ? 1 : 0);
	return [
		{
			of: type,
			counts: [
				['granted', one('granted')],
				['withdrawn', one('withdrawn')],
				['had nothing to withdraw', one('neverAsked')],
				['still withdrawn', one('staysWithdrawn')],
			],
		},
		{ of: 'Granted without a readable date, and so dated now', counts: [[type, isDatedNow ? 1 : 0]] },
	];
}

const answersOf = ({ instruction }: Row): RowAnswers['answers'] =>
	(instruction as RowAnswers | undefined)?.answers ?? [];

/** The refusal of a yes beside a row of the same contact that says no, and that is refused itself. */
const contradicted = (type: string): InvalidInput =>
	new InvalidInput(
		`Another row of the contact does not grant the consent ${quoted(type)}, and is refused`,
		'Correct that row, and upload both again: rows of one ID that say yes and no are a withdrawal.',
	);

/** The rows that grant what a row that is not sent does not grant. They may not be sent without it. */
function contradictedIn(rows: readonly Row[], absent: readonly Row[]): Map<Row, unknown> {
	const denied = new Set(
		absent.flatMap(answersOf).flatMap(({ type, wish }) => (wish === 'grant' ? [] : type)),
	);
	return new Map(
		rows.flatMap((row) => {
			const own = answersOf(row).find(({ type, wish }) => wish === 'grant' && denied.has(type));
			return own ? [[row, contradicted(own.type)] as const] : [];
		}),
	);
}

/** Merges the cells of rows into the stored record, and adds the consents that the rows ask for. */
const change: Change<RowAnswers> = (stored, all, context) => {
	const merged = merge(stored, all, context);
	const absent = [...(context.unread ?? []), ...merged.refused.keys()];
	const rows = all.filter((row) => !merged.refused.has(row));
	const byType = grouped(
		rows.flatMap((row) => answersOf(row)),
		({ type }) => type,
	) as Map<string, [RowAnswers['answers'][number], ...RowAnswers['answers']]>;
	const { documentation, each } = addAnswers(
		merged.upload.documentation,
		byType,
		clockIn(context.setting.timeZone),
	);
	const refusedRows = contradictedIn(rows, absent);
	for (const [type, one] of each) {
		if (!('error' in one)) continue;
		for (const row of rows) {
			if (answersOf(row).some((answer) => answer.type === type)) refusedRows.set(row, one.error);
		}
	}
	if (refusedRows.size > 0) {
		// A row is taken as a whole or not at all, so the others are merged without it.
		const others = change(
			stored,
			rows.filter((row) => !refusedRows.has(row)),
			{ ...context, unread: [...absent, ...refusedRows.keys()] },
		);
		return { ...others, refused: new Map([...merged.refused, ...refusedRows, ...others.refused]) };
	}
	const isSame = documentation === merged.upload.documentation;
	const upload = isSame ? merged.upload : { ...merged.upload, documentation: documentation as IDataObject };
	const results = [...each].flatMap(([type, one]) => ('error' in one ? [] : [{ type, ...one }]));
	return {
		...merged,
		upload,
		notes: [
			...merged.notes,
			...results.flatMap((one) => notesOn(one.type, one, byType.get(one.type)?.[0].heading ?? '')),
		],
		tallies: results.flatMap((one) => talliesOf(one.type, one)),
	};
};

/** The option *Consent Columns* of uploads of contacts. */
export const consentColumns: ColumnOption = {
	options: consentOptions,
	columnsOf({ consents }: { consents: Chosen }, keepsOtherFields) {
		if (consents.length === 0) return undefined;
		assertUsable(consents, keepsOtherFields);
		return {
			inTable: (rows, timeZone) => inTable(consents, rows, timeZone),
			change,
		};
	},
	unchosen: {
		isLike: isConsentHeading,
		advice: `To upload it as a consent, choose it in the option ${LABEL}.`,
	},
};
