/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** What others write, in every place where the editor shows it through these nodes: it is text there, and nothing else. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { STATE } from '../../playground/paths';
import { HOSTILE_TEXTS, MARK } from '../support/hostile-texts';
import { consentNode, execute, openNode, openWorkflow, output, START } from './editor';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-hostile');
const PICTURES = join(STATE, 'pictures', 'hostile');
const WITHIN_MS = 600_000;
/** So many at once: a hint or a message ends somewhere. */
const AT_ONCE = 20;

const groups = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / AT_ONCE) }, (_, group) =>
	HOSTILE_TEXTS.slice(group * AT_ONCE, (group + 1) * AT_ONCE),
);

/** Elements that a text of others made, or that carry it as more than text; n8n's own tables and details apart. */
const offencesOn = async (page: Page): Promise<string[]> =>
	await page.evaluate((mark) => {
		const ACTIVE =
			'a,img,input,form,iframe,svg,script,style,link,meta,base,object,embed,video,audio,source,picture,button,' +
			'b,strong,em,i,h1,h2,h3,code,pre,mark,blockquote,li,del,marquee,details,math,table,br';
		const found: string[] = [];
		if ((window as unknown as Record<string, unknown>)[mark] !== undefined) found.push('a script has run');
		for (const element of Array.from(document.querySelectorAll('body *'))) {
			if (
				element.closest(
					'td, th, .json-data, [data-test-id="ndv-input-panel"], .cm-editor, [class*="error-view__details"]',
				)
			)
				continue;
			const attributes = Array.from(element.attributes).filter(
				({ name, value }) =>
					/^(href|src|srcset|poster|action|data|background|style|on\w+)$/i.test(name) && value.includes(mark),
			);
			const isMade =
				element.matches(ACTIVE) && element.children.length === 0 && element.textContent.includes(mark);
			if (attributes.length > 0 || isMade) found.push(element.outerHTML.slice(0, 200));
		}
		return found;
	}, MARK);

async function lookAt(name: string): Promise<void> {
	const { page, refused } = editor();
	await mkdir(PICTURES, { recursive: true });
	await page.screenshot({ path: join(PICTURES, `${name}.png`) });
	expect(await offencesOn(page)).toEqual([]);
	expect(refused.filter((url) => url.includes(MARK))).toEqual([]);
}

const upload = (onError?: string) => ({
	...consentNode('contactConsent', {
		columns: { mappingMode: 'autoMapInputData', value: null },
		fieldsNotSent: 'clear',
	}),
	...(onError && { onError }),
});
const row = { id: 'h-1', first_name: 'Ada', last_name: 'Lovelace' };

inEditor(
	editor,
	'in the hint: names of columns that are not sent',
	async () => {
		for (const [at, texts] of groups.entries()) {
			const columns = Object.fromEntries(texts.map((text, index) => [text, index + 1]));
			await openWorkflow(editor(), `Columns ${at}`, [START, upload()], [{ ...row, ...columns }]);
			await openNode(editor(), 'Contact Consent');
			await execute(editor());
			await output(editor().page).getByText('Not sent, because contacts have no such column').waitFor();
			await lookAt(`columns-${at}`);
		}
	},
	WITHIN_MS,
);

const refusals = (texts: readonly string[]) => ({
	status: 422,
	path: '/contacts',
	times: null,
	body: {
		message: texts.join(' · '),
		validation_errors: {
			0: Object.fromEntries(texts.map((text) => [text, { code: text, message: `breaks ${text}` }])),
		},
	},
});

inEditor(
	editor,
	"in title and text of an error: the service's words, its paths and codes",
	async () => {
		const { page, playground } = editor();
		for (const [at, texts] of groups.entries()) {
			playground.sandbox.faults.clear();
			playground.sandbox.faults.add(refusals(texts));
			await openWorkflow(editor(), `Error ${at}`, [START, upload()], [row]);
			await openNode(editor(), 'Contact Consent');
			await execute(editor());
			await output(page).getByTestId('node-error-message').waitFor();
			expect(await output(page).getByTestId('node-error-description').innerText()).toContain(
				'The service says',
			);
			await lookAt(`error-${at}`);
		}
		playground.sandbox.faults.clear();
	},
	WITHIN_MS,
);

inEditor(
	editor,
	'in the hint: why rows were refused',
	async () => {
		const { page, playground } = editor();
		for (const [at, texts] of groups.entries()) {
			playground.sandbox.faults.clear();
			playground.sandbox.faults.add(refusals(texts));
			await openWorkflow(editor(), `Reasons ${at}`, [START, upload('continueRegularOutput')], [row]);
			await openNode(editor(), 'Contact Consent');
			await execute(editor());
			await output(page).getByText('Accepted: 0 of 1 contact').waitFor();
			await lookAt(`reasons-${at}`);
		}
		playground.sandbox.faults.clear();
	},
	WITHIN_MS,
);

inEditor(
	editor,
	'in the picker, and in the field that it fills: names of contacts',
	async () => {
		const { page, playground } = editor();
		const names = HOSTILE_TEXTS.filter((_, index) => index % 8 === 0);
		playground.sandbox.seed({
			contacts: names.map((last_name, index) => ({ id: `picked-${index}`, first_name: 'Ada', last_name })),
		});
		await openWorkflow(editor(), 'Picker', [START, consentNode('contactConsent', { operation: 'get' })]);
		await openNode(editor(), 'Contact Consent');
		for (const index of names.keys()) {
			await page.getByTestId('rlc-input').click();
			await page.getByTestId('rlc-search').fill(`picked-${index}`);
			const found = page.getByTestId('rlc-item').filter({ hasText: `picked-${index}: Ada` });
			await found.first().waitFor();
			if (index % 4 === 0) await lookAt(`picker-${index}`);
			await found.first().click();
			await lookAt(`picked-${index}`);
		}
	},
	WITHIN_MS,
);

inEditor(
	editor,
	'in the error of a trigger whose test event cannot be fetched',
	async () => {
		const { page, playground } = editor();
		for (const [at, texts] of groups.entries()) {
			playground.sandbox.faults.clear();
			playground.sandbox.faults.add({
				status: 400,
				path: '/events',
				times: null,
				body: { message: texts.join(' · ') },
			});
			await openWorkflow(editor(), `Trigger ${at}`, [consentNode('contactConsentTrigger')]);
			await openNode(editor(), 'Contact Consent Trigger');
			await execute(editor());
			await output(page).getByTestId('node-error-message').waitFor();
			await lookAt(`trigger-${at}`);
		}
		playground.sandbox.faults.clear();
	},
	WITHIN_MS,
);
