/* eslint-disable */
/** Pages of other origins in a real browser: one with its own Origin, and one that rebinds its DNS name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Browser, chromium } from 'playwright-core';

import { FLAGS, provideChromium } from './browser';
import { usePlayground } from './playground';

const playground = usePlayground();
const elsewhere = createServer((_, answer) =>
	answer.setHeader('content-type', 'text/html').end('<p>A page</p>'),
);
let browser: Browser;

beforeAll(async () => {
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
	browser = await chromium.launch({
		executablePath: await provideChromium(),
		args: [...FLAGS, '--host-resolver-rules=MAP *.example 127.0.0.1'],
	});
}, 60_000);
afterAll(async () => {
	await browser?.close();
	elsewhere.close();
});

test('a page of another origin neither logs in nor changes the sandbox, even if it knows the password', async () => {
	const { sandbox, secrets, url } = playground();
	sandbox.seed({ contacts: 1 });
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.goto(`http://page.example:${(elsewhere.address() as AddressInfo).port}/`);
	const answers: number[] = [];
	page.on('response', (response) => answers.push(response.status()));
	await page.evaluate(
		async ([n8n, control, email, password]) => {
			const login = new URLSearchParams({ emailOrLdapLoginId: email, password });
			await fetch(`${n8n}/rest/login`, {
				method: 'POST',
				mode: 'no-cors',
				credentials: 'include',
				body: login,
			});
			for (const body of ['{}', new URLSearchParams({ a: 'b' }), undefined])
				await fetch(`${control}/reset`, { method: 'POST', mode: 'no-cors', body });
		},
		[url, `${sandbox.baseUrl}/__control`, secrets.owner.email, secrets.owner.password] as const,
	);
	expect(answers).toEqual([403, 403, 403, 403]);
	expect(await context.cookies(url)).toEqual([]);
	expect(sandbox.state().contacts).toHaveLength(1);
	await context.close();
}, 120_000);

test('a page whose DNS name leads here neither logs in nor changes the sandbox', async () => {
	const { sandbox, secrets, url } = playground();
	sandbox.seed({ contacts: [{ id: 'still-here' }] });
	const context = await browser.newContext();
	const page = await context.newPage();
	const ask = async (address: string, path: string, body: object) => {
		await page.goto(address.replace('127.0.0.1', 'rebound.example'));
		return await page.evaluate(
			async ([to, json]) =>
				(await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }))
					.status,
			[path, JSON.stringify(body)] as const,
		);
	};
	const { email, password } = secrets.owner;
	expect(await ask(url, '/rest/login', { emailOrLdapLoginId: email, password })).toBe(403);
	expect(await ask(sandbox.baseUrl, '/__control/reset', {})).toBe(403);
	expect(sandbox.contact('still-here')).toBeDefined();
	await context.close();
}, 120_000);
