/** The events that "Fetch Test Event" shows. */
import type { ServiceResponse } from '../../nodes/ContactConsent/transport/types';
import { consentFilter } from '../../nodes/ContactConsent/operations/event/eventOutput';
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import type { Settings } from '../../nodes/ContactConsent/trigger/settings';
import { fetchTestEvents } from '../../nodes/ContactConsent/trigger/testEvents';
import {
	ModelFailure,
	SERVICE,
	ServiceModel,
	type ModelRequest,
	type ServiceOptions,
} from '../model/service';
import { DAY, HOUR, MINUTE, NOW, SECOND, settingsOf } from '../support/trigger-parts';
import { senderOf } from '../support/sender';
import { failure } from '../support/service-failure';
import { sentence } from '../support/sentences';

function testEventsOf(settings: Partial<Settings> = {}, service: Partial<ServiceOptions> = {}) {
	const model = new ServiceModel({ ...SERVICE, ...service }, NOW);
	const asked: string[] = [];
	const limits: Array<number | undefined> = [];
	const send = async ({ path, query = {} }: ModelRequest, { within }: { within?: number } = {}) => {
		const { from, to, limit } = query;
		const minutes = (time: unknown, later = 0) => (NOW + later - Date.parse(String(time))) / MINUTE;
		// A period ends a millisecond after the beginning of the one before.
		const end = to === undefined ? '' : ` to ${minutes(to, 1)}`;
		asked.push(path[0] === 'events' ? `${minutes(from)}${end} min, ${limit}` : String(path[2]));
		limits.push(within);
		const answer = await model.ask({ path, query }, within ?? Infinity).catch((error: unknown) => {
			throw error instanceof ModelFailure ? failure({ kind: 'status', status: error.status }) : error;
		});
		return answer as ServiceResponse<never>;
	};
	const said: string[] = [];
	const poll = {
		settings: settingsOf({ simplify: true, ...settings }),
		send: senderOf(send),
		now: () => NOW,
		elapsed: () => model.world.now,
		log: (...words: string[]) => said.push(words.join(' ')),
		refuse: (message: string, description: string) => Object.assign(new Error(message), { description }),
	} as unknown as Poll;
	const fetch = async () => (await fetchTestEvents(poll)).flat();
	const idsOf = async () => (await fetch()).map(({ json }) => json.event_id);
	return { model, poll, asked, limits, said, fetch, idsOf };
}

afterEach(() => jest.restoreAllMocks());

const ONE = { kinds: ['update' as const] };

describe('Fetch Test Event', () => {
	it('shows the newest event of each kind, in the order of time', async () => {
		jest.spyOn(performance, 'now').mockReturnValue(0);
		const { model, asked, limits, said, idsOf } = testEventsOf();
		model.add(NOW - 5000, 'documentation');
		model.add(NOW - 2000, 'confirm');
		model.add(NOW - 4000, 'confirm');
		model.add(NOW - 3000, 'update');
		expect(await idsOf()).toEqual(['e1', 'e4', 'e2']);
		expect(asked).toEqual(['1 min, 50', '1 min, 50', '1 min, 50', 'e1']);
		// The lists have to arrive within 20 seconds, the PDF within 45.
		expect(limits).toEqual([20_000, 20_000, 20_000, 45_000]);
		expect(said).toEqual([]);
	});

	it.each([
		['the last day', 23 * HOUR, ['1', '60 to 1', '1380 to 60']],
		['the last 30 days', 29 * DAY, ['1', '60 to 1', '1380 to 60', '8640 to 1380', '41760 to 8640']],
		[
			'the last ten years',
			3649 * DAY,
			['1', '60 to 1', '1380 to 60', '8640 to 1380', '41760 to 8640', '524160 to 41760', '5256000 to 524160'],
		],
	])('looks in %s', async (_, age, requests) => {
		const { model, asked, idsOf } = testEventsOf(ONE);
		model.add(NOW - age, 'update');
		expect(await idsOf()).toEqual(['e1']);
		expect(asked).toEqual(requests.map((minutes) => `${minutes} min, 50`));
	});

	it('finds an event between two periods, although the service excludes both bounds', async () => {
		const { model, idsOf } = testEventsOf(ONE, { fromInclusive: false, toInclusive: false });
		model.add(NOW - HOUR, 'update');
		expect(await idsOf()).toEqual(['e1']);
	});

	it.each([400, 422])(
		"finds an event although n8n's clock is ahead, and the future is answered with %d",
		async (status) => {
			const { model, poll, idsOf } = testEventsOf(ONE);
			poll.now = () => NOW + 10 * MINUTE;
			model.refuses = ({ query }) => (Date.parse(String(query?.from)) > NOW ? status : undefined);
			model.add(NOW - 30 * MINUTE, 'update');
			expect(await idsOf()).toEqual(['e1']);
		},
	);

	it('leaves out other kinds if the service does not filter', async () => {
		const { model, idsOf } = testEventsOf(ONE);
		model.add(NOW - 1000, 'confirm');
		model.add(NOW - 2000, 'update');
		const ask = model.ask.bind(model);
		model.ask = ({ path, query }, deadline) => ask({ path, query: { ...query, type: undefined } }, deadline);
		expect(await idsOf()).toEqual(['e2']);
	});

	it('prefers events that pass the filter, and shows others if none passes', async () => {
		const { model, idsOf } = testEventsOf({
			...ONE,
			passes: consentFilter({ consentType: 'news', consentGranted: 'any' }, 'UTC'),
		});
		model.add(NOW - 1000, 'update', { consents: [{ type: 'phone', granted: true }] });
		expect(await idsOf()).toEqual(['e1']);
		model.add(NOW - 2000, 'update', { consents: [{ type: 'news', granted: true }] });
		expect(await idsOf()).toEqual(['e2']);
	});

	it('prefers a document that has its PDF among the three newest', async () => {
		const { model, idsOf, asked, fetch } = testEventsOf({ kinds: ['documentation'] });
		model.add(NOW - 5000, 'documentation');
		model.add(NOW - 4000, 'documentation');
		model.add(NOW - 3000, 'documentation', { document: 'never' });
		model.add(NOW - 2000, 'documentation', { document: 'never' });
		expect(await idsOf()).toEqual(['e2']);
		expect(asked).toEqual(['1 min, 50', 'e4', 'e3', 'e2']);
		model.add(NOW - 1000, 'documentation', { document: 'never' });
		expect(await fetch()).toMatchObject([
			{ json: { event_id: 'e5', documentation_status: 'not_generated' } },
		]);
	});

	it('shows another document if the PDF of the newest does not arrive', async () => {
		const { model, idsOf } = testEventsOf({ kinds: ['documentation'] });
		model.add(NOW - 3000, 'documentation');
		model.add(NOW - 2000, 'documentation');
		model.hangs = ({ path }) => path[2] === 'e2';
		expect(await idsOf()).toEqual(['e1']);
	});

	it('says of documents alone that their PDF was not downloaded if downloads are off', async () => {
		const { model, fetch } = testEventsOf({ kinds: ['update', 'documentation'], download: false });
		model.add(NOW - 2000, 'update');
		model.add(NOW - 1000, 'documentation');
		expect((await fetch()).map(({ json }) => [json.event_id, json.documentation_status])).toEqual([
			['e1', undefined],
			['e2', 'skipped'],
		]);
	});

	it('says how far back the history goes if it refuses older events of one kind alone', async () => {
		const { model, fetch } = testEventsOf({ kinds: ['update', 'confirm'] });
		model.refuses = ({ query: { type, from } = {} }) =>
			type === 'update' && Date.parse(String(from)) < NOW - DAY - MINUTE ? 422 : undefined;
		await expect(fetch()).rejects.toMatchObject({
			description: expect.stringMatching(new RegExp(`^${sentence('historyGoesBack')} 23 hours`)) as string,
		});
	});

	it('says that there is no event', async () => {
		await expect(testEventsOf().fetch()).rejects.toMatchObject({
			message: sentence('noEventYet'),
			description: expect.stringMatching(/no event of the chosen kinds\. Let a contact confirm/) as string,
		});
	});

	describe.each([400, 410, 416, 422])(
		'where the history answers %d to what is older than it goes back',
		(status) => {
			it.each([
				[DAY, '23 hours', 4],
				[HOUR, '60 minutes', 3],
				[7 * DAY, '6 days', 5],
				[90 * DAY, '29 days', 6],
			])('says how far that is: %d', async (window, said, requests) => {
				const { model, fetch } = testEventsOf();
				model.add(NOW - 4000 * DAY, 'update');
				model.world.history = { status, window: window + MINUTE };
				await expect(fetch()).rejects.toMatchObject({
					message: sentence('noEventYet'),
					description: expect.stringMatching(`goes back at least ${said}, and has no event`) as string,
				});
				expect(model.requests).toHaveLength(3 * requests);
			});

			it('shows what it has', async () => {
				const { model, idsOf } = testEventsOf(ONE);
				model.world.history = { status, window: 7 * DAY };
				model.add(NOW - 5.8 * DAY, 'update');
				expect(await idsOf()).toEqual(['e1']);
			});

			it('fails with the reason where it refuses everything', async () => {
				const { model, fetch } = testEventsOf(ONE);
				model.world.history = { status, window: -1 };
				await expect(fetch()).rejects.toMatchObject({ facts: { status } });
			});
		},
	);

	it('shows what was found in time, and says what failed', async () => {
		const { model, idsOf, said } = testEventsOf({ pageSize: 1 });
		for (let index = 0; index < 200; index++) model.add(NOW - 30 * SECOND + index, 'update');
		model.add(NOW - 2000, 'confirm');
		const ask = model.ask.bind(model);
		model.ask = async (request, within) => {
			if (request.query?.type === 'documentation') throw new Error('broken');
			if (request.query?.type === 'update') model.world.now += 400;
			return await ask(request, within);
		};
		expect(await idsOf()).toHaveLength(2);
		expect(said).toEqual([expect.stringMatching(/^warn .*(update|documentation)/)]);
	});

	it('fails with the reason if that is why no event was found', async () => {
		const { model, fetch } = testEventsOf();
		model.ask = async () => await Promise.reject(new Error('broken'));
		await expect(fetch()).rejects.toThrow('broken');
	});
});
