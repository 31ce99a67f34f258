/** Whether a service refuses everything: when others are asked, and what follows from it. */
import { createTrial } from '../../nodes/ContactConsent/run/trial';
import { ServiceError } from '../../nodes/ContactConsent/transport/errors';
import type { FailureFacts } from '../../nodes/ContactConsent/transport/types';

const refusal = (status?: number, facts: Partial<FailureFacts> = {}) =>
	new ServiceError({ message: 'Bad Request', description: 'Do this.' }, { kind: 'status', status, ...facts });
const ENTRY = { outerKey: 'a', innerKey: 'email', code: 'c', message: 'm' };

/** Refusals of a kind, and at which of them others are asked, from 1. */
function askedAt(error: unknown, trial = createTrial(), count = 300): number[] {
	const times = Array.from({ length: count }, (_, at) => (trial.refused(error) ? at + 1 : 0));
	return times.filter(Boolean);
}

/** A trial in which everything was refused. */
function refused(status = 400, count = 40) {
	const trial = createTrial();
	askedAt(refusal(status), trial, count);
	trial.conclude();
	return trial;
}

describe('others are asked once', () => {
	it.each([
		[400, [40]],
		[422, [40]],
		[413, [120]],
		[403, []],
		[404, []],
		[500, []],
		[undefined, []],
	])('after refusals with %s: %j', (status, times) => {
		expect(askedAt(refusal(status))).toEqual(times);
	});

	it.each([
		['a refusal that names elements', refusal(422, { validation: [ENTRY] }), []],
		['one whose list of them is empty', refusal(422, { validation: [] }), [40]],
		['a mistake', new TypeError('no'), []],
	])('and not for %s', (_, error, times) => {
		expect(askedAt(error)).toEqual(times);
	});

	it('whatever else failed before', () => {
		const trial = createTrial();
		expect(askedAt(refusal(500), trial, 39)).toEqual([]);
		expect(askedAt(refusal(400), trial)).toEqual([40]);
	});

	it('by what was refused since the beginning, if nothing was accepted', () => {
		const trial = createTrial();
		expect(askedAt(refusal(413), trial, 39)).toEqual([]);
		expect(askedAt(refusal(400), trial)).toEqual([1]);
		const other = createTrial();
		expect(askedAt(refusal(400), other, 39)).toEqual([]);
		expect(other.isProven()).toBe(false);
		other.accepted();
		expect(other.isProven()).toBe(true);
		expect(askedAt(refusal(400), other)).toEqual([]);
	});

	it('and not after the verdict', () => {
		const trial = createTrial();
		askedAt(refusal(400), trial, 3);
		trial.conclude();
		expect(trial.verdict()).toBeDefined();
		expect(askedAt(refusal(400), trial)).toEqual([]);
		trial.conclude();
		expect(trial.verdict()?.description).toContain('refused all 3 requests');
	});
});

describe('the verdict', () => {
	it('is the last refusal, as one of everything', () => {
		const trial = createTrial();
		askedAt(refusal(422), trial, 39);
		askedAt(refusal(400, { requestId: 'r9' }), trial, 1);
		expect(trial.verdict()).toBeUndefined();
		trial.conclude();
		expect(trial.verdict()).toBeInstanceOf(ServiceError);
		expect(trial.verdict()).toMatchObject({
			message: 'Bad Request',
			description:
				'Do this. The service refused all 40 requests like this, so the rest was not sent. Request-Id: r9',
			facts: { kind: 'status', status: 400, requestId: 'r9', refusesAll: true },
		});
	});

	it('is not there where something was accepted, or nothing was refused', () => {
		const trial = createTrial();
		askedAt(refusal(400), trial, 40);
		trial.accepted();
		trial.conclude();
		expect(trial.verdict()).toBeUndefined();
		const untried = createTrial();
		untried.refused(new TypeError('no'));
		untried.conclude();
		expect(untried.verdict()).toBeUndefined();
	});

	it('stands in place of refusals like it, and of no other error', () => {
		const trial = refused(400);
		expect(trial.reasonFor(refusal(400))).toBe(trial.verdict());
		for (const error of [
			refusal(422),
			refusal(400, { validation: [ENTRY] }),
			refusal(),
			new Error('no'),
			undefined,
		]) {
			expect(trial.reasonFor(error)).toBe(error);
		}
		const earlier = refusal(400);
		expect(createTrial().reasonFor(earlier)).toBe(earlier);
	});
});

describe('tasks', () => {
	/** Tasks that end when they are told to. */
	function bench() {
		const trial = createTrial();
		const begun: string[] = [];
		const ends = new Map<string, () => void>();
		const ran = (name: string) =>
			trial.alone(async () => {
				begun.push(name);
				await new Promise<void>((resolve) => ends.set(name, resolve));
			});
		const settle = async () => {
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			return begun.join(' ');
		};
		const end = async (name: string) => {
			ends.get(name)?.();
			return await settle();
		};
		return { trial, ran, settle, end };
	}

	it('run one at a time as long as nothing is known', async () => {
		const { ran, settle, end } = bench();
		const all = ['a', 'b', 'c'].map(ran);
		expect(await settle()).toBe('a');
		expect(await end('a')).toBe('a b');
		expect(await end('b')).toBe('a b c');
		await end('c');
		expect(await Promise.all(all)).toEqual([undefined, undefined, undefined]);
		void ran('d');
		expect(await settle()).toBe('a b c d');
	});

	it.each<[string, (trial: ReturnType<typeof createTrial>) => void]>([
		['something was accepted', (trial) => trial.accepted()],
		[
			'everything is refused',
			(trial) => {
				trial.refused(refusal(400));
				trial.conclude();
			},
		],
	])('run at once as soon as it is known that %s', async (_, decide) => {
		const { trial, ran, settle, end } = bench();
		void ran('a');
		void ran('b');
		void ran('c');
		expect(await settle()).toBe('a');
		decide(trial);
		expect(await settle()).toBe('a b c');
		void ran('d');
		expect(await end('a')).toBe('a b c d');
	});

	it('go on after one that failed, and its error reaches who began it', async () => {
		const trial = createTrial();
		const first = trial.alone(() => Promise.reject(new Error('no')));
		const second = trial.alone(() => Promise.resolve());
		await expect(first).rejects.toThrow('no');
		await expect(second).resolves.toBeUndefined();
	});
});
