import type { IDataObject } from 'n8n-workflow';

import type { Values } from '../../field';
import { InvalidInput, type OutputShape } from '../../operation';
import type { BatchPlan, InputItem, UploadState } from '../../plan';
import type { ServiceResponse } from '../../transport/types';
import { isRecord, records, scalarText, withoutEmpty } from '../../values';
import { waitingOf } from '../fields';
import { recordIdOf } from '../operation/model';
import { operationRequest } from '../operation/requests';
import { changesOf } from './changes';
import { isBlank, type Column, type RecordModel } from './columns';
import { explain } from './explain';
import type { bulkFields, elementFields } from './fields';
import { currentOf, enumerated, handOver, idOf, isFlatText, noColumnFor, type HandedOver } from './handOver';
import { layOver } from './layOver';
import { invalid, type Conversion } from './values';

type Settings = Values<ReturnType<typeof bulkFields<ReturnType<typeof elementFields>>>>;

/** Between reading a record and sending it lies the time of reading as many as this. */
const MOST_READ_AT_ONCE = 100;

const MAP_MANUALLY = "To map columns yourself, set 'Mapping Column Mode' to 'Map Each Column Manually'.";

/** Refuses an element that lacks what the service requires: no column of it is meant for that, or a cell is blank. */
function assertRequired(
	model: RecordModel,
	required: readonly Column[],
	upload: Readonly<Record<string, unknown>>,
	raw: IDataObject,
	wayOn?: string,
): void {
	const missing = required.filter(({ name }) => isBlank(upload[name]));
	if (missing.length === 0) return;
	const names = Object.keys(raw);
	const unmapped = model.required.filter(
		(column) => isBlank(upload[column.name]) && !names.some((name) => model.columnOf(name) === column),
	);
	// A column with another name may be the one.
	const hasOthers = names.some((name) => model.columnOf(name) === undefined);
	if (unmapped.length > 0 && (hasOthers || names.length === 0)) {
		throw noColumnFor(model, unmapped, names, wayOn);
	}
	const labels = enumerated(missing.map(({ label }) => label));
	throw missing.length === 1
		? invalid(labels, 'is missing', 'The service requires it. Fill in the cell.')
		: invalid(labels, 'are missing', 'The service requires them. Fill in the cells.');
}

/** What one input item hands over, element by element; what is no object is refused by itself. */
function elementsOf(
	{ columns: mapping, json }: Parameters<BatchPlan['elements']>[0],
	item: InputItem,
): readonly unknown[] {
	if (mapping) return [mapping.automatic ? item.json : mapping.columns];
	return Array.isArray(json) ? (json as unknown[]) : [json];
}

const acceptanceOf = ({ headers }: ServiceResponse) => ({
	operationId: headers['operation-id'],
	facts: withoutEmpty({
		operation_id: headers['operation-id'],
		operation_link: headers['operation-link'],
		request_id: headers['request-id'],
	}),
});

function stateOf(body: unknown, timedOut: boolean): UploadState {
	const operation = isRecord(body) ? body : {};
	return {
		json: withoutEmpty({ operation_status: operation.status, timed_out: timedOut }),
		itemStatus: new Map(
			records(operation.items).map((item) => [recordIdOf(item) ?? '', scalarText(item.status) ?? 'unknown']),
		),
	};
}

/** An operation whose progress cannot be read has been accepted all the same. */
const UNKNOWN: UploadState = {
	json: { operation_status: 'unknown', timed_out: false },
	itemStatus: new Map(),
};

/** The requests that differ between the uploads of two resources. */
interface Endpoint {
	post: BatchPlan['request'];
	read: BatchPlan['current']['request'];
}

/** How the Operations of an upload are waited for. */
function waitingPlan(options: Settings['options']): BatchPlan['waiting'] {
	const { timeout, isPending } = waitingOf(options);
	return {
		timeout,
		isPending: (body) => isPending(isRecord(body) ? body.status : undefined),
		request: operationRequest,
		state: stateOf,
		unknown: UNKNOWN,
	};
}

/** What an upload puts out for each element. */
export const UPLOAD_OUTPUT = {
	id: 'string',
	accepted: 'boolean',
	not_sent: 'strings',
	operation_id: 'string',
	operation_link: 'string',
	request_id: 'string',
} as const satisfies OutputShape;

const idIn = ({ values }: HandedOver): unknown => values.find(({ column }) => column.name === 'id')?.value;

/** How a bulk upload of records is done. */
export function uploadPlan(
	model: RecordModel,
	{ post, read }: Endpoint,
	{ inputMode, fieldsNotSent, options }: Settings,
	{ timeZone }: InputItem,
): BatchPlan {
	const conversion: Conversion = {
		emptyFields: options.emptyFields,
		unknownFields: options.unknownFields,
		timeZone,
		wayOn: inputMode === 'map' ? MAP_MANUALLY : undefined,
	};
	const { wayOn } = conversion;
	const keeps = fieldsNotSent === 'keep';
	const waits: boolean = options.waitUntilFinished;
	const ids = model.required.filter(({ name }) => name === 'id');
	return {
		elements: elementsOf,
		idOf: (raw) => (isRecord(raw) ? idOf(model, raw) : ''),
		check(raw) {
			if (!isRecord(raw))
				throw invalid('The JSON', 'is neither an object nor a list of objects', 'Put each record into { }.');
			if (isFlatText(model, raw)) return;
			const handed = handOver(model, raw, conversion);
			// With Keep, all else depends on what the service has.
			if (keeps) assertRequired(model, ids, { id: idIn(handed) }, raw, wayOn);
			else assertRequired(model, model.required, layOver(model, handed), raw, wayOn);
		},
		draft(raw, current) {
			const handed = handOver(model, raw, conversion);
			const upload = layOver(model, handed, current);
			assertRequired(model, model.required, upload, raw, wayOn);
			return { upload, notSent: handed.notSent };
		},
		request: post,
		accepted: acceptanceOf,
		explain: (entries, upload) => explain(model, entries, upload),
		current: {
			request: read,
			read(body, id) {
				if (isRecord(body) && scalarText(body.id) === id) return currentOf(model, body, conversion);
				throw new InvalidInput(
					`The service answered with another record than "${id}"`,
					"Nothing was sent for this record. Try again later, or set 'Fields Not Sent' to Clear.",
				);
			},
		},
		changes: (before, after) => changesOf(model, before, after),
		keeps,
		dryRun: options.dryRun,
		batchSize: keeps ? Math.min(options.batchSize, MOST_READ_AT_ONCE) : options.batchSize,
		parallelUploads: options.parallelUploads,
		isolateInvalid: options.isolateInvalid,
		output: options.output,
		waiting: waits ? waitingPlan(options) : undefined,
	};
}
