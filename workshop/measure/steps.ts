/* eslint-disable */
/**
 * Everything that is measured before a version, in the order in which it runs: what takes minutes first, so that a fault
 * shows before the hours are spent. The page docs/reliability-and-speed.md has a line for each step.
 */
import { join } from 'node:path';

import { ROOT } from '../../test/support/paths';

export interface Step {
	name: string;
	/** The heading on the page. */
	section: string;
	/** What a user may rely on if the step passes. */
	promise: string;
	/** As a person types it in the checkout. */
	command: string;
	/** Runs in a new clone of the last commit, with an empty home folder and an empty cache of npm. */
	isFresh?: true;
	/** The major version of the Node that runs the command. Without it, the Node that runs this. */
	node?: '22' | '24';
	/** A page with more about it, relative to docs/. */
	more?: string;
}

const EVENTS = 'No event is lost or repeated';
const UPLOADS = 'Uploads and consents';
const SERVICE = 'Whatever the service does';
const N8N = 'In n8n';
const SPEED = 'Speed';
const TESTS = 'The tests themselves';

export const SECTIONS = [EVENTS, UPLOADS, SERVICE, N8N, SPEED, TESTS];

const RESULTS = '../workshop/reliability/results.md';
const reliability = (part: string) => `npm --prefix workshop run reliability -- ${part}`;

export const STEPS: Step[] = [
	{
		name: 'tests',
		section: N8N,
		promise: 'The second command of the README, in a new clone with an empty home folder',
		command: 'npm ci && npm test',
		isFresh: true,
	},
	{
		name: 'start',
		section: N8N,
		promise: 'The first command of the README starts n8n with all workflows, and starts it again',
		command: 'npm ci && npm run test:e2e -- start second-start',
		isFresh: true,
	},
	{
		name: 'history',
		section: EVENTS,
		promise: 'A history that is short, that refuses or that cannot show a page stops no trigger',
		command: 'npx gulp build && npx jest test/model/notShown test/model/historyRefuses test/model/beginnings',
	},
	{
		name: 'documents',
		section: EVENTS,
		promise: 'A PDF that hangs or fails holds up no other event',
		command: 'npx gulp build && npx jest test/model/hanging test/model/inTime test/model/backlogOfPdfs',
	},
	{
		name: 'failures',
		section: EVENTS,
		promise: 'A trigger that fails keeps its position',
		command: 'npx gulp build && npx jest test/engine/triggerFailures',
	},
	{
		name: 'consents',
		section: UPLOADS,
		promise: 'A consent that the node says it wrote is there when it is read back',
		command: 'npx gulp build && npx jest test/engine/readBack test/engine/setConsent',
	},
	{
		name: 'turns',
		section: UPLOADS,
		promise: 'Two calls for one contact do not undo each other',
		command: 'npx gulp build && npx jest turnsBesideUpload.slow twoProcesses.slow',
	},
	{
		name: 'columns',
		section: UPLOADS,
		promise: 'Columns with consents grant nothing that was not granted',
		command: 'npx gulp build && npx jest test/engine/sheetWithConsents test/unit/operations.consentCells',
	},
	{
		name: 'headings',
		section: UPLOADS,
		promise: 'Headings of real exports are understood or named',
		command: 'npx gulp build && npx jest test/engine/uploads/exports test/unit/upload.headings',
	},
	{
		name: 'rows',
		section: UPLOADS,
		promise: 'One bad row never blocks the others, and what is not named is not erased',
		command:
			'npx gulp build && npx jest test/engine/uploads/errorItems test/engine/uploads/keep test/engine/uploads/blanks',
	},
	{
		name: 'undo',
		section: UPLOADS,
		promise: 'A dry run changes nothing, an upload can be undone, a delete stops before it deletes too much',
		command:
			'npx gulp build && npx jest test/engine/uploads/dryRun test/engine/undoUpload test/engine/deletes',
	},
	{
		name: 'limits',
		section: SERVICE,
		promise: 'A service with a limit refuses nothing for good; one that is down for a minute refuses no row',
		command: 'npx gulp build && THOROUGH=1 npx jest test/engine/queue.slow test/engine/outage.slow',
		more: '../workshop/bench/results.md#a-service-that-sets-a-limit-or-is-down',
	},
	{
		name: 'distance',
		section: SPEED,
		promise: 'Beside the workflow built by hand, near and far, in virtual time',
		command: 'npx gulp build && THOROUGH=1 npx jest test/engine/distance.slow',
	},
	{
		name: 'faults',
		section: SERVICE,
		promise: 'Each operation ends as documented after every fault at each of its requests',
		command: reliability('faults'),
		more: `${RESULTS}#faults-of-the-service`,
	},
	{
		name: 'trigger',
		section: EVENTS,
		promise: 'Faults of the service lose no event',
		command: reliability('trigger'),
		more: `${RESULTS}#faults-beside-the-trigger`,
	},
	{
		name: 'hostile',
		section: SERVICE,
		promise: "Others' texts do no harm, and the key stays in its header",
		command: reliability('hostile'),
		more: `${RESULTS}#hostile-input`,
	},
	{
		name: 'long',
		section: SERVICE,
		promise: "The length of others' texts costs what it is long",
		command: 'npx gulp build && npx jest test/unit/longTexts test/engine/depth',
	},
	{
		name: 'ci',
		section: N8N,
		promise:
			'In one piece, in a new clone: all tests, lint, and in a real n8n and a browser the editor, the recipes, the pages, office files and queue mode',
		command: '.ci/run',
		isFresh: true,
	},
	{
		name: 'load',
		section: SPEED,
		promise: 'A million contacts in one execution need at most 2.5 times the memory of their input',
		command: reliability('load'),
		more: `${RESULTS}#load`,
	},
	{
		name: 'kills',
		section: EVENTS,
		promise: 'n8n may be killed at any moment',
		command: reliability('kills'),
		more: `${RESULTS}#two-n8n-in-turn`,
	},
	{
		name: 'queue',
		section: EVENTS,
		promise: 'In queue mode, workers and the main may be killed',
		command: reliability('queue'),
		more: `${RESULTS}#n8n-in-queue-mode`,
	},
	{
		name: 'workflows',
		section: N8N,
		promise: '500 triggers that poll each minute keep their times',
		command: reliability('workflows'),
		more: `${RESULTS}#many-workflows-in-one-n8n`,
	},
	...([undefined, '22', '24'] as const).map((node): Step => ({
		name: `compat-${node ?? 'own'}`,
		section: N8N,
		promise: `The engines of four versions of n8n${node ? `, on Node ${node}` : ''}`,
		command: 'npm --prefix workshop run compat',
		...(node && { node }),
		more: 'operating.md#compatibility',
	})),
	{
		name: 'compat-n8n',
		section: N8N,
		promise: 'The main workflows in four versions of n8n',
		command: 'npm --prefix workshop run compat:e2e',
		more: 'operating.md#compatibility',
	},
	{
		name: 'lives',
		section: EVENTS,
		promise: '1,000 random lives of a trigger in each way that n8n keeps its state',
		command: 'npx gulp build && LIVES=1000 npx jest test/model/lives --testTimeout 36000000',
	},
	{
		name: 'schedules',
		section: EVENTS,
		promise: 'Every order of late events, kills, lost answers, other readers and changed clocks',
		command: reliability('schedules'),
		more: `${RESULTS}#every-schedule-of-the-trigger`,
	},
	{
		name: 'bench',
		section: SPEED,
		promise: 'Beside the workflow built by hand in the same n8n, over TLS, at four distances',
		command: 'npm --prefix workshop run bench',
		more: '../workshop/bench/results.md',
	},
	{
		name: 'soak',
		section: EVENTS,
		promise: 'Two hours of queue mode with a kill every five minutes',
		command: reliability('soak'),
		more: `${RESULTS}#two-hours`,
	},
	{
		name: 'mutation',
		section: TESTS,
		promise: 'A fault in the code makes a test fail: one change at a time',
		command: 'npm --prefix workshop run mutation:requests && npm --prefix workshop run mutation',
		more: `${RESULTS}#mutation-testing`,
	},
];

export const MEASURE = join(ROOT, 'workshop', 'measure');
