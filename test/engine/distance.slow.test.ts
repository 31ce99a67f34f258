/** How fast the node is at a distance, beside the workflow built by hand, and what services with limits see of it. */
import { contact, KEY, type Parameters } from '../support/action';
import { say } from '../support/cases';
import { distances, type Answer, type World } from '../support/distance';
import { Engine } from '../support/engine';
import { forgetWaits } from '../support/forget';

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const virtual = distances();
beforeEach(forgetWaits);

let operations = 0;
/** A service with every contact, which is done with each upload at once. */
const answer = (method: string, path: string): Answer => {
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
		least: { 0: 0.8, 20: 0.8, 100: 0.4, 200: 0.2 },
	},
	{
		what: 'Get, 2,000 contacts',
		parameters: GET,
		count: 2000,
		byHand: [each('GET', 2000)],
		least: { 0: 0.8, 20: 0.8, 100: 0.4, 200: 0.2 },
	},
	{
		what: 'Delete with Continue, 500 contacts',
		parameters: DELETE,
		count: 500,
		byHand: [each('DELETE', 500)],
		least: { 20: 0.5, 100: 0.2 },
	},
	{
		what: 'Clear, 20,000 contacts, without waiting',
		parameters: upload('clear', false),
		count: 20_000,
		byHand: [posts(20_000)],
		least: { 100: 0.4 },
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

const LIMITS: Array<[string, Partial<World>]> = [
	['10 a second', { perSecond: 10 }],
	['50 a second', { perSecond: 50 }],
	['5 at once', { atOnce: 5 }],
	['20 at once', { atOnce: 20 }],
	['4 workers', { workers: 4, serviceMs: 50 }],
	['8 workers', { workers: 8, serviceMs: 50 }],
	['resets above 50', { resetsAbove: 50 }],
	['resets above 30', { resetsAbove: 30 }],
];

it.each(LIMITS.flatMap(([limit, world]) => [0, 20, 100].map((rtt) => [limit, rtt, world] as const)))(
	'a service with %s, %i ms away, refuses none of 300 contacts for good',
	async (limit, rtt, more) => {
		const { took, seen, refused, items } = await run({ rtt, answer, ...more }, GET, 300);
		say(
			`${limit}, ${rtt} ms: ${(took / 1000).toFixed(1)} s, ${seen.refused} refused, ${seen.reset} reset, ${seen.mostAtOnce} at once`,
		);
		expect([items, refused]).toEqual([300, []]);
	},
	240_000,
);
