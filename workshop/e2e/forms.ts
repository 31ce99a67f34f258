/** The pages of n8n's forms, used by a person who is logged in to n8n. */
import type { Page } from 'playwright-core';

/** Opens a published form and allows it to read the login. */
export async function openForm(page: Page, url: string, path: string): Promise<void> {
	await page.goto(`${url}/form/${path}`);
	const button = page.locator('#submit-btn');
	const allow = page.getByRole('button', { name: 'Allow access' });
	await button.or(allow).first().waitFor();
	if (await allow.isVisible()) await allow.click();
	await button.waitFor();
}

/**
 * Presses the button of a page and waits for the heading of the next page. A file may come as the second part of
 * that page.
 */
export async function press(page: Page, heading: string | RegExp, withinMs = 60_000): Promise<string> {
	await page.locator('#submit-btn').click();
	await page.locator('h1, h2').filter({ hasText: heading }).first().waitFor({ timeout: withinMs });
	return await page.locator('body').innerText();
}
