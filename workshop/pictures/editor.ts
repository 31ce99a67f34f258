/* eslint-disable */
import { join } from 'node:path';

import { STATE } from '../../test/support/paths';
import { type Editor, openEditor } from '../e2e/browser';
import { terminalReport } from '../n8n/report';
import { startPlayground } from '../playground';

/** Hides notices and the cursor. */
export const SHOOTING = {
	animations: 'disabled',
	caret: 'hide',
	style: '.el-notification { display: none }',
} as const;

/** Waits until nothing on the page moves or has the focus. */
export async function still({ page }: Editor): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await page.waitForLoadState('networkidle');
}

/** The editor of an empty playground. Its addresses appear in pictures, so they are always the same. */
async function withEditor(work: (editor: Editor) => Promise<void>): Promise<void> {
	const report = terminalReport();
	const playground = await startPlayground({
		userFolder: join(STATE, 'pictures-home'),
		fresh: true,
		n8nPort: 0,
		sandboxPort: 4010,
		mailPort: 4020,
		report,
	});
	try {
		for (const id of Object.values(playground.workflows))
			await playground.api.unpublish(id).catch(() => undefined);
		const editor = await openEditor(playground);
		await work(editor).finally(async () => await editor.close());
		report.line(`Refused requests: ${[...new Set(editor.refused)].join(', ') || 'none'}`);
	} finally {
		await playground.stop();
	}
}

/** Does the work, then ends the process. */
export function shoot(work: (editor: Editor) => Promise<void>): void {
	withEditor(work).then(
		() => process.exit(0),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
}
