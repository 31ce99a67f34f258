/** Does in n8n's editor what a person does, before the camera: with a pointer that moves, presses and drags. */
import type { Locator, Page } from 'playwright-core';

import { type Camera, HEIGHT, WIDTH } from './camera';

const POINTER = `<svg width="30" height="30" viewBox="0 0 24 24"><path d="M4 2v18l5-5 3 7 3-1-3-7h7z"
	fill="#111" stroke="#fff" stroke-width="1.5"/></svg>`;

interface Point {
	x: number;
	y: number;
}

/** Runs in the page. */
function drawPointer({ x, y, svg, pressed }: Point & { svg: string; pressed: boolean }): void {
	const id = 'film-pointer';
	const element =
		document.getElementById(id) ?? document.documentElement.appendChild(document.createElement('div'));
	element.id = id;
	element.innerHTML = svg;
	const ring = pressed ? 'box-shadow:0 0 0 12px #ff6d5a88;border-radius:50%;background:#ff6d5a88' : '';
	element.style.cssText = `position:fixed;left:${x - 4}px;top:${y - 2}px;z-index:2147483647;pointer-events:none`;
	element.insertAdjacentHTML(
		'beforeend',
		`<i style="position:absolute;left:4px;top:2px;width:1px;height:1px;${ring}"></i>`,
	);
}

export class Actor {
	private at: Point = { x: WIDTH / 2, y: HEIGHT / 2 };

	constructor(
		readonly page: Page,
		readonly camera: Camera,
	) {}

	private async point(pressed = false): Promise<void> {
		await this.page.evaluate(drawPointer, { ...this.at, svg: POINTER, pressed });
	}

	async say(text: string): Promise<void> {
		await this.camera.say(text);
	}

	async hold(ms: number): Promise<void> {
		await this.point();
		await this.camera.still(ms);
	}

	/** The pointer goes there, slower at the end. */
	async move(target: Locator, steps = 6): Promise<void> {
		// Lists are drawn again while they are searched.
		await target.hover({ trial: true });
		const box = await target.boundingBox();
		if (!box) throw new Error(`Not to be seen: ${String(target)}`);
		const from = this.at;
		const to = { x: box.x + Math.min(box.width / 2, 160), y: box.y + box.height / 2 };
		for (let step = 1; step <= steps; step++) {
			const share = 1 - (1 - step / steps) ** 2;
			this.at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
			await this.page.mouse.move(this.at.x, this.at.y);
			await this.point();
			await this.camera.still(100);
		}
	}

	private async press(): Promise<void> {
		await this.point(true);
		await this.camera.still(300);
		await this.point();
	}

	async click(target: Locator): Promise<void> {
		await target.waitFor();
		await this.move(target);
		await this.press();
		await target.click();
	}

	async type(field: Locator, text: string): Promise<void> {
		await this.click(field);
		await field.fill('');
		for (let at = 0; at < text.length; at += 3) {
			await field.pressSequentially(text.slice(at, at + 3));
			await this.camera.still(150);
		}
	}

	/** Drags a column of the input to a field of the node. */
	async drag(column: string, field: string): Promise<void> {
		const { page } = this;
		const input = page.getByTestId('ndv-input-panel').getByTestId('run-data-schema-item');
		const target = page.getByTestId(`parameter-input-${field}`);
		await target.scrollIntoViewIfNeeded();
		await this.move(input.getByText(column, { exact: true }), 4);
		await page.mouse.down();
		await this.press();
		await this.move(target, 6);
		await target.hover({ force: true, position: { x: 20, y: 8 } });
		await page.mouse.up();
		await target.getByText('$json').waitFor();
		// The window with the expression's result lies over what is below it.
		await page.getByTestId('output-panel').click({ position: { x: 60, y: 18 } });
		await this.hold(400);
	}
}
