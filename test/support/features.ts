import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { isNewestEngine } from './engine';

/* What the n8n under test has beyond the oldest line that the package is tested with. */

const probe = new NodeApiError({} as INode, {}, { failure: { cause: 'node-defect' } });

/** The cause that an error declares, where n8n lets errors declare one. */
export const declared = (cause: string | undefined): string | undefined =>
	'failure' in probe && probe.failure !== undefined ? cause : undefined;

/** For tests of what an older n8n does not have. */
export const itOnNewest = isNewestEngine ? it : it.skip;
