/* eslint-disable */
/**
 * A person in front of n8n's editor: each decision, click and key is counted, with its time, of which the test waits a part. What a person reads or
 * uses must be on the screen: nobody scrolls sideways here, and nobody searches.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Locator, Page } from 'playwright-core';

const PACE = { decisionMs: 3_000, clickMs: 1_000, keyMs: 200, wordsPerSecond: 4 };
/** The part of a person's time that is really waited. */
const WAITED = 1 / 10;
/** The editor takes over what was typed a moment later. */
const TAKEN_OVER_MS = 1_000;

export interface Count {
	screens: number;
	clicks: number;
	drags: number;
	/** Fields that were typed into. */
	fields: number;
}

/** Lists slide in; on a busy machine that takes a while. */
const SLIDES_WITHIN_MS = 5_000;

/** What cuts off a part of the element, if anything does. */
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

/** Throws if a part of the element is outside of the window, or cut off by what holds it, and stays so. */
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
	readonly count: Count = { screens: 0, clicks: 0, drags: 0, fields: 0 };
	/** What the person takes of the time. */
	takenMs = 0;
	private waitedMs = 0;
	private pictures = 0;
	private readonly began = Date.now();

	constructor(
		readonly page: Page,
		/** For a picture of each screen. */
		private readonly folder: string,
	) {}

	/** What the person takes, and what n8n and the machine took besides. */
	get seconds(): number {
		return Math.round((Date.now() - this.began + this.takenMs - this.waitedMs) / 1_000);
	}

	private async take(ms: number, waited = ms * WAITED): Promise<void> {
		this.takenMs += ms;
		this.waitedMs += waited;
		await sleep(waited);
	}

	/** A new screen: what says how to go on must be in sight. */
	async look(name: string, next: Locator): Promise<void> {
		await requireInSight(next);
		await this.take(PACE.decisionMs);
		this.count.screens += 1;
		await this.picture(name);
	}

	async picture(name: string): Promise<void> {
		await mkdir(this.folder, { recursive: true });
		const path = join(this.folder, `${String(++this.pictures).padStart(2, '0')}-${name}.png`);
		await this.page.screenshot({ path });
	}

	/** Reads all of it, at a calm pace. */
	async read(text: Locator): Promise<string> {
		await requireInSight(text);
		const words = await text.innerText();
		await this.take((words.split(/\s+/).length / PACE.wordsPerSecond) * 1_000);
		return words;
	}

	async click(target: Locator): Promise<void> {
		await this.take(PACE.clickMs);
		await target.click();
		this.count.clicks += 1;
	}

	async open(node: string): Promise<void> {
		await this.take(PACE.clickMs);
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
		await this.page.getByTestId('node-execute-button').waitFor();
		this.count.clicks += 1;
	}

	async close(): Promise<void> {
		await this.click(this.page.getByTestId('ndv-close-button'));
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	async type(field: Locator, text: string): Promise<void> {
		await this.take(PACE.clickMs);
		await field.fill('');
		await field.pressSequentially(text);
		await this.take(text.length * PACE.keyMs, TAKEN_OVER_MS);
		this.count.fields += 1;
	}

	/** Drags a column of the input to a field of the node. */
	async drag(column: string, field: string): Promise<void> {
		const input = this.page.getByTestId('ndv-input-panel').getByTestId('run-data-schema-item');
		const target = this.page.getByTestId(`parameter-input-${field}`);
		await this.take(PACE.decisionMs);
		await target.scrollIntoViewIfNeeded();
		await input.getByText(column, { exact: true }).hover();
		await this.page.mouse.down();
		await target.hover({ force: true });
		await target.hover({ force: true, position: { x: 20, y: 8 } });
		await this.page.mouse.up();
		await target.getByText('$json').waitFor();
		// The window with the expression's result lies over what is below it.
		await this.page.getByTestId('output-panel').click({ position: { x: 60, y: 18 } });
		this.count.drags += 1;
	}
}
