/* eslint-disable */
/**
 * Takes the pictures of `examples/README.md`, one of each canvas: `npm --prefix workshop run canvases`. With names behind
 * `--`, only these.
 *
 * A third of their size is enough: `mogrify -strip -dither None -colors 96 examples/pictures/*.png`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { exampleNames } from '../../examples';
import { codeNode } from '../../test/support/code-node';
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

/** The page of *How many may we write to?* as it looks after half a year, with invented numbers. */
function howMany(): string {
	const weeks = Array.from({ length: 26 }, (_, week) => week);
	const rows = weeks.flatMap((week) => {
		const day = new Date(Date.UTC(2026, 0, 4 + 7 * week)).toISOString().slice(0, 10);
		const newsletter = { granted: 980 + 19 * week - (week % 5) * 6, withdrawn: 60 + 4 * week };
		const phone = { granted: 410 - 3 * week + (week % 4) * 5, withdrawn: 90 + 6 * week };
		const all = 2_400 + 12 * week;
		return Object.entries({ newsletter, phone }).map(([type, { granted, withdrawn }]) => ({
			day,
			type,
			granted,
			withdrawn,
			never_asked: all - granted - withdrawn,
		}));
	});
	// A day on which the newest night is not old.
	const now = `${rows.at(-1)?.day ?? ''}T12:00:00Z`;
	return String(codeNode('how-many-may-we-write-to', 'Make the Page')(rows, { now })[0]?.page);
}

shoot(async (editor) => {
	const { page } = editor;
	await mkdir(FOLDER, { recursive: true });
	await page.setViewportSize({ width: 1080, height: 820 });
	const chosen = process.argv.slice(2);
	for (const name of exampleNames.filter((one) => chosen.length === 0 || chosen.includes(one))) {
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
	if (chosen.length > 0 && !chosen.includes('how-many-may-we-write-to')) return;
	await page.setViewportSize({ width: 720, height: 400 });
	await page.setContent(howMany());
	await page.screenshot({ path: join(FOLDER, 'how-many-page.png'), fullPage: true });
});
