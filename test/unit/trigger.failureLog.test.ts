/** What n8n's log says about lists that fail. */
import { logReading } from '../../nodes/ContactConsent/trigger/failureLog';
import type { Memory } from '../../nodes/ContactConsent/trigger/processMemory';
import type { Poll } from '../../nodes/ContactConsent/trigger/pollContext';
import { ACCOUNT, HOUR, MINUTE, NOW, readingOf } from '../support/trigger-parts';
import { failure } from '../support/service-failure';
import { sentence } from '../support/sentences';

describe('a list that fails is logged', () => {
	const [refused, other] = [failure({ kind: 'status', status: 500 }), failure({ kind: 'unreachable' })];
	const endless = failure({ kind: 'endless' });
	const HISTORY = 'the history';
	const LATEST = 'the list of the latest events';
	type Errors = Partial<Record<'history' | 'latest', Error>>;

	it.each<[string, Array<[number, Errors, 'left'?]>, string[]]>([
		[
			'in detail before the hour is over, and with its beginning after an hour, once an hour',
			[
				[0, { history: refused }],
				[HOUR - 1, { history: refused }],
				[HOUR, { history: refused }],
				[2 * HOUR - 1, { history: refused }],
				[2 * HOUR, { history: refused }],
			],
			[
				`debug: ${HISTORY} could not be read (no)`,
				`debug: ${HISTORY} could not be read (no)`,
				`warn: ${HISTORY} has failed since 2026-03-01T12:00:00.000Z (no)`,
				`debug: ${HISTORY} could not be read (no)`,
				`warn: ${HISTORY} has failed since 2026-03-01T12:00:00.000Z (no)`,
			],
		],
		[
			'each by its name',
			[[0, { history: refused, latest: other }]],
			[`debug: ${HISTORY} could not be read (no)`, `debug: ${LATEST} could not be read (no)`],
		],
		[
			'since its first failure, if it was not asked in between because of the history',
			[
				[0, { latest: refused }],
				[MINUTE, { history: refused }, 'left'],
				[HOUR, { latest: refused }],
			],
			[
				`debug: ${LATEST} could not be read (no)`,
				`debug: ${HISTORY} could not be read (no)`,
				`warn: ${LATEST} has failed since 2026-03-01T12:00:00.000Z (no)`,
			],
		],
		[
			'from its last failure on, if it was read in between',
			[
				[0, { latest: refused }],
				[MINUTE, {}],
				[2 * HOUR, { latest: refused }],
			],
			[`debug: ${LATEST} could not be read (no)`, `debug: ${LATEST} could not be read (no)`],
		],
		[
			'at once if it never ends, and then like others',
			[
				[0, { latest: endless }],
				[MINUTE, { latest: endless }],
			],
			[`warn: ${LATEST} ${sentence('notReadToEnd')} (no)`, `debug: ${LATEST} could not be read (no)`],
		],
	])('%s', (_, polls, expected) => {
		const said: string[] = [];
		const memory: Memory = {
			account: ACCOUNT,
			polledAt: 0,
			pdfWaits: new Map(),
			wasAlone: false,
			failing: {},
			saidAgain: new Set(),
		};
		for (const [at, errors, left] of polls) {
			const log = (level: string, text: string) => void said.push(`${level}: ${text}`);
			const poll = { elapsed: () => at, now: () => NOW + at, log } as unknown as Poll;
			logReading(memory, readingOf([], [], { listErrors: errors, isLatestLeft: left !== undefined }), poll);
		}
		expect(said).toEqual(expected);
	});
});
