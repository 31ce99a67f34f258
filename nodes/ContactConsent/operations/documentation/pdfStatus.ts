import type { IBinaryData } from 'n8n-workflow';

import type { DescribeDocument } from '../../common/plan';
import type { FailureFacts } from '../../transport/types';
import { withoutEmpty } from '../../lib/json';

/**
 * The status of the PDF of an output item. `unavailable`: all tries to download it failed. `skipped`: the trigger does
 * not download PDFs.
 */
export type DocumentationStatus =
	'downloaded' | 'not_generated' | 'not_found' | 'gone' | 'unavailable' | 'skipped';

/** In characters of up to three bytes: two IDs and the rest of the name then fit into the 255 bytes of a file name. */
const LONGEST_ID = 40;

/** Makes a file name of IDs. It keeps only characters that no file system takes for a part of a path. */
export const documentName = (...ids: Array<string | undefined>): string =>
	`${['consents', ...ids.flatMap((id) => id?.slice(0, LONGEST_ID) ?? [])]
		.join('-')
		.replace(/[^\p{L}\p{N}._-]+/gu, '_')
		.replace(/\.{2,}/g, '.')}.pdf`;

/** The status after a failed download. An ID that cannot stand in a path belongs to no PDF, so it is `not_found`. */
export function statusOfFailure(facts: FailureFacts | undefined): DocumentationStatus {
	if (facts?.kind === 'invalidPath' || (facts?.status === 404 && !facts.wrongAddress)) return 'not_found';
	return facts?.status === 410 ? 'gone' : 'unavailable';
}

/** The fields of an output item about its PDF: the status; after a download also the name, and the size in bytes. */
export const describeDocument: DescribeDocument = (outcome) => {
	if (outcome.kind === 'failed') return { documentation_status: statusOfFailure(outcome.facts) };
	if (outcome.kind === 'pending') return { documentation_status: 'not_generated' };
	return withoutEmpty({
		documentation_status: 'downloaded',
		file_name: outcome.fileName,
		file_size: outcome.size,
	});
};

/** True if the service does not have the PDF, or no longer has it. */
export const isAbsent = (facts: FailureFacts | undefined): boolean =>
	statusOfFailure(facts) !== 'unavailable';

const PDF = 'application/pdf';

/** Puts a PDF into the data of the execution: n8n deletes it together with the execution, and every worker has it. */
export const inExecution = ({ bytes, name }: { bytes: Buffer; name: string }): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType: PDF,
	fileType: 'pdf',
	fileName: name,
	fileExtension: 'pdf',
	fileSize: `${Number((bytes.length / 1000).toPrecision(3))} kB`,
	bytes: bytes.length,
});
