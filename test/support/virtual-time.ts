/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/**
 * Time that passes only while nothing is under way on the wire: what is measured in it does not depend on the machine.
 * Requests and answers are real; timers and clocks are jest's.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const CHANNELS = ['http.client.request.start', 'http.client.response.finish', 'http.client.request.error'];
/** Real turns of the event loop without news, after which everybody waits for the time. */
const QUIET_TURNS = 8;

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

export function virtualTime() {
	/** What is on its way between client and service. */
	let travelling = 0;
	let news = 0;
	const count = (_: unknown, channel: string | symbol) => {
		news++;
		travelling += channel === CHANNELS[0] ? 1 : -1;
	};

	return {
		start() {
			jest.useFakeTimers({
				doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'],
			});
			for (const channel of CHANNELS) subscribe(channel, count);
		},
		stop() {
			for (const channel of CHANNELS) unsubscribe(channel, count);
			jest.useRealTimers();
		},
		/** Answers a request after so many milliseconds. */
		answerIn(milliseconds: number, request: IncomingMessage, answer: () => ServerResponse) {
			request.resume().on('end', () => {
				travelling--;
				setTimeout(() => {
					travelling++;
					answer();
				}, milliseconds);
			});
		},
		/** Lets the time pass until a task has ended. */
		async until<T>(task: Promise<T>): Promise<T> {
			let isOver = false;
			const end = () => (isOver = true);
			task.then(end, end);
			for (let quiet = 0; !isOver;) {
				const before = news;
				await turn();
				quiet = travelling > 0 || news !== before ? 0 : quiet + 1;
				if (quiet < QUIET_TURNS) continue;
				quiet = 0;
				await jest.advanceTimersToNextTimerAsync();
			}
			return await task;
		},
	};
}
