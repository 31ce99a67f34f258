import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * n8n's error with exactly these words. Its constructor replaces any message that contains an errno name, such as EEXIST
 * in "preexisting". So the words are set afterwards.
 */
export const nodeErrorOf = (
	node: INode,
	words: { message: string; description: string },
	itemIndex?: number,
): NodeOperationError => Object.assign(new NodeOperationError(node, words.message, { itemIndex }), words);
