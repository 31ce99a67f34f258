/**
 * Each gap of the contract is an option of the sandbox. The same story is played with each value of each option. It
 * must end as with the defaults, or `differs` says where it ends differently.
 */
import type { IDataObject } from 'n8n-workflow';

import { CHOICES } from '../../sandbox/options/configure';
import { DEFAULT_OPTIONS, type SandboxOptions } from '../../sandbox/index';
import { actionBench, KEY } from '../support/action';
import { cases } from '../support/cases';
import { EXAMPLES, expected, nameOf } from '../support/examples';
import { waitsTakeNoTime } from '../support/virtual-time';
import { storyOf, type Story, type StorySetting } from '../support/story';
import { sentence } from '../support/sentences';

const bench = actionBench();
waitsTakeNoTime();

/** A refusal that contains these words in this order. */
const says = (...words: string[]): unknown =>
	expect.stringMatching(new RegExp(`^refused: [^]*${words.join('[^]*')}`));
/** The entries in any order, because events of one moment have none. */
const anyOrder = (...items: string[]): unknown => ({
	asymmetricMatch: (found: unknown) =>
		JSON.stringify([...(found as string[])].sort()) === JSON.stringify(items.sort()),
	toString: () => `${items.join(', ')} in any order`,
});

/** The record that the service accepts and does not process. */
const FAILED = expect.stringMatching(/^refused: [^]*fay[^]*"failed"/) as string;
const BAD = says('bad', 'Work Emails "no address"', 'not a valid email');
const WORSE = says('worse', 'Work Phone Numbers "1234567890123456789012345"', 'not a valid mobilenumber');
/** What an undo shows of the Operation differs as for other uploads. */
const undone = (id: string): unknown[] => [expect.objectContaining({ id, change: 'changed' })];
const UNDONE = { 'contact.undoUpload': undone('c7'), 'employee.undoUpload': undone('e6') };
const DELIVERED = ['confirm King', 'documentation downloaded', 'documentation downloaded', 'update Lovelace'];

const USUAL: Story = {
	deliveredFirst: ['d-1 downloaded', 'd-2 not_generated', 'v-1 Lovelace', 'v-2 Lovelace', 'v-3 Lovelace'],
	employees: ['grace accepted created success', 'eve accepted created success'],
	upload: ['ada accepted created success', BAD, WORSE, 'bob accepted created success', FAILED],
	sameAgain: ['ada unchanged'],
	clear: ['ada accepted success', BAD],
	setConsent: ['changed success'],
	titleAndTags: [{ title: undefined, tags: [] }],
	employeeOfBob: ['nobody'],
	trigger: [true],
	nameAfterwards: ['Lovelace'],
	pdf: ['downloaded'],
	latest: anyOrder('confirm', 'documentation'),
	triggerById: [true],
	triggerNobody: [says(sentence('noContactOfTestEvent'), 'not found')],
	period: ['v-1', 'v-2', 'v-3'],
	newOfTwoTypes: anyOrder('documentation', 'documentation', 'update'),
	latestAfterHistory: [],
	oldPdf: ['not_generated'],
	operations: ['upsert contact success', 'upsert contact success failed', 'upsert employee success'],
	delivered: DELIVERED,
	deleteEmployeeOfAda: [says('grace', 'assigned')],
	deleteContacts: ['deleted ada', 'deleted ada'],
	deleteNobody: [says('no employee', 'stranger')],
	wrongKey: [says('API key', 'not valid')],
};

/** The story, and the examples of the operations that have no part in it. */
const usual = (story: Story): Story => ({
	...USUAL,
	...Object.fromEntries(
		EXAMPLES.filter((example) => nameOf(example) in story).map((example) => [
			nameOf(example),
			expected(example.out),
		]),
	),
});

interface Service extends StorySetting {
	options: Partial<SandboxOptions>;
	/** The parts of the story that end differently. */
	differs?: Story;
}

const NO_RECORD = [says('no (contact|employee)', '(ada|bob|grace)')];
const NO_EVENT = [says(sentence('noContactOfTestEvent'), 'not found')];
const NOT_IN_PRODUCTION = [says(sentence('testEventsOfSandbox'), 'production')];
const PROCESSING: Story = {
	employees: ['grace accepted created pending timed out', 'eve accepted created pending timed out'],
	upload: [
		'ada accepted created pending timed out',
		BAD,
		WORSE,
		'bob accepted created pending timed out',
		'fay accepted created pending timed out',
	],
	clear: ['ada accepted pending timed out', BAD],
	operations: ['upsert contact pending', 'upsert employee pending'],
};
/** Operations of an upload whose refused rows were sent apart. The row that fails in processing was sent apart, too. */
const APART = ['upsert contact failed', 'upsert contact success', 'upsert employee success'];

const SERVICES: Service[] = [
	{ options: { authScheme: 'bearer' }, credentials: { authScheme: 'bearer' } },
	{ options: { authScheme: 'any' } },
	{ options: { authScheme: 'Token' }, credentials: { authScheme: 'custom', authPrefix: 'Token' } },
	{
		options: { keys: [{ key: KEY, kind: 'sandbox', operations: false }] },
		differs: {
			employees: ['grace accepted created', 'eve accepted created'],
			upload: ['ada accepted created', BAD, WORSE, 'bob accepted created', 'fay accepted created'],
			clear: ['ada accepted', BAD],
			setConsent: ['changed'],
			...UNDONE,
			operations: [says(sentence('mayNotReadOperations'))],
			'operation.get': [says(sentence('mayNotReadOperations'))],
			'operation.wait': [says(sentence('mayNotReadOperations'))],
		},
	},
	{
		options: { keys: [{ key: KEY, kind: 'production' }] },
		differs: {
			trigger: NOT_IN_PRODUCTION,
			triggerById: NOT_IN_PRODUCTION,
			triggerNobody: NOT_IN_PRODUCTION,
			pdf: [says(sentence('noPdf', { id: 'ada' }))],
			latest: [],
			newOfTwoTypes: [],
			delivered: [],
		},
	},
	{
		options: { unauthorizedStatus: 403 },
		differs: { wrongKey: [says('not allow', 'API Key', 'not valid')] },
	},
	...(['text', 'html', 'empty'] as const).map((unauthorizedBody) => ({
		options: { unauthorizedBody },
		differs: { wrongKey: [says('API key', 'Authentication Scheme')] },
	})),
	{ options: { pingBody: null } },
	{ options: { acceptedBody: 'ok' } },

	// It keeps consents of its own, whatever is uploaded. So nobody may be told that one was written.
	{
		options: { uploadedConsents: 'ignored' },
		differs: {
			setConsent: [says(sentence('acceptedNotShown'))],
			sameAgain: [says(sentence('acceptedNotShown'), 'email', 'ada')],
			upload: [
				says('ada', sentence('acceptedNotShown'), 'email'),
				...[BAD, WORSE, 'bob accepted created success', says('fay', '"failed"')],
			],
			titleAndTags: expect.anything(),
		},
	},
	{ options: { uploadedConsents: 'ownTime' } },
	{ options: { consentOrder: 'newestFirst' } },
	// A node behind the upload may read the record as it was.
	{ options: { visibleAfterMs: 300 }, differs: { titleAndTags: expect.anything() } },

	{ options: { maxContacts: 1 }, differs: { operations: APART } },
	{ options: { maxContacts: 2, tooManyStatus: 422 } },
	{ options: { maxEmployees: 1 } },
	{ options: { bodyLimitBytes: 600 } },
	{ options: { validationKeys: 'index1' }, differs: { operations: APART } },
	{ options: { validationKeys: 'id' } },
	{ options: { validationKeys: 'field' } },
	{ options: { validationKeys: 'opaque' } },
	{ options: { validationFields: 'pointer' } },
	{ options: { validationFields: 'leaf' } },
	{
		options: { validationStatus: 400 },
		differs: {
			upload: [
				'ada accepted created success',
				says('bad', 'not a valid email'),
				says('worse', 'not a valid mobilenumber'),
				'bob accepted created success',
				FAILED,
			],
			clear: ['ada accepted success', says('bad', 'not a valid email')],
		},
	},
	{ options: { validationScope: 'first' } },
	{
		options: { strictFormats: false },
		differs: {
			upload: ['ada', 'bad', 'worse', 'bob', 'fay'].map((id) =>
				id === 'fay' ? FAILED : `${id} accepted created success`,
			),
			clear: ['ada accepted success', 'bad accepted success'],
		},
	},
	{
		options: { additionalProperties: 'refuse' },
		differs: {
			clear: [says('ada', 'no_field', 'not a known field'), BAD],
			titleAndTags: [{ title: 'Countess', tags: [] }],
		},
	},
	{ options: { uploadMode: 'merge' }, differs: { titleAndTags: [{ title: 'Countess', tags: [] }] } },
	{ options: { unknownEmployee: 'default' }, differs: { employeeOfBob: ['default'] } },
	{
		options: { unknownEmployee: 'refuse' },
		differs: {
			upload: [
				'ada accepted created success',
				BAD,
				WORSE,
				says('bob', 'Employee', '"nobody"', 'not the id of an employee'),
				FAILED,
			],
			employeeOfBob: NO_RECORD,
		},
	},
	{ options: { deleteUnknownEmployee: 204 }, differs: { deleteNobody: ['deleted stranger'] } },
	{ options: { emptyFields: 'empty' }, differs: { titleAndTags: [{ title: '', tags: [] }] } },
	{ options: { emptyFields: 'null' }, differs: { titleAndTags: [{ title: null, tags: null }] } },
	{ options: { tagsOnRead: 'whenSet' }, differs: { titleAndTags: [{}] } },
	{ options: { tagsOnRead: 'never' }, differs: { titleAndTags: [{}] } },

	{ options: { operationDurationMs: 20 }, differs: UNDONE },
	{
		options: { operationDurationMs: Infinity },
		timeout: 0,
		differs: {
			...PROCESSING,
			...UNDONE,
			sameAgain: ['ada accepted created pending timed out'],
			setConsent: NO_RECORD,
			titleAndTags: NO_RECORD,
			employeeOfBob: NO_RECORD,
			nameAfterwards: NO_RECORD,
			trigger: NO_EVENT,
			triggerById: NO_EVENT,
			pdf: [says(sentence('noPdf', { id: 'ada' }))],
			latest: [],
			newOfTwoTypes: [],
			delivered: [],
			deleteEmployeeOfAda: NO_RECORD,
			deleteContacts: [...NO_RECORD, ...NO_RECORD],
		},
	},
	{
		options: { operationDurationMs: Infinity, visible: 'onAccept' },
		timeout: 0,
		differs: { ...PROCESSING, ...UNDONE, setConsent: ['changed pending'] },
	},
	{ options: { operationItems: 'idOnly' } },
	{ options: { operationItems: 'same' } },
	{
		options: { operationItems: 'none' },
		differs: {
			employees: ['grace accepted created', 'eve accepted created'],
			upload: ['ada accepted created', BAD, WORSE, 'bob accepted created', 'fay accepted created'],
			clear: ['ada accepted', BAD],
			setConsent: ['changed'],
			...UNDONE,
			operations: ['upsert contact', 'upsert employee'],
			'operation.get': [expect.objectContaining({ item_count: 0, item_statuses: {} })],
		},
	},
	{
		options: {
			operationDurationMs: 20,
			operationStatuses: {
				pending: 'QUEUED',
				processing: 'In Progress',
				finished: 'ok',
				failed: 'broken',
				itemPending: 'new',
				itemSuccess: 'good',
				itemFailed: 'bad',
			},
		},
		differs: {
			...UNDONE,
			employees: ['grace accepted created good', 'eve accepted created good'],
			upload: [
				'ada accepted created good',
				BAD,
				WORSE,
				'bob accepted created good',
				'fay accepted created bad',
			],
			clear: ['ada accepted good', BAD],
			setConsent: ['changed good'],
			operations: ['upsert contact good', 'upsert contact good bad', 'upsert employee good'],
			'operation.get': [expect.objectContaining({ status: 'ok', item_statuses: { good: 1 } })],
			'operation.wait': [expect.objectContaining({ status: 'ok' })],
		},
	},
	{
		options: { operationVocabulary: { type: 'bulk', contactModel: 'person', employeeModel: 'agent' } },
		differs: {
			operations: ['bulk agent success', 'bulk person success', 'bulk person success failed'],
			'operation.get': [expect.objectContaining({ type: 'bulk', model: 'person' })],
			'operation.wait': [expect.objectContaining({ type: 'bulk', model: 'person' })],
		},
	},

	{ options: { eventOrder: 'desc' }, differs: { period: ['v-3', 'v-2', 'v-1'] } },
	{ options: { eventOrder: 'shuffled' }, differs: { period: anyOrder('v-1', 'v-2', 'v-3') } },
	{ options: { latestOrder: 'asc' } },
	{ options: { latestOrder: 'desc' } },
	{ options: { latestOrder: 'shuffled' } },
	{ options: { fromBound: 'exclusive' }, differs: { period: ['v-2', 'v-3'] } },
	{ options: { toBound: 'exclusive' }, differs: { period: ['v-1', 'v-2'] } },
	{ options: { timestampFormat: 'seconds' } },
	{ options: { timestampFormat: 'microseconds' } },
	{ options: { timestampFormat: 'offset' } },
	{ options: { offsetlessTimes: 'refuse' } },
	{
		options: { historyMarksReceived: false },
		differs: { latestAfterHistory: anyOrder('update', 'documentation') },
	},
	{ options: { documentationMarksReceived: true }, differs: { latest: ['confirm'] } },
	{ options: { contactMarksReceived: true }, differs: { latest: [] } },
	// A period that begins before the window is refused. The trigger goes on.
	...([400, 410, 416, 422] as const).map((historyWindowStatus) => ({
		options: { historyWindowMs: 3_600_000, historyWindowStatus },
		differs: {
			period: [says('the history goes back to')],
			newOfTwoTypes: [says('the history goes back to')],
			latestAfterHistory: anyOrder('update', 'documentation'),
		},
	})),
	{ options: { maxLimit: 2 } },
	{
		options: { maxLimit: 2, overMaxLimit: 'refuse' },
		differs: {
			// The page size exceeds the limit of this service, and the person who publishes the trigger is told so.
			deliveredFirst: [says('limit must not exceed 2')],
			latest: anyOrder('v-1', 'v-2', 'v-3', 'd-1', 'd-2', 'confirm', 'documentation'),
			delivered: [says('limit must not exceed 2')],
		},
	},
	{ options: { cursorMode: 'offset' } },
	{ options: { cursorMode: 'snapshot' } },
	{ options: { cursorFilters: 'query' } },
	{ options: { cursorFilters: 'strict' } },
	{ options: { cursorUses: 1 } },
	{ options: { cursorLifetimeMs: 60_000 } },
	{ options: { duplicateAcrossPages: 1 } },
	{
		options: { triggerIdentifies: 'email' },
		differs: {
			triggerById: [says('Contact Input', 'JSON', 'email is missing')],
			triggerNobody: [says('email is missing')],
			newOfTwoTypes: ['documentation'],
			delivered: ['confirm King', 'documentation downloaded'],
		},
	},
	{
		options: { triggerContact: 'stored' },
		differs: { delivered: ['confirm Lovelace', ...DELIVERED.slice(1)] },
	},
	{ options: { triggerContact: 'sent' }, differs: { delivered: [...DELIVERED.slice(0, 3), 'update'] } },
	{
		options: { triggerUpdatesContact: true },
		differs: { nameAfterwards: ['King'], delivered: [...DELIVERED.slice(0, 3), 'update King'] },
	},

	{
		options: { documentationDelayMs: Infinity },
		differs: { pdf: ['not_generated'], delivered: ['confirm King', 'update Lovelace'] },
	},
	{
		options: { documentationRetentionMs: 0 },
		differs: {
			pdf: [says('ada', 'no longer available')],
			delivered: DELIVERED.map((line) => line.replace('downloaded', 'gone')),
		},
	},
	{ options: { latestDocumentation: 'ready' }, differs: { oldPdf: ['downloaded'] } },
	{ options: { publicUrl: 'https://elsewhere.example' } },
	{ options: { dateSkewMs: -3_600_000 } },
	{ options: { pdfBytes: 60_000 }, differs: { pdf: ['downloaded large'] } },
];

/** By day, one service has up to so many gaps of the contract. By night, each has a service of its own. */
const GAPS = cases(8, 1);
/** A gap that changes more parts of the story could hide what another one changes. */
const FEW_PARTS = 3;

/** Options about one thing: which rows are refused, and which events a list shows. */
const THINGS = [
	/^(validation|maxContacts|maxEmployees|bodyLimit|additional|unknownEmployee|strict)/,
	/^(history|latestOrder|eventOrder|maxLimit|cursor|duplicate|fromBound|toBound|\w+MarksReceived)/,
];
const thingsOf = (options: object): string[] =>
	Object.keys(options).map((name) => THINGS.find((thing) => thing.test(name))?.source ?? name);

/** Puts those together that concern neither the same thing nor the same part of the story. */
function together(all: readonly Service[]): Service[] {
	const found: Array<Service & { gaps: number }> = [];
	for (const { options, differs = {}, ...setting } of all) {
		const parts = Object.keys(differs);
		const isFree = (other: Service) =>
			!thingsOf(options).some((thing) => thingsOf(other.options).includes(thing)) &&
			!parts.some((part) => part in (other.differs ?? {}));
		const isAlone = parts.length > FEW_PARTS || Object.keys(setting).length > 0;
		const other = found.find((one) => !isAlone && one.gaps < GAPS && isFree(one));
		if (other === undefined) found.push({ options, differs, ...setting, gaps: isAlone ? GAPS : 1 });
		else {
			other.gaps++;
			other.options = { ...other.options, ...options };
			other.differs = { ...other.differs, ...differs };
		}
	}
	return found;
}

it.each<Service>([{ options: {} }, ...together(SERVICES)])(
	'with $options the story ends as usual, or differs as expected',
	async ({ options, differs, credentials, timeout }) => {
		bench.sandbox.reset(options);
		const story = await storyOf(bench, { credentials, timeout });
		expect(story).toEqual({ ...usual(story), ...differs });
	},
	// What is not shown is looked for during 10 seconds, and once more.
	120_000,
);

/** Options of the sandbox itself, which do not change the service. */
const ITS_OWN = ['host', 'port', 'docs', 'hostNames', 'logLimit', 'logBodies', 'logBodyBytes'];

it('each value of each option is tried', () => {
	const told = (name: string) =>
		SERVICES.flatMap(({ options }) => (name in options ? [(options as IDataObject)[name]] : []));
	for (const [name, usual] of Object.entries(DEFAULT_OPTIONS)) {
		if (ITS_OWN.includes(name)) continue;
		const choices = (CHOICES as Record<string, unknown[] | undefined>)[name];
		const others = choices ?? (typeof usual === 'boolean' ? [true, false] : undefined);
		if (others)
			expect([name, [...new Set([usual, ...told(name)])].sort()]).toEqual([name, [...others].sort()]);
		else expect([name, told(name)]).not.toEqual([name, []]);
	}
});
