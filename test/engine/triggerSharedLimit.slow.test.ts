/* eslint-disable */
/**
 * Many workflows with one key, which poll in the same second and share a limit. Requests are real; time is virtual.
 */
import { KEY } from '../support/action';
import { say } from '../support/cases';
import { Engine } from '../support/engine';
import { forgetAll } from '../support/forget';
import { ActiveTrigger, type Way } from '../support/poll';
import { randomFrom } from '../support/random';
import { SEED } from '../support/seed';
import { virtualTime } from '../support/virtual-time';

const MINUTE = 60_000;

let engine: Engine;
beforeAll(async () => void (engine = await Engine.load()));
const time = virtualTime();
beforeEach(() => {
	forgetAll();
	jest.spyOn(Math, 'random').mockImplementation(randomFrom(SEED));
});
afterEach(() => jest.restoreAllMocks());

/** Takes 20 requests in each minute of the clock, once `limited` is set, and hands each event out once as the latest. */
async function limitedService(tellsHowLong: boolean) {
	const events: Array<{ event_id: string; event_time: string; type: string }> = [];
	const service = { events, limited: false, refused: 0, baseUrl: '' };
	const received = new Set<string>();
	let minute = -1;
	let count = 0;
	const { baseUrl } = await time.serve((request, response) => {
		const now = Date.now();
		if (Math.floor(now / MINUTE) !== minute) count = 0;
		minute = Math.floor(now / MINUTE);
		const headers = { 'content-type': 'application/json', date: new Date(now).toUTCString() };
		if (service.limited && ++count > 20) {
			service.refused++;
			const wait = Math.ceil((MINUTE - (now % MINUTE)) / 1000);
			response.writeHead(429, { ...headers, ...(tellsHowLong && { 'retry-after': String(wait) }) });
			response.end('{}');
			return;
		}
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
		const from = Date.parse(searchParams.get('from') ?? '');
		const isLatest = pathname.endsWith('/latest');
		const shown = events.filter(({ event_id: id, event_time: at }) =>
			isLatest ? !received.has(id) : Date.parse(at) >= from,
		);
		for (const { event_id: id } of shown) received.add(id);
		response.writeHead(200, headers);
		response.end(JSON.stringify(shown));
	});
	return Object.assign(service, { baseUrl });
}

it.each<[Way, boolean]>([
	['memory', true],
	['memory', false],
	['durable', true],
])(
	'24 workflows of one key that poll in the same second all get each event within minutes, although the service takes 20 requests a minute (%s, says how long to wait: %s)',
	async (way, tellsHowLong) => {
		const service = await limitedService(tellsHowLong);
		const credentials = { baseUrl: service.baseUrl, apiKey: KEY };
		const triggers = Array.from({ length: 24 }, () => new ActiveTrigger({ engine, credentials, way }));
		const inOneSecond = async (poll: (one: ActiveTrigger) => Promise<unknown>) => {
			await time.until(new Promise((resolve) => setTimeout(resolve, MINUTE - (Date.now() % MINUTE))));
			await time.until(Promise.all(triggers.map((one) => poll(one).catch(() => undefined))));
		};
		await inOneSecond((one) => one.publish());
		service.limited = true;
		const minutes: number[] = [];
		for (let event = 1; event <= 3; event++) {
			service.events.push({ event_id: `e${event}`, event_time: new Date().toISOString(), type: 'update' });
			let minute = 0;
			while (triggers.some(({ ids }) => ids.length < event) && minute < 60) {
				await inOneSecond((one) => one.tick());
				minute++;
			}
			minutes.push(minute);
		}
		say(`24 workflows, 20 requests a minute: each had an event after ${minutes.join(', ')} minutes`);
		for (const { ids } of triggers) expect(ids).toEqual(['e1', 'e2', 'e3']);
		expect(Math.max(...minutes)).toBeLessThanOrEqual(30);
	},
	300_000,
);
