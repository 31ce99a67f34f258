import type { IDataObject } from 'n8n-workflow';

import { nameIsNoId } from '../common/nameIsNoId';
import type { DeletePlan } from '../common/plan';
import type { OutputShape } from '../common/operation';
import { withoutEmpty } from '../lib/json';
import { onNotFoundOption, optionsField } from '../parameters/commonFields';
import type { Field, Values } from '../parameters/field';
import type { ServiceRequest } from '../transport/types';

/** What the deletions of contacts and of employees have in common. */

const dryRunOption = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	absent: false,
	// An expression without a result must not turn a dry run into real deletions, nor must a row that is refused hide one.
	required: true,
	comparesEachRow: true,
	description:
		'Whether to only look up each record and show its name. Nothing is deleted. Without this option, records are deleted.',
} as const satisfies Field;

const options = [dryRunOption, onNotFoundOption('deleted: false')] as const;
export const deletionOptions = optionsField(options);

export const DELETION_OUTPUT = { deleted: 'boolean', id: 'string' } as const satisfies OutputShape;

/** The plan to delete the record with this ID. */
export const deletionPlan = (
	noun: string,
	requestOf: (method: 'GET' | 'DELETE', id: string) => ServiceRequest,
	id: string,
	{ dryRun, onNotFound }: Values<typeof options>,
): DeletePlan => ({
	request: requestOf('DELETE', id),
	read: requestOf('GET', id),
	isDry: dryRun,
	idAdvice: nameIsNoId(noun, id),
	item: { deleted: true, id },
	show: (record): IDataObject =>
		withoutEmpty({
			id,
			dry_run: true,
			exists: record !== undefined,
			first_name: record?.first_name,
			last_name: record?.last_name,
		}),
	notFound: { onNotFound, item: { deleted: false, id } },
});
