/** Columns of the table that say yes or no to a consent: what becomes of a contact, and what is to be said about it. */
import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../common/invalidInput';
import { grouped } from '../../lib/json';
import { merge } from '../../upload/change/merge';
import type { Note } from '../../upload/report/notes';
import type { Change, ColumnOption, CountInWords, Row, Tally } from '../../upload/uploadTypes';
import { addAnswers, type Answered } from './applyAnswers';
import { isConsentHeading } from './consentCells';
import { consentColumnsIn, type RowAnswers } from './consentColumnsInTable';
import { assertUsable, consentOptions, LABEL, quoted, type ChosenConsents } from './consentColumnsOption';
import { clockIn } from './consents';

/** What is to be said of what became of the answers about a type. */
function notesOn(type: string, { became, added }: Answered, heading: string): Note[] {
	if (became === 'staysWithdrawn') return [{ kind: 'staysWithdrawn', heading, name: type }];
	if (became === 'doubted') return [{ kind: 'doubtedGrant', heading, name: type }];
	const { others = [] } = added ?? {};
	if (others.length === 0) return [];
	const name = `"${type}", beside ${others.join(', ')}`;
	return [{ kind: 'newType', heading, name, ...(became === 'withdrawn' && { isWarning: true }) }];
}

const GRANTED: CountInWords = (count, isDryRun) => `${count}${isDryRun ? ' would be' : ''} granted`;
const WITHDRAWN: CountInWords = (count, isDryRun) => `${count}${isDryRun ? ' would be' : ''} withdrawn`;
const NEVER_ASKED: CountInWords = (count) =>
	`${count} ${count === 1 ? 'says' : 'say'} no and had never agreed: nothing to do`;
const STAYS_WITHDRAWN: CountInWords = (count) => `${count} ${count === 1 ? 'stays' : 'stay'} withdrawn`;

function talliesOf(type: string, { became, isDatedNow }: Answered): Tally[] {
	const one = (what: Answered['became']): number => (became === what ? 1 : 0);
	return [
		{
			of: type,
			counts: [
				[GRANTED, one('granted')],
				[WITHDRAWN, one('withdrawn')],
				[STAYS_WITHDRAWN, one('staysWithdrawn')],
				[NEVER_ASKED, one('neverAsked')],
			],
		},
		{ of: 'A yes without a readable date is dated now', counts: [[type, isDatedNow ? 1 : 0]] },
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
	/** The rows of this contact that are not sent. */
	const absent = [...(context.refusedRows ?? []), ...merged.refused.keys()];
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
	const refusedHere = contradictedIn(rows, absent);
	for (const [type, one] of each) {
		if (!('error' in one)) continue;
		for (const row of rows) {
			if (answersOf(row).some((answer) => answer.type === type)) refusedHere.set(row, one.error);
		}
	}
	if (refusedHere.size > 0) {
		// A row is taken as a whole or not at all, so the others are merged without it.
		const others = change(
			stored,
			rows.filter((row) => !refusedHere.has(row)),
			{ ...context, refusedRows: [...absent, ...refusedHere.keys()] },
		);
		return { ...others, refused: new Map([...merged.refused, ...refusedHere, ...others.refused]) };
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
	columnsOf({ consents }: { consents: ChosenConsents }, keepsOtherFields) {
		if (consents.length === 0) return undefined;
		assertUsable(consents, keepsOtherFields);
		return {
			inTable: (rows, timeZone) => consentColumnsIn(consents, rows, timeZone),
			change,
		};
	},
	unchosen: {
		isLike: isConsentHeading,
		advice: `To upload it as a consent, enter its heading in the option ${LABEL}.`,
	},
};
