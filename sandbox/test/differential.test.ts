/**
 * Compares the sandbox with its own description and with the contract, by made-up requests: valid, nearly valid and
 * nonsense. `THOROUGH=1` sends 20,000 of them, an ordinary run about 1,000.
 */
import fc from 'fast-check';

import { DEFAULT_OPTIONS, start } from '../index';
import type { Sandbox, SandboxOptions } from '../index';
import { SEED } from '../../test/support/seed';
import { cases } from '../../test/support/cases';
import { createClient } from './client';
import { breaches, ENDPOINTS, isIncomplete } from './differential/contract';
import type { Reply } from './differential/contract';
import { readDescription } from './differential/description';
import type { Description } from './differential/description';
import { CONTACTS, LAST_CURSOR, toSend, trials } from './differential/requests';
import type { Trial } from './differential/requests';

jest.setTimeout(cases(60_000, 600_000));

const REQUESTS_PER_RUN = 8;

let sandbox: Sandbox;
let description: Description;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
	const limited = { key: 'limited-key', kind: 'sandbox' as const, operations: false };
	sandbox = await start({ port: 0, keys: [...DEFAULT_OPTIONS.keys, limited] });
	client = createClient(sandbox.port);
	const { body } = await client.send({ method: 'GET', target: '/docs/json' });
	description = readDescription(body as Parameters<typeof readDescription>[0]);
});
afterAll(async () => {
	client.close();
	await sandbox.close();
});

/** Options under which the description still holds. */
const options: fc.Arbitrary<Partial<SandboxOptions>> = fc.record(
	{
		tooManyStatus: fc.constantFrom(413, 422),
		validationKeys: fc.constantFrom('index', 'index1', 'id', 'field', 'opaque'),
		validationFields: fc.constantFrom('dotted', 'pointer', 'leaf'),
		validationScope: fc.constantFrom('all', 'first'),
		uploadMode: fc.constantFrom('replace', 'merge'),
		deleteUnknownEmployee: fc.constantFrom(404, 204),
		emptyFields: fc.constantFrom('omit', 'empty'),
		tagsOnRead: fc.constantFrom('always', 'whenSet', 'never'),
		operationDurationMs: fc.constantFrom(0, Infinity),
		visible: fc.constantFrom('onAccept', 'onFinish'),
		operationItems: fc.constantFrom('modelId', 'idOnly', 'same', 'none'),
		eventOrder: fc.constantFrom('asc', 'desc', 'shuffled'),
		latestOrder: fc.constantFrom('arrival', 'asc', 'desc', 'shuffled'),
		timestampFormat: fc.constantFrom('milliseconds', 'seconds', 'microseconds', 'offset'),
		historyMarksReceived: fc.boolean(),
		maxLimit: fc.constantFrom(1, 2, Infinity),
		cursorMode: fc.constantFrom('keyset', 'offset', 'snapshot'),
		duplicateAcrossPages: fc.constantFrom(0, 1),
		triggerContact: fc.constantFrom('merged', 'stored', 'sent'),
		triggerUpdatesContact: fc.boolean(),
		documentationDelayMs: fc.constantFrom(0, Infinity),
		documentationRetentionMs: fc.constantFrom(0, Infinity),
		latestDocumentation: fc.constantFrom('event', 'ready'),
	},
	{ requiredKeys: [], noNullPrototype: true },
);

function begin(some: Partial<SandboxOptions>): void {
	sandbox.reset({ operationDurationMs: 0, ...some });
	sandbox.seed({
		contacts: CONTACTS.map((id) => ({ id, first_name: 'Ada', section_work: { emails: ['a@b.example'] } })),
		employees: [{ id: 'e1', first_name: 'Grace' }],
		events: [
			{ event_id: 'u1', type: 'update', contact_id: 'c1', event_time: '2026-03-01T10:00:00.000Z' },
			{ event_id: 'd1', type: 'documentation', contact_id: 'c1', event_time: '2026-03-01T10:01:00.000Z' },
			{ event_id: 'k1', type: 'confirm', contact_id: 'c2', event_time: '2026-03-01T10:02:00.000Z' },
		],
		operations: 2,
	});
}

const LOADED: Record<string, number> = {
	'POST /contacts': 202,
	'POST /employees': 202,
	'POST /events/trigger': 200,
};

/** The part of the expected status that follows from the request alone. */
function wrongStatus(trial: Trial, name: string, { status, body }: Reply): string[] {
	const { key, intent, raw, query, endpoint } = trial;
	const wrong = (expected: string) => [`status ${status}, expected ${expected}`];
	if (raw !== undefined) return [];
	const isForbidden =
		(name === 'POST /events/trigger' && key === 'production') ||
		(endpoint.path.startsWith('/v1/operations') && key === 'limited');
	if (isForbidden || (status === 403 && name !== 'DELETE /employees/{id}'))
		return isForbidden && status === 403 ? [] : wrong(isForbidden ? '403' : 'anything but 403');
	const success = LOADED[name];
	if (success !== undefined) {
		const { fatal, minor } = description.bodyProblems(endpoint, trial.body);
		const isTooMany = Array.isArray(trial.body) && trial.body.length > 1000;
		if (fatal || isTooMany || isIncomplete(name, trial.body)) return status >= 400 ? [] : wrong('a refusal');
		// A triggered event may name an unknown contact. A nearly valid value may break a format that the
		// description does not express.
		const reasons = intent === 'valid' ? /not found|missing/ : /v1c00[14]|not found|missing/;
		return minor || status === success || reasons.test(JSON.stringify(body)) ? [] : wrong(String(success));
	}
	if (!query.length || status === 404) return [];
	const usesCursor = query.some(([field, value]) => field === 'cursor' && value === LAST_CURSOR);
	if (intent === 'valid' && !usesCursor) return status === 200 ? [] : wrong('200');
	return description.queryProblem(endpoint, query) && status !== 400 ? wrong('400') : [];
}

const ids = new Set<string>();
const statuses: Record<string, number> = {};

async function problemsOf(trial: Trial, known: { operation: string; cursor: string }): Promise<string[]> {
	const name = `${trial.endpoint.method} ${trial.endpoint.path.replace('/v1', '')}`;
	const sent = toSend(trial, known);
	const reply = await client.send(sent);
	const id = reply.headers['request-id'] ?? '';
	const label = `${name} ${reply.status}`;
	statuses[label] = (statuses[label] ?? 0) + 1;
	known.operation = reply.headers['operation-id'] ?? known.operation;
	known.cursor = reply.headers['next-cursor'] ?? known.cursor;
	const identified = id !== '' && !ids.has(id) ? [] : [`Request-Id "${id}"`];
	ids.add(id);
	if ((trial.key === 'none' || trial.key === 'wrong') && name !== 'GET /ping') {
		const { status, body } = reply;
		return [
			...identified,
			...(status === 401 && Object.keys(body as object).join() === 'message' ? [] : [`served: ${status}`]),
		];
	}
	const link = reply.headers['operation-link'];
	const linked = link === undefined || link === `${sandbox.url}/operations/${known.operation}`;
	return [
		...identified,
		...breaches(name, reply),
		...description.deviations(trial.endpoint, reply),
		...wrongStatus(trial, name, reply),
		...(linked ? [] : [`Operation-Link ${link}`]),
	].map((problem) => `${sent.method} ${sent.target}: ${problem}`);
}

test('the OpenAPI description and the contract list the same endpoints with the same statuses', () => {
	const described = description.endpoints.map(({ method, path, responses }) => {
		// 500 is left out: no request makes the sandbox fail.
		return [
			`${method} ${path.replace('/v1', '')}`,
			Object.keys(responses).filter((status) => status !== '500'),
		];
	});
	const expected = Object.entries(ENDPOINTS).map(([name, { answers, beyond }]) => {
		return [name, Object.keys({ ...answers, ...beyond })];
	});
	expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
});

test('each answer agrees with the description and the contract', async () => {
	const runs = cases(130, 2500);
	await fc.assert(
		fc.asyncProperty(
			options,
			fc.array(trials(description), { minLength: REQUESTS_PER_RUN, maxLength: REQUESTS_PER_RUN }),
			async (some, list) => {
				begin(some);
				const known = { operation: 'none', cursor: 'none' };
				for (const trial of list) expect(await problemsOf(trial, known)).toEqual([]);
			},
		),
		{ seed: SEED, numRuns: runs },
	);
	// A status that never came was not compared with anything.
	const expected = Object.entries(ENDPOINTS).flatMap(([name, { answers, beyond }]) =>
		Object.keys({ ...answers, ...beyond }).map((status) => `${name} ${status}`),
	);
	const missing = expected.filter((label) => !statuses[label]);
	const successes = Object.entries(ENDPOINTS).map(
		([name, { answers }]) => `${name} ${Object.keys(answers)[0]}`,
	);
	expect(successes.filter((label) => !statuses[label])).toEqual([]);
	expect(missing.length).toBeLessThanOrEqual(cases(8, 0));
});
