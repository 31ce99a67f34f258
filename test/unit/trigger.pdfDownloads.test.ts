/* eslint-disable */
/** How downloads of PDFs end, and how many there are at a time. */
import { askForPdfs, byteCounter, type Try } from '../../nodes/ContactConsent/trigger/pdfDownloads';
import { senderOf } from '../support/sender';
import { failure } from '../support/service-failure';
import { documentOf } from '../support/trigger-parts';

/** The answer for a document: a PDF of so many bytes, in one part; `none` for 204; an error. */
type Answer = number | 'none' | Error;

const [SECOND, YES, NO] = [1000, true, false];
const eventsOf = (ids: Iterable<string>) => [...ids].map((id) => documentOf(id, 0, { contact_id: 'c' }));
/** Downloads from a service with these answers, by `event_id`. @param begin each request waits for it */
function downloadsOf(
	answers: Record<string, Answer>,
	begin: () => Promise<void> = async () => await Promise.resolve(),
) {
	const asked: string[] = [];
	async function* bodyOf(bytes: number) {
		yield await Promise.resolve(Buffer.alloc(bytes));
	}
	const send = senderOf(async ({ path: [, , id = ''] }: { path: string[] }) => {
		asked.push(id);
		await begin();
		const answer = answers[id] ?? 0;
		if (answer instanceof Error) throw answer;
		if (answer === 'none') return { status: 204, headers: {}, body: '' };
		return { status: 200, headers: {}, body: bodyOf(answer) };
	});
	const bytes = byteCounter();
	const ask = async (ids: Iterable<string>, timeLeft = SECOND) =>
		await askForPdfs(eventsOf(ids), { send, downloadTimeLeft: () => timeLeft }, bytes);
	return { ask, asked };
}

const refusal = (status: number, more = {}) => failure({ kind: 'status', status, ...more });

it.each<[string, Answer, Try['end'], Try['status'], boolean, boolean]>([
	['a PDF', 5, 'final', 'downloaded', YES, YES],
	['no PDF yet', 'none', 'waits', 'not_generated', YES, YES],
	['an empty body', 0, 'waits', 'unavailable', YES, YES],
	['a body that is no PDF', failure({ kind: 'unexpectedBody' }), 'waits', 'unavailable', YES, YES],
	['no PDF of a proxy', failure({ kind: 'unexpectedBody', from: 'proxy' }), 'waits', 'unavailable', NO, YES],
	['404', refusal(404), 'final', 'not_found', YES, YES],
	['404 of a proxy', refusal(404, { from: 'proxy' }), 'final', 'not_found', NO, YES],
	['404 of another server', refusal(404, { wrongAddress: true }), 'waits', 'unavailable', NO, YES],
	['410', refusal(410), 'final', 'gone', YES, YES],
	['a file that is too large', failure({ kind: 'tooLarge' }), 'final', 'unavailable', YES, YES],
	['an ID that no path may have', failure({ kind: 'invalidPath' }), 'final', 'not_found', NO, YES],
	['429', refusal(429), 'waits', 'unavailable', NO, NO],
	['503', refusal(503), 'waits', 'unavailable', NO, YES],
	['a closed line', refusal(503, { neverSent: true }), 'waits', 'unavailable', NO, NO],
	['no connection', failure({ kind: 'unreachable' }), 'waits', 'unavailable', NO, YES],
	['an error of ours', new RangeError('no'), 'waits', 'unavailable', NO, YES],
])('a download that meets %s', async (_, answer, end, status, serviceAnswered, countsAsTry) => {
	const tries = await downloadsOf({ a: answer }).ask('a');
	expect([...tries.values()]).toMatchObject([{ end, status, serviceAnswered, countsAsTry }]);
});

it('a download does not begin without time', async () => {
	const { ask, asked } = downloadsOf({ a: 5 });
	expect([(await ask('a', 0)).size, asked]).toEqual([0, []]);
});

describe('the room of a poll', () => {
	it.each([
		['20 MB', 20e6],
		['more', 30e6],
	])('is used up by %s that have come, so that no further PDF is asked for', async (_, size) => {
		const { ask, asked } = downloadsOf({ a: size, b: 1, c: 1 });
		expect([...(await ask('a')).values()]).toMatchObject([{ status: 'downloaded' }]);
		expect([(await ask('bc')).size, asked]).toEqual([0, ['a']]);
	});

	it('leaves its last byte to a further PDF', async () => {
		const { ask, asked } = downloadsOf({ a: 20e6 - 1, b: 1, c: 1 });
		await ask('a');
		expect([...(await ask('bc')).values()]).toMatchObject([{ status: 'downloaded' }]);
		expect(asked).toEqual(['a', 'b']);
	});
});

it.each<[string, Answer, number, number[]]>([
	['more and more', 1, 60, [5, 15, 40]],
	['no more than fit', 1.1e6, 60, [5, 13]],
	['more only if some arrive', 'none', 12, [5, 5, 2]],
])('PDFs download at the same time: %s', async (_, answer, count, expected) => {
	const ids = Array.from({ length: count }, (__, index) => `e${index}`);
	const open: Array<() => void> = [];
	const sizes: number[] = [];
	const { ask } = downloadsOf(
		Object.fromEntries(ids.map((id) => [id, answer])),
		async () => await new Promise((resolve) => void open.push(resolve)),
	);
	const working = ask(ids);
	const wave = async () => {
		for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
	};
	for (await wave(); open.length > 0; await wave()) {
		sizes.push(open.length);
		for (const done of open.splice(0)) done();
	}
	await working;
	expect(sizes.slice(0, expected.length)).toEqual(expected);
});
