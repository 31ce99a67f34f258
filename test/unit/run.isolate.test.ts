/** The requests by which the refused elements of a batch are found: which, in which order, and which not. */
import { sendIsolating, suspectsOf } from '../../nodes/ContactConsent/run/isolate';
import { createTrial, type Trial } from '../../nodes/ContactConsent/run/trial';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';

/** What the service refuses elements with; `keys` are those that its answer names. */
interface Refused {
	status: number;
	keys?: string;
}

const entry = (outerKey: string) => ({ outerKey, innerKey: 'x', code: 'c', message: 'm' });

interface Given {
	elements?: string;
	/** Nothing: the elements are accepted. */
	service: (sent: string) => Refused | undefined;
	isolateInvalid?: boolean;
	trusting?: boolean;
	cut?: (elements: readonly string[]) => string[][];
	trial?: Trial;
	/** What happens elsewhere while others are asked. */
	askOthers?: (settled: Set<string>) => Promise<void>;
}

/** The requests, and the elements as they ended. */
async function isolate({
	elements = 'a b c d e f g h',
	service,
	isolateInvalid = true,
	trusting,
	cut = (some) => [[...some]],
	trial = createTrial(),
	askOthers = () => Promise.resolve(),
}: Given) {
	const sent: string[] = [];
	const accepted: string[] = [];
	const refused: Array<[ids: string, error: unknown]> = [];
	const settled = new Set<string>();
	await sendIsolating(
		elements.split(' '),
		{
			idOf: (id) => id,
			isolateInvalid,
			isSettled: (id) => settled.has(id),
			cut,
			trial,
			askOthers: async () => await askOthers(settled),
			accept(some) {
				sent.push(some.join(' '));
				const { status, keys } = service(some.join(' ')) ?? {};
				if (status === undefined) {
					accepted.push(...some);
					return Promise.resolve();
				}
				const validation = keys?.split(' ').map(entry);
				const facts = { kind: 'status' as const, status, ...(validation && { validation }) };
				return Promise.reject(new ServiceError({ message: `status ${status}`, description: '' }, facts));
			},
			refuse: (some, error) => void refused.push([some.join(' '), error]),
		},
		trusting,
	);
	const message = (error: unknown) => (error instanceof Error ? error.message : '');
	return {
		sent,
		accepted: accepted.sort().join(' '),
		refused: refused.map(([ids, error]) => `${ids}: ${message(error)}`),
	};
}

/** Refuses requests that hold one of these. */
const refusing =
	(bad: string, status = 422, keys?: string) =>
	(sent: string): Refused | undefined =>
		sent.split(' ').some((id) => bad.includes(id)) ? { status, ...(keys && { keys }) } : undefined;

it.each(['1.0', '+1', '1e0', ' 1'])('%j is no index', (key) => {
	expect(suspectsOf(['a', 'b'], [entry(key)], (id) => id)).toEqual(new Set());
});

it.each([422, 400])('a %i is about single elements', async (status) => {
	const { sent, accepted, refused } = await isolate({ service: refusing('c', status) });
	expect(refused).toEqual([`c: status ${status}`]);
	expect(accepted).toBe('a b d e f g h');
	expect(sent.length).toBeGreaterThan(1);
});

it.each([401, 404, 500, 302])('a %i is about all of them: they are refused together', async (status) => {
	const { sent, refused } = await isolate({ elements: 'a b c', service: refusing('c', status) });
	expect([sent, refused]).toEqual([['a b c'], [`a b c: status ${status}`]]);
});

it('a single element is sent once', async () => {
	const { sent, refused } = await isolate({ elements: 'a', service: refusing('a') });
	expect([sent, refused]).toEqual([['a'], ['a: status 422']]);
});

describe('the order of requests', () => {
	it('is the largest part every other time, until something was accepted', async () => {
		const { sent } = await isolate({ service: refusing('abcd') });
		expect(sent).toEqual(['a b c d e f g h', 'a b c d', 'e f g h', 'a b', 'a', 'b', 'c d', 'c', 'd']);
	});

	it('is the order of the elements where names are not to be trusted', async () => {
		const { sent } = await isolate({ service: refusing('abcd', 422, 'd'), trusting: false });
		expect(sent).toEqual(['a b c d e f g h', 'a b c d', 'a b', 'a', 'b', 'c d', 'c', 'd', 'e f g h']);
	});

	it('is the order of the elements where they were too large', async () => {
		const { sent } = await isolate({ service: (ids) => (ids.length > 1 ? { status: 413 } : undefined) });
		expect(sent.slice(0, 5)).toEqual(['a b c d e f g h', 'a b c d', 'a b', 'a', 'b']);
	});

	it('is the largest part, and not the oldest one, every other time', async () => {
		const { sent } = await isolate({ service: refusing('abcdef', 422, 'a b c d e f') });
		expect(sent.slice(0, 4)).toEqual(['a b c d e f g h', 'a b c d e f', 'd e f', 'd e']);
	});

	it('is named elements first, then the rest', async () => {
		const { sent, refused } = await isolate({ service: refusing('cf', 422, 'f c') });
		expect(sent).toEqual(['a b c d e f g h', 'c f', 'a b d e g h', 'c', 'f']);
		expect(refused).toEqual(['c: status 422', 'f: status 422']);
	});
});

describe('names', () => {
	it('are believed again and again, also after parts that nobody had named were accepted', async () => {
		const { sent } = await isolate({
			service: (ids) =>
				ids.includes('f') ? { status: 422, keys: ids.startsWith('e') ? 'f' : 'x' } : undefined,
		});
		expect(sent).toEqual(['a b c d e f g h', 'a b c d', 'e f g h', 'f', 'e g h']);
	});

	it('are believed no more once an element that they named was accepted', async () => {
		const { sent, refused } = await isolate({ service: refusing('f', 422, '0') });
		expect(sent).toEqual(['a b c d e f g h', 'a', 'b c d e f g h', 'b c d e', 'f g h', 'f g', 'f', 'g', 'h']);
		expect(refused).toEqual(['f: status 422']);
	});

	it('in an answer to what was too large say nothing', async () => {
		const { sent } = await isolate({
			elements: 'a b c d',
			service: (ids) => (ids === 'a b c d' ? { status: 413, keys: 'd' } : undefined),
		});
		expect(sent).toEqual(['a b c d', 'a b', 'c d']);
	});
});

describe('what is too large', () => {
	const upTo = (most: number) => (ids: string) =>
		ids.split(' ').length > most ? { status: 413 } : undefined;

	it.each<[what: string, cut: Given['cut'], sent: string[]]>([
		['by what is known of sizes', (some) => [some.slice(0, 3), some.slice(3)], ['a b c d', 'a b c', 'd']],
		['in halves where nothing is known', (some) => [[...some]], ['a b c d', 'a b', 'c d']],
	])('is cut %s', async (_what, cut, expected) => {
		for (const isolateInvalid of [true, false]) {
			const { sent } = await isolate({ elements: 'a b c d', service: upTo(3), cut, isolateInvalid });
			expect(sent).toEqual(expected);
		}
	});

	it('is not cut for any other refusal', async () => {
		const { sent } = await isolate({
			elements: 'a b c d',
			service: refusing('d'),
			cut: (some) => some.map((id) => [id]),
		});
		expect(sent).toEqual(['a b c d', 'a b', 'c d', 'c', 'd']);
	});
});

describe('where everything is refused', () => {
	const many = (count: number) => Array.from({ length: count }, (_, at) => `e${at}`).join(' ');
	const all = () => ({ status: 400 });

	it('others are asked after 40 requests, and the rest is refused with that reason', async () => {
		let asked = 0;
		const { sent, refused } = await isolate({
			elements: many(100),
			service: all,
			askOthers: () => Promise.resolve(void asked++),
		});
		expect([sent.length, asked]).toEqual([40, 1]);
		const elements = refused.flatMap((one) => one.replace(/:.*/, '').split(' '));
		expect(new Set(elements).size).toBe(100);
		expect(elements).toHaveLength(100);
	});

	it('nothing is concluded where another one was taken', async () => {
		const trial = createTrial();
		const { sent } = await isolate({
			elements: many(100),
			service: all,
			trial,
			askOthers: () => Promise.resolve(trial.accepted()),
		});
		// Each element alone, and each of the parts that hold several.
		expect(sent).toHaveLength(199);
	});

	it('nobody is asked on account of a failure that is not about elements', async () => {
		let asked = 0;
		const trial = createTrial();
		for (let count = 0; count < 200; count++) {
			await isolate({
				elements: 'a b',
				service: all,
				isolateInvalid: false,
				trial,
				askOthers: () => Promise.resolve(void asked++),
			});
		}
		expect([asked, trial.verdict()]).toEqual([0, undefined]);
	});

	it('what was settled from elsewhere in the meantime is not sent again', async () => {
		const trial = createTrial();
		const { sent } = await isolate({
			elements: many(100),
			service: all,
			trial,
			askOthers: (settled) => {
				for (const id of many(100).split(' ')) if (id !== 'e99') settled.add(id);
				trial.accepted();
				return Promise.resolve();
			},
		});
		expect(sent.slice(40)).toEqual(['e99']);
	});
});

it('a batch with nothing left to find waits for no other that has', async () => {
	const trial = createTrial();
	let release = () => {};
	const busy = trial.alone(() => new Promise<void>((resolve) => (release = resolve)));
	const { refused } = await isolate({ elements: 'a b', service: refusing('a', 500), trial });
	expect(refused).toEqual(['a b: status 500']);
	release();
	await busy;
});
