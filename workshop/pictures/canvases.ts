/* eslint-disable */
/**
 * Takes the pictures of `examples/README.md`, one of each canvas: `npm --prefix workshop run canvases`.
 *
 * A third of their size is enough: `mogrify -strip -dither None -colors 96 examples/pictures/*.png`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { exampleNames } from '../../examples';
import { ROOT } from '../../test/support/paths';
import { canvas } from './scenes';
import { shoot, still } from './editor';

const FOLDER = join(ROOT, 'examples', 'pictures');

/** Shows only the canvas: no buttons and no dots, which make a picture large. */
const STYLE = `
	.el-notification, [data-test-id=canvas-controls], [class*=executionButtons], [class*=checklist],
	.vue-flow__background, .vue-flow__panel, [data-test-id=suggested-actions] { display: none !important }
`;

const MARGIN = 12;

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

shoot(async (editor) => {
	const { page } = editor;
	await mkdir(FOLDER, { recursive: true });
	await page.setViewportSize({ width: 1080, height: 820 });
	for (const name of exampleNames) {
		await canvas(name)(editor);
		await still(editor);
		const boxes = await page
			.locator('[data-test-id=canvas-node], [data-test-id=sticky]')
			.evaluateAll((elements) =>
				(elements as unknown as Array<{ getBoundingClientRect(): Box }>).map((element) => {
					const { left, top, right, bottom } = element.getBoundingClientRect();
					return { left, top, right, bottom };
				}),
			);
		const x = Math.min(...boxes.map(({ left }) => left)) - MARGIN;
		const y = Math.min(...boxes.map(({ top }) => top)) - MARGIN;
		const width = Math.max(...boxes.map(({ right }) => right)) + MARGIN - x;
		// Space for the name and the subtitle below a node.
		const height = Math.max(...boxes.map(({ bottom }) => bottom)) + 3 * MARGIN - y;
		await page.screenshot({
			path: join(FOLDER, `${name}.png`),
			clip: { x, y, width, height },
			animations: 'disabled',
			caret: 'hide',
			style: STYLE,
		});
	}
});
