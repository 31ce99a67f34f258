import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { isNewestEngine } from './engine';

/* Features of the n8n under test that the oldest supported version lacks. */

const probe = new NodeApiError({} as INode, {}, { failure: { cause: 'node-defect' } });

/** The cause of an error, if this n8n lets errors declare one. */
export const declared = (cause: string | undefined): string | undefined =>
	'failure' in probe && probe.failure !== undefined ? cause : undefined;

/** For tests of features that an older n8n lacks. */
export const itOnNewest = isNewestEngine ? it : it.skip;
