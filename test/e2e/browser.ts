import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page } from 'playwright-core';

import type { Playground } from '../../playground';
import { OWNER } from '../../playground/provision';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export interface Editor {
	page: Page;
	/** Addresses outside this machine that the editor asked for; none of them was let through. */
	refused: string[];
	close(): Promise<void>;
}

export function chromiumPath(): string {
	const path = process.env.CHROMIUM ?? CANDIDATES.find((candidate) => existsSync(candidate));
	if (!path)
		throw new Error('No Chromium here (Debian: apt-get install chromium), or set CHROMIUM to its path');
	return path;
}

async function keepLocal(context: BrowserContext): Promise<string[]> {
	const refused: string[] = [];
	await context.route(
		({ hostname, protocol }) => protocol.startsWith('http') && hostname !== '127.0.0.1',
		async (route) => {
			refused.push(route.request().url());
			await route.abort();
		},
	);
	return refused;
}

/** n8n's editor in a headless Chromium, logged in as the owner. */
export async function openEditor({ url }: Playground): Promise<Editor> {
	const profile = await mkdtemp(join(tmpdir(), 'editor-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: chromiumPath(),
		args: FLAGS,
		viewport: { width: 1600, height: 1000 },
	});
	const refused = await keepLocal(context);
	const page = context.pages()[0] ?? (await context.newPage());
	await page.goto(`${url}/signin`);
	await page.locator('input[type=email], input[name=emailOrLdapLoginId]').first().fill(OWNER.email);
	await page.locator('input[type=password]').fill(OWNER.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
	return {
		page,
		refused,
		close: async () => {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}
