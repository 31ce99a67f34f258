import type { IBinaryData } from 'n8n-workflow';

import type { DescribeDocument } from '../../plan';
import type { FailureFacts } from '../../transport/types';
import { withoutEmpty } from '../../values';

/**
 * What an item says about its PDF. `unavailable`: downloading kept failing; `skipped`: the trigger's downloads are off.
 */
export type DocumentationStatus =
	'downloaded' | 'not_generated' | 'not_found' | 'gone' | 'unavailable' | 'skipped';

/** So that two IDs, of three bytes a character, and the words around them fit into the 255 bytes of a file name. */
const LONGEST_ID = 40;

/** A file name made of IDs, with nothing in it that a file system could take for a path. */
export const documentName = (...ids: Array<string | undefined>): string =>
	`${['consents', ...ids.flatMap((id) => id?.slice(0, LONGEST_ID) ?? [])]
		.join('-')
		.replace(/[^\p{L}\p{N}._-]+/gu, '_')
		.replace(/\.{2,}/g, '.')}.pdf`;

/** Why there is no PDF. An ID that cannot stand in a path belongs to no document. */
export function statusOfFailure(facts: FailureFacts | undefined): DocumentationStatus {
	if (facts?.kind === 'invalidPath' || (facts?.status === 404 && !facts.wrongAddress)) return 'not_found';
	return facts?.status === 410 ? 'gone' : 'unavailable';
}

/** What an item says about its PDF: the status, and of a downloaded one its name and its size in bytes. */
export const describeDocument: DescribeDocument = (outcome) => {
	if (outcome.kind === 'failed') return { documentation_status: statusOfFailure(outcome.facts) };
	if (outcome.kind === 'pending') return { documentation_status: 'not_generated' };
	return withoutEmpty({
		documentation_status: 'downloaded',
		file_name: outcome.fileName,
		file_size: outcome.size,
	});
};

/** True where there is no such PDF, or no longer. */
export const isAbsent = (facts: FailureFacts | undefined): boolean =>
	statusOfFailure(facts) !== 'unavailable';

const PDF = 'application/pdf';

/** A PDF inside the data of the execution: it is pruned with it and reaches every worker. */
export const inExecution = ({ bytes, name }: { bytes: Buffer; name: string }): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType: PDF,
	fileType: 'pdf',
	fileName: name,
	fileExtension: 'pdf',
	fileSize: `${Number((bytes.length / 1000).toPrecision(3))} kB`,
	bytes: bytes.length,
});
