/* eslint-disable */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { PollContext } from 'n8n-core';
import type { NodeApiError } from 'n8n-workflow';

import { declared, itOnNewest } from '../support/features';
import { forgetWaits } from '../support/forget';
import { MINUTE, triggerBench } from '../support/trigger';
import { sentence } from '../support/sentences';

const bench = triggerBench();
const { active, later, requests, eventIds } = bench;

describe.each(['memory', 'scheduled', 'durable'] as const)('a wrong Base URL (%s)', (way) => {
	it.each([
		['a closed port', undefined],
		['a login page', { status: 200, type: 'text/html', body: '<html>login</html>' }],
		['another service', { status: 404, type: 'application/json', body: '{}' }],
	])(
		'%s, corrected later, loses no event',
		async (_what, answer) => {
			const server = createServer((_request, response) => {
				response.writeHead(answer?.status ?? 200, { 'content-type': answer?.type });
				response.end(answer?.body);
			});
			await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
			const { port } = server.address() as AddressInfo;
			if (answer === undefined) await new Promise((done) => server.close(done));
			const { baseUrl, apiKey } = bench.sandbox;
			const credentials = { baseUrl, apiKey };
			const trigger = active({ way, credentials, parameters: { beginWith: 'now' } });
			await trigger.publish();
			await trigger.tick();
			later(5 * MINUTE);
			const before = eventIds(1);
			await trigger.tick();
			expect(trigger.ids).toEqual(before);
			credentials.baseUrl = `http://127.0.0.1:${port}`;
			const failed: boolean[] = [];
			for (let poll = 0; poll < 3; poll++) {
				later(5 * MINUTE);
				failed.push(
					await trigger.tick().then(
						() => false,
						() => true,
					),
				);
				forgetWaits();
				if (poll === 1) eventIds(2);
			}
			expect(failed).toEqual([true, true, true]);
			credentials.baseUrl = baseUrl;
			for (let poll = 0; poll < 3; poll++) {
				later(5 * MINUTE);
				await trigger.tick();
			}
			server.close();
			expect(trigger.ids).toHaveLength(3);
		},
		60_000,
	);
});

describe('failures:', () => {
	const failing = (fault: object) =>
		bench.sandbox.faults.add({ path: '/events*', times: Infinity, ...fault });

	it.each([
		['500', { status: 500 }],
		['a reset', { reset: 'before' }],
	])(
		'%s at the first poll does not stop the publication, and later polls deliver',
		async (name, fault) => {
			const trigger = active({ workflowId: `w7 ${name}` });
			const warn = jest.spyOn(Container.get(Logger), 'warn');
			failing(fault);
			expect(await trigger.publish('activate')).toBeNull();
			expect(warn.mock.calls.map(([text]) => text)).toEqual([
				expect.stringMatching(
					new RegExp(`^Contact Consent Trigger of workflow w7 .+: ${sentence('firstPollFailed')} \\(.+\\)$`),
				),
			]);
			bench.sandbox.faults.clear();
			// Lets five minutes pass, as the service had asked.
			forgetWaits();
			const ids = eventIds(2);
			later(MINUTE);
			await trigger.tick();
			expect(trigger.ids).toEqual(ids);
		},
		30_000,
	);

	it.each([0, -1, -2])(
		'after a first poll that failed, an event %i milliseconds from the start is delivered',
		async (distance) => {
			const trigger = active();
			failing({ status: 500 });
			await trigger.publish();
			bench.sandbox.faults.clear();
			forgetWaits();
			const { starts } = (JSON.parse(trigger.stored) as { state: { starts: { update: number } } }).state;
			const event_time = new Date(starts.update + distance).toISOString();
			const { eventIds: ids } = bench.sandbox.seed({ events: [{ type: 'update', event_time }] });
			later(MINUTE);
			await trigger.tick();
			expect(trigger.ids).toEqual(ids);
		},
		30_000,
	);

	it('a refused key stops the publication, but not the start of n8n', async () => {
		const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: 'wrong' };
		const refused = sentence('keyRefused');
		await expect(active({ credentials }).publish('activate')).rejects.toThrow(refused);
		await expect(active({ credentials }).publish('init')).resolves.toBeNull();
		// n8n says "Publish again to retry" after the first refusal.
		await expect(active({ credentials }).publish('update')).rejects.toThrow(refused);
		failing({ status: 403 });
		await expect(active().publish('activate')).rejects.toMatchObject({ httpCode: '403' });
	});

	it('an event that nests 5,000 levels is left out by name, and the good ones beside it arrive', async () => {
		const trigger = active();
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		await trigger.publish();
		later(MINUTE);
		const shown = ['{}', `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`, '{}'].map(
			(contact, at) =>
				`{"type":"update","event_id":"e${at + 1}","event_time":"${new Date(Date.now()).toISOString()}","contact":${contact}}`,
		);
		bench.sandbox.faults.add({ path: '/events', status: 200, body: `[${shown.join()}]`, times: 1 });
		await trigger.tick();
		expect(trigger.ids).toEqual(['e1', 'e3']);
		expect(warn).toHaveBeenCalledWith(expect.stringMatching(/left out the event e2: it nests more than/));
	});

	it('what goes wrong inside n8n is told in words, with the step', async () => {
		const trigger = active();
		await trigger.publish();
		jest.spyOn(PollContext.prototype, 'getWorkflowStaticData').mockImplementation(() => {
			throw new TypeError("Cannot read properties of undefined (reading '<b>')");
		});
		await expect(trigger.tick()).rejects.toMatchObject({
			message: sentence('unexpected', { doing: 'the settings of the trigger were read' }),
			description: expect.stringContaining("n8n says: Cannot read properties of undefined (reading '‹b›')"),
		});
	});

	it.each([
		[401, 'credential-invalid'],
		[500, 'temporarily-unavailable'],
		[400, undefined],
		[404, undefined],
	])(
		'a later poll fails with the cause of the %i',
		async (status, cause) => {
			const trigger = active();
			await trigger.publish();
			const { stored } = trigger;
			failing({ status, ...(cause && { headers: { 'retry-after': '90' } }) });
			const error = (await trigger.tick().catch((caught: unknown) => caught)) as NodeApiError;
			expect(error.httpCode).toBe(String(status));
			expect((error as { failure?: { cause: string } }).failure?.cause).toBe(cause && declared(cause));
			expect(trigger.stored).toBe(stored);
		},
		30_000,
	);

	itOnNewest(
		'with the durable scheduler, a failing poll keeps the start of the trigger, and the next one throws so that n8n polls less often',
		async () => {
			failing({ status: 500 });
			const trigger = active({ way: 'durable' });
			expect(await trigger.tick()).toBeNull();
			expect(trigger.stored).not.toBe('{}');
			await expect(trigger.tick()).rejects.toMatchObject({ httpCode: '500' });
		},
		30_000,
	);

	it('the latest events and their PDFs arrive although the history asks to wait for good', async () => {
		const trigger = active();
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		const wait = { status: 429, headers: { 'retry-after': '90' }, times: Infinity };
		bench.sandbox.faults.add({ path: '/events', ...wait });
		const ids: string[] = [];
		for (let polls = 0; polls < 3; polls++) {
			ids.push(...eventIds(2), ...eventIds(1, 'documentation'));
			later(61 * MINUTE);
			await trigger.tick();
		}
		const items = trigger.executions.flat();
		expect([...trigger.ids].sort()).toEqual([...ids].sort());
		expect(items.filter(({ json }) => json.documentation_status === 'downloaded')).toHaveLength(3);
	}, 30_000);

	it.each([410, 416])(
		'a start that the history does not go back to (%i) blames no address',
		async (status) => {
			failing({ status });
			const parameters = { beginWith: 'date', startFrom: '2020-01-01' };
			const error = (await active({ parameters })
				.publish('activate')
				.catch((caught: unknown) => caught)) as NodeApiError;
			expect(error.message).toBe('The service does not show events of this period');
			expect(error.description).toMatch(/^If a start date is set, choose a later one\./);
			expect(requests()).toEqual(['/events']);
		},
	);

	it('publishing on an older n8n works while the service is down', async () => {
		failing({ status: 500 });
		const trigger = active({ tellsNoBudget: true });
		expect(await trigger.publish('activate')).toBeNull();
		await expect(trigger.tick()).rejects.toMatchObject({ httpCode: '500' });
	}, 30_000);

	it.each([
		[{ events: [] }, "'Events' is empty"],
		[{ beginWith: 'date', startFrom: 'soon' }, `'Start From' ${sentence('noDate')} "soon"`],
		[{ beginWith: 'date', startFrom: '202601310800' }, `'Start From' ${sentence('noDate')}`],
		[{ beginWith: 'date' }, "'Start From' is empty"],
		[{ beginWith: 'later' }, `'Begin With' has no choice "later"`],
		[{ options: { auditDays: 31 } }, "'Look Back (Days)' is not a number from 0 to 30, but 31"],
		[{ events: ['update', 'updates'] }, `'Events' has no choice "updates"`],
		...['undefined', 'null', '""', '"  "', '[]'].map((value): [Record<string, string>, string] => [
			{ events: `={{ ${value} }}` },
			`'Events' ${sentence('expressionGivesNothing')}`,
		]),
		...['undefined', 'null', '""', '"  "'].map((value): [Record<string, string>, string] => [
			{ beginWith: `={{ ${value} }}` },
			`'Begin With' ${sentence('expressionGivesNothing')}`,
		]),
		[{ events: '' }, "'Events' is empty"],
	])('wrong settings stop the publication: %j', async (parameters, message) => {
		await expect(active({ parameters }).publish('activate')).rejects.toThrow(message);
		expect(requests()).toEqual([]);
	});
});

describe('the time that n8n gives a poll', () => {
	const slow = async (delayMs: number, path: string) => {
		const trigger = active({ way: 'durable' });
		await trigger.publish();
		later(MINUTE);
		await trigger.tick();
		later(MINUTE);
		const ids = eventIds(1);
		bench.sandbox.log.clear();
		bench.sandbox.faults.add({ path, delayMs, times: Infinity });
		trigger.budget = 2000;
		const begun = performance.now();
		const error: unknown = await trigger.tick().catch((caught: unknown) => caught);
		const took = performance.now() - begun;
		return { ids: trigger.ids, expected: ids, paths: requests(), failed: error instanceof Error, took };
	};

	itOnNewest('is enough for an answer that comes in time', async () => {
		const { ids, expected, paths } = await slow(600, '/events');
		expect(ids).toEqual(expected);
		expect(paths).toEqual(['/events', '/events/latest']);
	});

	itOnNewest('is enough for the latest events if the history does not answer', async () => {
		const { ids, expected, paths, took } = await slow(30_000, '/events');
		expect(ids).toEqual(expected);
		expect(paths).toContain('/events/latest');
		expect(took).toBeLessThan(2000);
	});

	itOnNewest('ends the poll with a failure if neither list answers', async () => {
		const { ids, failed, took } = await slow(30_000, '/events*');
		expect(ids).toEqual([]);
		expect(failed).toBe(true);
		expect(took).toBeLessThan(2000);
	});
});
