/* eslint-disable */
/**
 * Texts of other people in every place where the editor shows them through these nodes. They must be plain text
 * everywhere.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { STATE } from '../../test/support/paths';
import type { Fault } from '../../sandbox';
import { HOSTILE_TEXTS, MARK } from '../../test/support/hostile-texts';
import { sentence } from '../../test/support/sentences';
import { consentNode, execute, openNode, openWorkflow, output, START } from './editor';
import { inEditor, useEditor } from './use-editor';

const editor = useEditor('e2e-hostile');
const PICTURES = join(STATE, 'pictures', 'hostile');
const WITHIN_MS = 600_000;
/** The number of texts at once, because a hint or a message has a limited length. */
const AT_ONCE = 20;

const groups = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / AT_ONCE) }, (_, group) =>
	HOSTILE_TEXTS.slice(group * AT_ONCE, (group + 1) * AT_ONCE),
);

/**
 * Elements that such a text created, or that contain it as more than text. n8n's own tables and details are left
 * out.
 */
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
				element.matches(ACTIVE) &&
				// The hint is a sentence in bold and a list of sentences.
				!element.matches('strong + ul > li, strong:has(+ ul)') &&
				element.children.length === 0 &&
				element.textContent.includes(mark);
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

const refusals = (texts: readonly string[]): Fault => ({
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

interface Scene {
	name: string;
	/** Opens and executes the last node. */
	nodes: Parameters<typeof openWorkflow>[2];
	fault?: (texts: readonly string[]) => Fault;
	input?: (texts: readonly string[]) => Record<string, unknown>;
	/** Waits for the elements that show the texts. */
	shown: (panel: Locator) => Promise<unknown>;
}

const SCENES: Record<string, Scene> = {
	'in the hint: names of columns that are not sent': {
		name: 'columns',
		nodes: [START, upload()],
		input: (texts) => ({ ...row, ...Object.fromEntries(texts.map((text, index) => [text, index + 1])) }),
		shown: (panel) => panel.getByText(`Not sent, because contacts ${sentence('noSuchColumn')}`).waitFor(),
	},
	"in title and text of an error: the service's words, its paths and codes": {
		name: 'error',
		nodes: [START, upload()],
		fault: refusals,
		shown: async (panel) => {
			await panel.getByTestId('node-error-message').waitFor();
			const description = panel.getByTestId('node-error-description');
			expect(await description.innerText()).toSay('serviceSays');
		},
	},
	'in the hint: why rows were refused': {
		name: 'reasons',
		nodes: [START, upload('continueRegularOutput')],
		fault: refusals,
		shown: (panel) => panel.getByText('1 contact: 1 refused').waitFor(),
	},
	'in the error of a trigger whose test event cannot be fetched': {
		name: 'trigger',
		nodes: [consentNode('contactConsentTrigger')],
		fault: (texts) => ({ status: 400, path: '/events', times: null, body: { message: texts.join(' · ') } }),
		shown: (panel) => panel.getByTestId('node-error-message').waitFor(),
	},
};

for (const [where, { name, nodes, fault, input = () => row, shown }] of Object.entries(SCENES)) {
	inEditor(
		editor,
		`texts of other people are plain text ${where}`,
		async () => {
			const { page, playground } = editor();
			for (const [at, texts] of groups.entries()) {
				playground.sandbox.faults.clear();
				if (fault) playground.sandbox.faults.add(fault(texts));
				const pinned = nodes[0] === START ? [input(texts)] : undefined;
				await openWorkflow(editor(), `${name} ${at}`, nodes, pinned);
				await openNode(editor(), nodes.at(-1)?.name ?? '');
				await execute(editor());
				await shown(output(page));
				await lookAt(`${name}-${at}`);
			}
			playground.sandbox.faults.clear();
		},
		WITHIN_MS,
	);
}

inEditor(
	editor,
	'names of contacts are text in the picker and in the field that it fills',
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
