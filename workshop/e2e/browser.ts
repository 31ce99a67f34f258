/* eslint-disable */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page, selectors } from 'playwright-core';

import type { Playground } from '../playground';
import { installPackages } from '../n8n/debian';

const CANDIDATES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const FLAGS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Only addresses of this machine are allowed. Playwright's own way to block requests would also turn off the
	// browser's cache.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Waiting times are long, because a small machine that also runs n8n is slow at times. */
const PATIENCE_MS = 60_000;

export interface Editor {
	page: Page;
	playground: Playground;
	/** Addresses outside this machine that the editor requested. All of them were blocked. */
	refused: string[];
	close(): Promise<void>;
}

const findChromium = () => process.env.CHROMIUM ?? CANDIDATES.find((candidate) => existsSync(candidate));

/** Finds Chromium. If there is none, installs Debian's package. */
export async function provideChromium(): Promise<string> {
	const present = findChromium();
	if (present) return present;
	const advice = 'The editor is tested in Chromium. Install it, or set CHROMIUM to the path of one.';
	await installPackages(['chromium'], advice);
	const installed = findChromium();
	if (!installed) throw new Error(`apt-get has installed chromium, but it cannot be found. ${advice}`);
	return installed;
}

/** The addresses that the editor requests and that are blocked here. */
function refusedIn(context: BrowserContext): string[] {
	const refused: string[] = [];
	context.on('request', (request) => {
		const { hostname, protocol } = new URL(request.url());
		if (protocol.startsWith('http') && hostname !== '127.0.0.1') refused.push(request.url());
	});
	return refused;
}

async function logIn(page: Page, { url, secrets: { owner } }: Playground): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input[type=email], input[name=emailOrLdapLoginId]').first().fill(owner.email);
	await page.locator('input[type=password]').fill(owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}

/** n8n's editor in a headless Chromium, logged in as the owner. */
export async function openEditor(playground: Playground): Promise<Editor> {
	const profile = await mkdtemp(join(tmpdir(), 'editor-'));
	selectors.setTestIdAttribute('data-test-id');
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: await provideChromium(),
		args: FLAGS,
		viewport: { width: 1600, height: 1000 },
	});
	context.setDefaultTimeout(PATIENCE_MS);
	const refused = refusedIn(context);
	const page = context.pages()[0] ?? (await context.newPage());
	await logIn(page, playground);
	return {
		page,
		playground,
		refused,
		close: async () => {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}
