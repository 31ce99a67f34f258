/* eslint-disable */
/**
 * A person in front of n8n's editor. Everything that the person reads or uses must be on the screen, without
 * scrolling sideways and without searching.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Locator, Page } from 'playwright-core';

import { STATE } from '../../test/support/paths';

const FAILED = join(STATE, 'pictures', 'failed');

/** The editor reads typed text a moment later. */
const TAKEN_OVER_MS = 1_000;
/** Lists slide in, which takes a while on a busy machine. */
const SLIDES_WITHIN_MS = 5_000;

/** The element that cuts off a part of this one, if there is one. */
const hiderOf = async (element: Locator): Promise<string> =>
	await element.evaluate((node) => {
		const box = node.getBoundingClientRect();
		if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
			return 'the window';
		for (let outer = node.parentElement; outer; outer = outer.parentElement) {
			if (getComputedStyle(outer).overflowX === 'visible') continue;
			const frame = outer.getBoundingClientRect();
			if (box.left < frame.left - 1 || box.right > frame.right + 1) return outer.className || outer.tagName;
		}
		return '';
	});

/** Throws if a part of the element stays outside of the window or cut off. */
export async function requireInSight(element: Locator): Promise<void> {
	await element.waitFor();
	let hidden = await hiderOf(element);
	for (const deadline = Date.now() + SLIDES_WITHIN_MS; hidden && Date.now() < deadline;) {
		await sleep(100);
		hidden = await hiderOf(element);
	}
	if (hidden) throw new Error(`"${(await element.innerText()).slice(0, 80)}" is cut off by ${hidden}`);
}

export class Person {
	constructor(readonly page: Page) {}

	/** Does a step. If it fails, a picture shows the editor. */
	async does(what: string, steps: (person: Person) => Promise<void>): Promise<void> {
		try {
			await steps(this);
		} catch (error) {
			const path = join(FAILED, `${what.replace(/\W+/g, '-')}.png`);
			await mkdir(FAILED, { recursive: true });
			await this.page.screenshot({ path });
			throw new Error(`${String(error)}\nThe editor at that moment: ${path}`, { cause: error });
		}
	}

	/** The text that says how to go on must be visible. */
	async sees(next: Locator): Promise<void> {
		await requireInSight(next);
	}

	async reads(text: Locator): Promise<string> {
		await requireInSight(text);
		return await text.innerText();
	}

	/** A picture to look at, where the setting PICTURES names a folder. */
	async shows(what: string): Promise<void> {
		const { PICTURES: folder } = process.env;
		if (folder) await this.page.screenshot({ path: join(folder, `${what}.png`) });
	}

	async clicks(target: Locator): Promise<void> {
		await target.click();
	}

	async opens(node: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
		await this.page.getByTestId('node-execute-button').waitFor();
	}

	async closes(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	async types(field: Locator, text: string): Promise<void> {
		await field.fill('');
		await field.pressSequentially(text);
		await sleep(TAKEN_OVER_MS);
	}

	/** Drags a column of the input to a field of the node. */
	async drags(column: string, field: string): Promise<void> {
		const input = this.page.getByTestId('ndv-input-panel').getByTestId('run-data-schema-item');
		const target = this.page.getByTestId(`parameter-input-${field}`);
		await target.scrollIntoViewIfNeeded();
		await input.getByText(column, { exact: true }).hover();
		await this.page.mouse.down();
		await target.hover({ force: true });
		await target.hover({ force: true, position: { x: 20, y: 8 } });
		await this.page.mouse.up();
		await target.getByText('$json').waitFor();
		// The window with the expression's result covers what is below it.
		await this.page.getByTestId('output-panel').click({ position: { x: 60, y: 18 } });
	}
}
