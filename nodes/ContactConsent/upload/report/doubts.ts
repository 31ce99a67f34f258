/** What a dry run says of values that would be written, and that are probably a mistake. */
import type { IDataObject } from 'n8n-workflow';

import { scalarText } from '../../lib/json';
import { shortened } from '../../lib/text';
import { isAddress, isPlaceholder } from '../table/cells';
import { valueAt, type RecordModel } from '../table/recordModel';
import type { Difference } from '../uploadTypes';
import type { Note } from './notes';
import { LONGEST_VALUE } from './refusal';

const doubt = (kind: 'noEmail' | 'placeholder', label: string, value: string): Note => ({
	kind,
	heading: `${label} "${shortened(value, LONGEST_VALUE)}"`,
});

/** The values of e-mail columns that cannot be addresses. */
const noEmailsIn = ({ fields }: RecordModel, upload: IDataObject): Note[] =>
	fields.flatMap(({ label, path, shape }) => {
		if (!shape?.isEmail) return [];
		return [valueAt(upload, path)]
			.flat()
			.flatMap((one) => scalarText(shape.entry ? shape.entry.sentOf(one) : one) ?? [])
			.filter((text) => !isAddress(text))
			.map((text) => doubt('noEmail', label, text));
	});

/** The values that would be written and look like placeholders. */
const placeholdersIn = (differences: readonly Difference[]): Note[] =>
	differences.flatMap(({ label, to }) =>
		[to]
			.flat()
			.flatMap((text) =>
				typeof text === 'string' && isPlaceholder(text) ? doubt('placeholder', label, text) : [],
			),
	);

export const doubtsOf = (
	model: RecordModel,
	upload: IDataObject,
	differences: readonly Difference[],
): Note[] => [...noEmailsIn(model, upload), ...placeholdersIn(differences)];
