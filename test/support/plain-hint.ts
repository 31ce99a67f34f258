import type { NodeExecutionHint } from 'n8n-workflow';

/** A hint whose sentences stand in one line, without the markup of their list. */
export const plainHint = <Of extends Pick<NodeExecutionHint, 'message'>>(hint: Of): Of => ({
	...hint,
	message: hint.message.replace(/<\/strong><ul><li>|<\/li><li>/g, ' ').replace(/<\/?(strong|ul|li)>/g, ''),
});
