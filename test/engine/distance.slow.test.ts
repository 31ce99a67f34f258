/** How fast the node is at a distance, beside the workflow built by hand, and what services with limits see of it. */
import { contact, KEY, type Parameters } from '../support/action';
import { everyNth, oneByDay, say } from '../support/cases';
import { distances, type Answer, type World } from '../support/distance';
import { Engine } from '../support/engine';
import { forgetWaits } from '../support/forget';
import { ActiveTrigger } from '../support/poll';
import { randomFrom } from '../support/random';
import { SEED } from '../support/seed';

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const virtual = distances();
beforeEach(() => {
	forgetWaits();
	jest.spyOn(Math, 'random').mockImplementation(randomFrom(SEED));
});
afterEach(() => jest.restoreAllMocks());

let operations = 0;
/** A service with every contact, which is done with each upload at once. */
const answer: World['answer'] = (method, path): Answer => {
	const id = path.split('/').at(-1) ?? '';
	if (path.includes('/operations/')) return { status: 200, body: { id, status: 'success', items: [] } };
	if (method === 'GET') return { status: 200, body: { id, first_name: 'Old', last_name: 'B' } };
	if (method === 'DELETE') return { status: 204 };
	return { status: 202, headers: { 'operation-id': `op-${++operations}` }, body: {} };
};

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: '={{ $json.id }}', options: {} };
const DELETE: Parameters = { ...GET, operation: 'delete' };
const upload = (fieldsNotSent: string, waitUntilFinished = true): Parameters => ({
	resource: 'contact',
	operation: 'upsert',
	columns: { mappingMode: 'autoMapInputData', value: null },
	fieldsNotSent,
	options: { waitUntilFinished },
});
const people = (count: number) => Array.from({ length: count }, (_, at) => contact(`c-${at}`));

async function run(world: World, parameters: Parameters, count: number) {
	const seen = virtual.enter(world);
	const { result, took } = await virtual.until(
		engine.run({
			parameters,
			items: people(count),
			credentials: { baseUrl: 'https://service.example', apiKey: KEY },
			onError: 'continueRegularOutput',
		}),
	);
	const refused = result.json.filter(({ error }) => error !== undefined);
	return { seen, took, refused, items: result.json.length, result };
}

type Step = Array<[method: string, path: string, body?: unknown]>;
const each = (method: string, count: number): Step =>
	Array.from({ length: count }, (_, at) => [method, `/v1/contacts/c-${at}`]);
const posts = (count: number): Step =>
	Array.from({ length: Math.ceil(count / 1000) }, (_, at) => [
		'POST',
		'/v1/contacts',
		people(count).slice(at * 1000, at * 1000 + 1000),
	]);
const looks = (count: number): Step =>
	Array.from({ length: Math.ceil(count / 1000) }, (_, at) => ['GET', `/v1/operations/op-${at}`]);

interface Work {
	what: string;
	parameters: Parameters;
	count: number;
	byHand: Step[];
	/** How many times as fast as by hand it has to be, by milliseconds of a round trip. */
	least: Record<number, number>;
}

const WORK: Work[] = [
	{
		what: 'Keep, 2,000 contacts, with waiting',
		parameters: upload('keep'),
		count: 2000,
		byHand: [each('GET', 2000), posts(2000), looks(2000)],
		least: { 0: 1.2, 20: 1.2, 100: 1.2, 200: 0.6 },
	},
	{
		what: 'Get, 2,000 contacts',
		parameters: GET,
		count: 2000,
		byHand: [each('GET', 2000)],
		least: { 0: 1.2, 20: 1.2, 100: 1.2, 200: 0.6 },
	},
	{
		what: 'Delete with Continue, 500 contacts',
		parameters: DELETE,
		count: 500,
		byHand: [each('DELETE', 500)],
		least: { 0: 1.5, 20: 1.5, 100: 0.6 },
	},
	{
		what: 'Clear, 20,000 contacts, without waiting',
		parameters: upload('clear', false),
		count: 20_000,
		byHand: [posts(20_000)],
		least: { 100: 0.9 },
	},
	{
		what: 'Clear, 2,000 contacts, with waiting, beside no waiting by hand',
		parameters: upload('clear'),
		count: 2000,
		byHand: [posts(2000)],
		least: { 0: 0.45 },
	},
];

it.each(
	WORK.flatMap((work) =>
		Object.entries(work.least).map(([rtt, least]) => ({ ...work, rtt: Number(rtt), atLeast: least })),
	),
)(
	'$what, $rtt ms away: at least $atLeast times as fast as by hand',
	async ({ what, parameters, count, byHand, rtt, atLeast }) => {
		const world = { rtt, answer };
		const hand = await virtual.byHand(world, byHand);
		const { took, seen, refused, items } = await run(world, parameters, count);
		const times = hand.took / took;
		say(
			`${what}, ${rtt} ms: ${Math.round(took)} ms, by hand ${Math.round(hand.took)} ms, ${times.toFixed(2)} times as fast; ${seen.mostAtOnce} at once`,
		);
		expect([items, refused.length]).toEqual([count, 0]);
		expect(times).toBeGreaterThanOrEqual(atLeast);
	},
	240_000,
);

it.each(oneByDay([0, 20, 100]))(
	'a service that takes an eighth of a batch at once, %i ms away, gets at most 1.5 times the payload of 50,000 contacts',
	async (rtt) => {
		const batch = JSON.stringify(people(1000)).length;
		let payload = 0;
		const takesLittle: World['answer'] = (method, path, body, query) => {
			const bytes = JSON.stringify(body).length;
			if (bytes > 0.12 * batch) return { status: 413 };
			payload += bytes;
			return answer(method, path, body, query);
		};
		const { seen, refused } = await run({ rtt, answer: takesLittle }, upload('clear', false), 50_000);
		const times = seen.bytesSent / payload;
		say(`a byte limit at 0.12 of a batch, ${rtt} ms: ${times.toFixed(2)} times the payload is sent`);
		expect(refused).toEqual([]);
		expect(times).toBeLessThanOrEqual(1.5);
	},
	240_000,
);

const PDFS = 500;
const PDF = `%PDF-1.4\n${'x'.repeat(20_000)}`;
const eventPath = (at: number) => `/v1/documentation/c-${at}/e-${at}`;

/** A service that has documentation events from a moment on, each with its PDF. */
function serviceWithPdfs() {
	let events: Array<{ event_time: string }> = [];
	let received = 0;
	const headers = () => ({ date: new Date(Date.now()).toUTCString() });
	return {
		happen: () => {
			events = Array.from({ length: PDFS }, (_, at) => ({
				type: 'documentation',
				event_id: `e-${at}`,
				contact_id: `c-${at}`,
				event_time: new Date(Date.now() - 1000 + at).toISOString(),
				event_documentation_url: `https://service.example${eventPath(at)}`,
			}));
		},
		answer: (_method: string, path: string, _body: unknown, query: URLSearchParams): Answer => {
			if (path.includes('/documentation/'))
				return { status: 200, headers: { ...headers(), 'content-type': 'application/pdf' }, body: PDF };
			if (path.endsWith('/latest')) {
				const limit = Number(query.get('limit') ?? 1000);
				const body = events.slice(received, received + limit);
				received += body.length;
				return { status: 200, headers: headers(), body };
			}
			const from = Date.parse(query.get('from') ?? '') || 0;
			const to = Date.parse(query.get('to') ?? '') || Infinity;
			const body = events.filter(({ event_time: at }) => Date.parse(at) >= from && Date.parse(at) <= to);
			return { status: 200, headers: headers(), body };
		},
	};
}

it.each([
	[20, 0.8],
	[100, 0.4],
	[200, 0.2],
])(
	'a poll of 500 PDFs, %i ms away: all of them in one poll, at least %d times as fast as by hand',
	async (rtt, atLeast) => {
		const requests = [...Array(PDFS).keys()].map((at): Step[0] => ['GET', eventPath(at)]);
		const hand = await virtual.byHand({ rtt, answer: serviceWithPdfs().answer }, [
			[['GET', '/v1/events/latest']],
			requests,
		]);
		const service = serviceWithPdfs();
		const trigger = new ActiveTrigger({
			engine,
			credentials: { baseUrl: 'https://service.example', apiKey: KEY },
			way: 'durable',
			parameters: { beginWith: 'date', startFrom: '2020-01-01T00:00:00Z' },
		});
		const seen = virtual.enter({ rtt, answer: service.answer });
		await virtual.until(trigger.publish());
		jest.setSystemTime(Date.now() + 60_000);
		service.happen();
		const { took } = await virtual.until(trigger.tick());
		const times = hand.took / took;
		say(
			`a poll of ${PDFS} PDFs, ${rtt} ms: ${Math.round(took)} ms, by hand ${Math.round(hand.took)} ms, ${times.toFixed(2)} times as fast; ${seen.mostAtOnce} at once`,
		);
		const items = trigger.executions.flat();
		expect(new Set(items.map(({ json }) => json.documentation_status))).toEqual(new Set(['downloaded']));
		expect(new Set(trigger.ids).size).toBe(PDFS);
		expect(times).toBeGreaterThanOrEqual(atLeast);
	},
	240_000,
);

/** So many requests a second may be refused at first. */
const FEW = 20;

const LIMITS: Array<[string, Partial<World>]> = [
	['10 a second', { perSecond: 10 }],
	['50 a second', { perSecond: 50 }],
	['5 at once', { atOnce: 5, serviceMs: 50 }],
	['20 at once', { atOnce: 20, serviceMs: 50 }],
	['4 workers', { workers: 4, serviceMs: 50 }],
	['8 workers', { workers: 8, serviceMs: 50 }],
	['resets above 50', { resetsAbove: 50 }],
	['resets above 30', { resetsAbove: 30 }],
];

const OF_LIMITS = LIMITS.flatMap(([limit, world]) => [0, 20, 100].map((rtt) => [limit, rtt, world] as const));

// Every other one is of another distance than the one before, so that each limit is tried.
it.each(everyNth(OF_LIMITS, 2, SEED))(
	'a service with %s, %i ms away, refuses none of 300 contacts for good, and a few requests a second at first',
	async (limit, rtt, more) => {
		const { took, seen, refused, items } = await run({ rtt, answer, ...more }, GET, 300);
		say(
			`${limit}, ${rtt} ms: ${(took / 1000).toFixed(1)} s, ${seen.refused} refused, ${seen.reset} reset, ${seen.mostAtOnce} at once`,
		);
		expect([items, refused]).toEqual([300, []]);
		expect(seen.refused + seen.reset).toBeLessThanOrEqual((FEW * took) / 1000);
	},
	240_000,
);
