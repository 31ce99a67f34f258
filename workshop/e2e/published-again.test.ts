/* eslint-disable */
/** A published trigger is changed and published again, while its events come in and with a history that refuses. */
import { readFile } from 'node:fs/promises';

import { published } from '../playground/provision';
import { Received } from '../playground/received';
import { EVERY_10_SECONDS } from '../playground/trigger-workflow';
import { consentNode, openWorkflow } from './editor';
import { Person } from './person';
import { eventually } from './playground';
import { inEditor, useEditor } from './use-editor';
import { sentence } from '../../test/support/sentences';

const editor = useEditor('e2e-published-again');

const TRIGGER = 'Contact Consent Trigger';
const NODES = [
	consentNode('contactConsentTrigger', { pollTimes: EVERY_10_SECONDS }),
	{ name: 'End', type: 'n8n-nodes-base.noOp', parameters: {} },
];
const A_DAY = 86_400_000;
const REFUSED = sentence('notAllowed');
const WITHIN_MS = 8 * 60_000;
/** The time in which two polls end. */
const TWO_POLLS_MS = 25_000;

const parameter = (name: string) => editor().page.getByTestId(`parameter-input-${name}`);
const daysAgo = (days: number) => new Date(Date.now() - days * A_DAY).toISOString();
const log = async () => await readFile(editor().playground.folder.log, 'utf8');
const countOf = (text: string, part: string) => text.split(part).length - 1;
const pause = async (ms: number) => await editor().page.waitForTimeout(ms);

const addEvent = (event_id: string, event_time?: string, received = false) =>
	editor().playground.sandbox.seed({
		events: [{ event_id, type: 'confirm', received, ...(event_time && { event_time }) }],
	});

beforeAll(async () => {
	// A laptop.
	await editor().page.setViewportSize({ width: 1440, height: 900 });
});

afterEach(() => editor().playground.sandbox.faults.clear());

/** Presses Publish, and waits until n8n has answered. */
async function presses(person: Person): Promise<void> {
	const { page } = editor();
	await person.clicks(page.getByTestId('workflow-open-publish-modal-button'));
	const answer = page.waitForResponse(
		(response) => response.request().method() === 'POST' && response.url().endsWith('/activate'),
	);
	await person.clicks(page.getByTestId('workflow-publish-button'));
	await answer;
}

async function publishes(person: Person, id: string): Promise<void> {
	const { page, playground } = editor();
	await presses(person);
	// n8n explains the first publication in a window.
	const understood = page.getByRole('button', { name: 'Got it' });
	await understood.click({ timeout: 5_000 }).catch(() => undefined);
	await pause(2_000);
	await published(playground.api, id);
}

/** A picture, once lists and windows have slid into their places. */
async function shows(person: Person, picture: string): Promise<void> {
	await pause(1_000);
	await person.shows(picture);
}

async function chooses(person: Person, choice: string): Promise<void> {
	await person.clicks(parameter('beginWith'));
	await person.clicks(editor().page.getByRole('option', { name: choice }));
}

/** How often a workflow was started with each event of a test. */
async function timesOf(id: string, prefix: string): Promise<Record<string, number>> {
	const times: Record<string, number> = {};
	for (const event of await new Received(editor().playground.api, id).ids())
		if (event.startsWith(prefix))
			times[event.slice(prefix.length)] = (times[event.slice(prefix.length)] ?? 0) + 1;
	return times;
}

async function receives(id: string, prefix: string, wanted: Record<string, number>): Promise<void> {
	const sum = (times: Record<string, number>) => Object.values(times).reduce((all, one) => all + one, 0);
	await eventually(
		async () => (sum(await timesOf(id, prefix)) >= sum(wanted) ? true : undefined),
		'the events',
		120_000,
	).catch(() => undefined);
	await pause(TWO_POLLS_MS);
	expect(await timesOf(id, prefix)).toEqual(wanted);
}

async function showsExecutions(person: Person, picture: string): Promise<void> {
	const { page } = editor();
	await page.getByTestId('radio-button-executions').click();
	await page.getByText('Succeeded').first().waitFor();
	await shows(person, picture);
	await page.getByTestId('radio-button-workflow').click();
}

inEditor(
	editor,
	'each change of Begin With that is published begins as the editor and the guide say',
	async () => {
		addEvent('again-months', daysAgo(120));
		addEvent('again-days', daysAgo(5), true);
		const id = await openWorkflow(editor(), 'Published again', NODES);
		await new Person(editor().page).does('publish again', async (person) => {
			await publishes(person, id);
			addEvent('again-first');
			await receives(id, 'again-', { first: 1 });

			await person.opens(TRIGGER);
			await chooses(person, 'Since a Date');
			const from = parameter('startFrom').locator('input');
			await from.fill(daysAgo(10).slice(0, 10) + 'T00:00:00');
			await from.press('Enter');
			await shows(person, 'again-1-since-a-date');
			await person.closes();
			await publishes(person, id);
			await shows(person, 'again-2-published');
			await receives(id, 'again-', { first: 2, days: 1 });
			await showsExecutions(person, 'again-3-executions');

			await person.opens(TRIGGER);
			await chooses(person, 'What Nobody Has Received');
			await shows(person, 'again-4-unreceived');
			await person.closes();
			await publishes(person, id);
			addEvent('again-second');
			await receives(id, 'again-', { first: 2, days: 1, second: 1 });

			await person.opens(TRIGGER);
			await chooses(person, 'New Events Only');
			await shows(person, 'again-5-new');
			await person.closes();
			await publishes(person, id);
			addEvent('again-third');
			await receives(id, 'again-', { first: 2, days: 1, second: 1, third: 1 });
			await showsExecutions(person, 'again-6-executions');
		});
		expect(countOf(await log(), sentence('beginsAnew'))).toBe(2);
		await editor().playground.api.unpublish(id);
	},
	WITHIN_MS,
);

inEditor(
	editor,
	'an edit that is published while the history refuses leaves the trigger alive, and n8n logs why',
	async () => {
		const { page, playground } = editor();
		const { api, sandbox } = playground;
		const id = await openWorkflow(editor(), 'History refuses', NODES);
		await new Person(page).does('history refuses', async (person) => {
			await publishes(person, id);
			addEvent('refused-before');
			await receives(id, 'refused-', { before: 1 });

			sandbox.faults.add({ path: '/events', status: 403, body: { message: 'no' }, times: Infinity });
			await person.opens(TRIGGER);
			await person.clicks(parameter('simplify').locator('.el-switch'));
			await person.closes();
			await publishes(person, id);
			await shows(person, 'refused-1-published');
			addEvent('refused-after');
			await receives(id, 'refused-', { before: 1, after: 1 });
			await showsExecutions(person, 'refused-2-executions');
		});
		expect(await log()).toMatch(
			new RegExp(`Contact Consent Trigger of workflow ${id}: ${sentence('historyRefuses')} \\(${REFUSED}`),
		);
		await api.unpublish(id);
	},
	WITHIN_MS,
);

inEditor(
	editor,
	'a new trigger on an account whose history refuses is not published, and the editor says why',
	async () => {
		const { page, playground } = editor();
		playground.sandbox.faults.add({ path: '/events', status: 403, body: { message: 'no' }, times: Infinity });
		const id = await openWorkflow(editor(), 'Nothing to read', NODES);
		await new Person(page).does('nothing to read', async (person) => {
			await presses(person);
			await expect(published(playground.api, id)).rejects.toThrow(REFUSED);
			await person.reads(page.getByText(REFUSED).first());
			await shows(person, 'refused-3-new');
		});
		await playground.api.unpublish(id).catch(() => undefined);
	},
	WITHIN_MS,
);

inEditor(
	editor,
	'events that come in while edits are published arrive once',
	async () => {
		const { page, playground } = editor();
		const id = await openWorkflow(editor(), 'Edited meanwhile', NODES);
		await new Person(page).does('edited meanwhile', async (person) => {
			await publishes(person, id);
			// Slow polls are hit by a publication more often.
			playground.sandbox.faults.add({ path: '/events*', times: Infinity, delayMs: 700 });
			const wanted: Record<string, number> = {};
			const stream = setInterval(() => {
				const name = String(Object.keys(wanted).length + 1);
				addEvent(`meanwhile-${name}`);
				wanted[name] = 1;
			}, 500);
			try {
				for (let edit = 0; edit < 4; edit++) {
					await person.opens(TRIGGER);
					await person.clicks(parameter('simplify').locator('.el-switch'));
					await person.closes();
					await publishes(person, id);
				}
			} finally {
				clearInterval(stream);
			}
			await receives(id, 'meanwhile-', wanted);
			await showsExecutions(person, 'meanwhile-1-executions');
		});
		await playground.api.unpublish(id);
	},
	WITHIN_MS,
);
