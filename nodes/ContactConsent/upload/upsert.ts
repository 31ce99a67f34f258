import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../../field';
import { InvalidInput, operation, type OutputShape } from '../../operation';
import type { BatchPlan, Built } from '../../plan';
import type { ServiceRequest } from '../../transport/types';
import { isRecord } from '../../values';
import { uploading } from '../uploads';
import { changesOf } from './changes';
import type { RecordModel, Setting } from './columns';
import { assertRequired, explain, mappingHint } from './explain';
import { bulkFields, descriptionOf } from './fields';
import { idOf, matchRow, type Matched } from './match';
import { mergeRow, removedBy } from './merge';
import { eachOnce, itemOf, noEmailsIn, sentencesOf, uploadItemOf, type Notes } from './notes';
import { assertExact, currentOf, storedUpload } from './stored';

type Choices = Values<ReturnType<typeof bulkFields>['settings']>;
type Given = Values<ReturnType<typeof bulkFields>['element']>;

/**
 * What is sent for the rows of one ID, and what is told of it.
 *
 * @param refuse for a row that cannot be read over what the service has: the others count without it
 * @throws InvalidInput
 */
export function buildElement(
	model: RecordModel,
	rows: readonly IDataObject[],
	current: IDataObject | undefined,
	setting: Setting,
	refuse: (at: number, error: unknown) => void,
): Built<Notes> {
	const { replaces, unknownFields, dryRun, hint } = setting;
	const kept = current && !replaces ? storedUpload(model, current, unknownFields === 'send') : undefined;
	const upload: IDataObject = { ...kept?.upload };
	const matches: Matched[] = [];
	let failure: unknown;
	for (const [at, row] of rows.entries()) {
		try {
			const matched = matchRow(model, row, setting, upload);
			mergeRow(upload, current, matched.cells, setting, model);
			matches.push(matched);
		} catch (error) {
			failure = error;
			if (matches.length > 0 || at < rows.length - 1) refuse(at, error);
		}
	}
	// Where none can be read, the last one says how the element ends.
	if (matches.length === 0) throw failure;
	assertRequired(model, upload, rows, hint);
	// A key that is added later takes more memory, and there may be very many elements.
	const notes: Notes = {
		notSent: eachOnce(matches.flatMap(({ notSent }) => notSent)),
		noEmails: dryRun ? eachOnce(noEmailsIn(model, upload)) : undefined,
		notKept: undefined,
		removed: undefined,
		changes: undefined,
	};
	if (current === undefined) {
		if (dryRun) notes.changes = changesOf(model, undefined, upload);
		// Where nothing is read, nobody knows what changes.
		return { upload, change: replaces && !dryRun ? undefined : 'created', notes };
	}
	const all = () => storedUpload(model, current, true).upload;
	const before = kept?.upload ?? all();
	const isUnchanged = Object.keys(changesOf(model, before, upload)).length === 0;
	if (isUnchanged) return { upload, change: 'unchanged', notes };
	if (kept) assertExact(upload);
	const cells = matches.flatMap((row) => row.cells);
	notes.removed = removedBy(cells, model, { before, after: upload, body: current });
	if (kept?.unknown.length) notes.notKept = kept.unknown;
	// What the contract does not know is cleared, too.
	if (dryRun) notes.changes = changesOf(model, all(), upload);
	return { upload, change: 'changed', notes };
}

/** The requests that differ between the uploads of two resources. */
export interface Endpoint {
	post: BatchPlan['request'];
	read: (id: string) => ServiceRequest;
}

/** What an upload puts out for each row. */
const UPLOAD_OUTPUT = {
	id: 'string',
	accepted: 'boolean',
	change: 'string',
	not_sent: 'strings',
	operation_id: 'string',
	operation_link: 'string',
	request_id: 'string',
} as const satisfies OutputShape;

/** How a bulk upload of records is done. */
export function uploadPlan(
	model: RecordModel,
	{ post, read }: Endpoint,
	{ inputMode, fieldsNotSent, options }: Choices,
	timeZone: string,
): BatchPlan<Given, Notes> {
	const { dryRun } = options;
	const keeps = fieldsNotSent === 'keep';
	const setting: Setting = {
		...options,
		timeZone,
		trims: inputMode === 'map',
		replaces: !keeps,
		hint: mappingHint(inputMode),
	};
	return {
		rows({ columns: mapping, json }, item) {
			if (mapping) return [mapping.automatic ? item : mapping.columns];
			return Array.isArray(json) ? (json as unknown[]) : [json];
		},
		idOf(row) {
			if (isRecord(row)) return idOf(model, row);
			throw new InvalidInput(
				'The JSON is neither an object nor a list of objects',
				'Put each record into { }.',
			);
		},
		check(row, isWhole) {
			const { cells } = matchRow(model, row, setting, keeps && !isWhole ? undefined : {});
			if (!isWhole) return;
			const given = cells.map(({ column, value }) => [column.name, value] as const);
			assertRequired(model, Object.fromEntries(given), [row], setting.hint);
		},
		rowsOfOneId: keeps ? 'merge' : 'last',
		repeatedId: 'the later row counts',
		build: (rows, now, refuse) => buildElement(model, rows, now, setting, refuse),
		current: keeps || dryRun ? { request: read, read: currentOf } : undefined,
		request: post,
		explain: (entries, upload) => explain(model, entries, upload),
		item: (row) => itemOf(row, dryRun),
		uploadItem: uploadItemOf,
		sentences: (notes) => sentencesOf(notes, model, setting),
		...uploading(options),
		isolateInvalid: options.isolateInvalid,
		output: options.output,
	};
}

/** Create or Update of records of one kind. @param words the texts in which they differ */
export function upsertOf(model: RecordModel, endpoint: Endpoint, words: Parameters<typeof bulkFields>[1]) {
	const fields = bulkFields(model.noun, words);
	return operation.batch({
		value: 'upsert',
		name: 'Create or Update',
		action: `Create or update ${model.noun.many}`,
		description: descriptionOf(model),
		fields: fields.all,
		settingFields: fields.settings,
		elementFields: fields.element,
		output: UPLOAD_OUTPUT,
		noun: model.noun,
		plan: (settings, timeZone) => uploadPlan(model, endpoint, settings, timeZone),
	});
}
