import {
	delayBeforeRetry,
	isAmbiguous,
	isPassing,
	retryAfterMs,
	type FailedTry,
} from '../../nodes/ContactConsent/transport/retry';

const NOW = Date.parse('2026-01-31T08:00:00Z');
const HALF = 0.5;
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

interface Row extends FailedTry {
	/** Milliseconds before the next try of something that may be repeated; null: none. */
	safe: number | null;
	/** The same for what may only be repeated after a 429. */
	onlyRateLimited: number | null;
	why: string;
}

const TABLE: Row[] = [
	{ why: 'no answer', safe: 250, onlyRateLimited: null },
	{ why: 'never connected', neverSent: true, safe: 250, onlyRateLimited: null },
	{ why: 'request timeout', status: 408, safe: 250, onlyRateLimited: null },
	{ why: 'documented as "try again later"', status: 500, safe: 250, onlyRateLimited: null },
	{ why: 'gateway', status: 502, safe: 250, onlyRateLimited: null },
	{ why: 'overload', status: 503, safe: 250, onlyRateLimited: null },
	{ why: 'asked, seconds', status: 500, retryAfter: '7', safe: 7000, onlyRateLimited: null },
	{ why: 'asked, now', status: 500, retryAfter: '0', safe: 0, onlyRateLimited: null },
	{ why: 'asked, date', status: 502, retryAfter: inSeconds(9), safe: 9000, onlyRateLimited: null },
	{ why: 'asked, past date', status: 502, retryAfter: inSeconds(-9), safe: 0, onlyRateLimited: null },
	{ why: 'asked, too long', status: 500, retryAfter: '3600', safe: 60_000, onlyRateLimited: null },
	{ why: 'asked, unreadable', status: 500, retryAfter: 'soon', safe: 250, onlyRateLimited: null },
	{ why: 'gateway timeout', status: 504, safe: 250, onlyRateLimited: null },
	...[400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 501, 505, 302].map((status) => ({
		why: 'final',
		status,
		retryAfter: '1',
		safe: null,
		onlyRateLimited: null,
	})),
];

describe.each(['safe', 'onlyRateLimited'] as const)('the first try of a request that is %s', (repeatable) => {
	it.each(TABLE)('$why ($status)', (row) => {
		expect(delayBeforeRetry(row, repeatable, 1, NOW, HALF) ?? null).toBe(row[repeatable]);
	});
});

it.each([
	[1, 500],
	[2, 1000],
	[3, 2000],
	[4, undefined],
	[5, undefined],
])('after try %i the wait is below %s ms', (tries, bound) => {
	const longest = delayBeforeRetry({}, 'safe', tries, NOW, 1);
	expect(longest).toBe(bound);
	if (bound !== undefined) expect(delayBeforeRetry({}, 'safe', tries, NOW, 0)).toBe(0);
});

it.each([
	[{}, true, true],
	[{ neverSent: true }, true, false],
	[{ status: 429 }, true, false],
	[{ status: 500 }, true, true],
	[{ status: 504 }, true, true],
	[{ status: 404 }, false, false],
])('%j passes: %s, may have worked: %s', (failed, passes, ambiguous) => {
	expect([isPassing(failed), isAmbiguous(failed)]).toEqual([passes, ambiguous]);
});

it.each([
	['0', 0],
	['5', 5000],
	['007', 7000],
	[inSeconds(9), 9000],
	[inSeconds(-9), 0],
])('Retry-After %j is %s ms', (header, expected) => {
	expect(retryAfterMs(header, NOW)).toBe(expected);
});

it.each([
	undefined,
	'',
	' ',
	'1.5',
	'-1',
	'+1',
	'1e3',
	'0x10',
	'in 5',
	'5 s',
	'never',
	'2026-01-01',
	'9'.repeat(20),
	inSeconds(9).replace('GMT', 'UTC'),
	inSeconds(9).replace(/^\w{3}/, 'Xyz'),
	'Sat, 31 Feb 2026 08:00:00 GMT',
	'Saturday, 31-Jan-26 08:00:09 GMT',
])('Retry-After %j is unreadable', (header) => {
	expect(retryAfterMs(header, NOW)).toBeUndefined();
});
