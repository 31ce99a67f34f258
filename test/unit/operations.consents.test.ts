/** Which consent of a type counts: compared with the rule as it is written, tried on random lists. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	consentStates,
	decidingConsents,
	isGranted,
	typeOf,
} from '../../nodes/ContactConsent/operations/contact/consents';
import { cases } from '../support/cases';
import { SEED } from '../support/seed';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const BERLIN = { timeZone: 'Europe/Berlin', now: NOW };
const AHEAD = '2099-01-01T00:00:00Z';

const stateOf = (...list: Array<[granted: unknown, granted_at?: unknown]>) =>
	consentStates(
		{
			documentation: {
				consents: list.map(([granted, granted_at]) => ({
					type: 'news',
					granted,
					granted_at,
				})) as IDataObject[],
			},
		},
		BERLIN,
	).news;

it.each<[what: string, list: Array<[unknown, unknown?]>, granted: boolean]>([
	['a grant alone, without a date', [[true]], true],
	[
		'a grant behind a withdrawal, both dated',
		[
			[false, '2026-02-01'],
			[true, '2026-03-01'],
		],
		true,
	],
	['a withdrawal without a date behind a dated grant', [[true, '2026-01-01'], [false]], false],
	['a dated grant behind a withdrawal without a date', [[false], [true, '2026-01-01']], true],
	['a grant without a date, and a dated withdrawal before it', [[false, '2026-01-01'], [true]], false],
	['a grant without a date behind a withdrawal without one', [[false], [true]], true],
	[
		'an older grant behind a withdrawal without a date, which a newer grant stands before',
		[[true, '2026-03-01'], [false], [true, '2026-02-01']],
		false,
	],
	[
		'both at the same time',
		[
			[false, '2026-02-01T10:00:00Z'],
			[true, '2026-02-01T10:00:00Z'],
		],
		false,
	],
	[
		'a grant that is ahead, and a withdrawal',
		[
			[true, AHEAD],
			[false, '2026-02-01'],
		],
		false,
	],
	[
		'a grant behind a withdrawal that is ahead',
		[
			[false, AHEAD],
			[true, '2026-02-01'],
		],
		true,
	],
	[
		'a date that is no date',
		[
			[true, '2026-01-01'],
			[false, 'yesterday'],
		],
		false,
	],
	[
		// Midnight in UTC is half past one in the summer of Berlin.
		'a grant half an hour after midnight in the time zone of the workflow, before a withdrawal at midnight UTC',
		[
			[false, '2026-07-01T00:00:00Z'],
			[true, '2026-07-01T00:30:00'],
		],
		false,
	],
	[
		'a grant on the day of the withdrawal',
		[
			[false, '2026-07-01'],
			[true, '2026-07-01T20:00:00'],
		],
		false,
	],
	['any other value than true', [['true', '2026-01-01']], false],
])('%s', (_what, list, granted) => {
	expect(stateOf(...list)).toBe(granted);
});

/** The rule, as interface.md has it: one of the grants is provably later than each of the withdrawals. */
function isGrantedByRule(list: readonly IDataObject[]): boolean {
	const all = list.map((one, at) => ({ ...one, at, time: Date.parse(one.granted_at as string) }));
	const grants = all.filter((one) => (one as IDataObject).granted === true);
	const withdrawals = all.filter((one) => (one as IDataObject).granted !== true);
	return grants.some((grant) =>
		withdrawals.every((withdrawal) => {
			if (!Number.isNaN(withdrawal.time)) return grant.time > withdrawal.time;
			const hasLaterBefore = grants.some(({ at, time }) => at < withdrawal.at && time > grant.time);
			return grant.at > withdrawal.at && !hasLaterBefore;
		}),
	);
}

it('a type is granted if, and only if, one of its grants is provably later than each withdrawal', () => {
	const consent = fc.record({
		type: fc.constant('news'),
		granted: fc.boolean(),
		granted_at: fc.constantFrom('', ...[1, 2, 3, 4].map((day) => `2026-01-0${day}T00:00:00Z`)),
	});
	fc.assert(
		fc.property(fc.array(consent, { minLength: 1, maxLength: 7 }), (consents) => {
			const state = consentStates({ documentation: { consents } }, BERLIN).news;
			expect(state).toBe(isGrantedByRule(consents));
		}),
		{ seed: SEED, numRuns: cases(3000, 50_000) },
	);
});

it('the consent that counts has the state that counts, and stands in the list', () => {
	const list = [
		{ type: 'a', granted: true, granted_at: '2026-01-01' },
		{ type: 'a', granted: false },
		{ type: 'b', granted: false, granted_at: '2026-02-01' },
		{ type: 'b', granted: true, granted_at: '2026-03-01' },
		{ granted: true },
	];
	const deciding = decidingConsents(list, BERLIN);
	expect([...deciding]).toEqual([
		['a', list[1]],
		['b', list[3]],
	]);
	expect([...deciding.values()].map(isGranted)).toEqual([false, true]);
	expect(list.map(typeOf)).toEqual(['a', 'a', 'b', 'b', undefined]);
});

it('a type with the name of a property of every object is a type like any other', () => {
	const consents = [{ type: '__proto__', granted: true }];
	expect(Object.keys(consentStates({ documentation: { consents } }, BERLIN))).toEqual(['__proto__']);
});
