import { DateTime } from 'luxon';

import { dayOf, epochOf, toUtcIso } from '../../nodes/ContactConsent/lib/dates';

const BERLIN = 'Europe/Berlin';

describe('a point in time', () => {
	it.each([
		['2026-01-31T08:00:00+01:00', '2026-01-31T07:00:00.000Z'],
		['2026-01-31T08:00:00-0530', '2026-01-31T13:30:00.000Z'],
		['2026-01-31T08:00:00+05', '2026-01-31T03:00:00.000Z'],
		['2026-01-31T08:00:00-23:59', '2026-02-01T07:59:00.000Z'],
		['2026-01-31T08:00:00.1234567891Z', '2026-01-31T08:00:00.123Z'],
		['2026-01-31T08:00:00,029Z', '2026-01-31T08:00:00.029Z'],
		['20260131T080000Z', '2026-01-31T08:00:00.000Z'],
		['2026-01-31T08Z', '2026-01-31T08:00:00.000Z'],
		[' 2026-07-31 08:00 ', '2026-07-31T06:00:00.000Z'],
		['1769846400000', '2026-01-31T08:00:00.000Z'],
		// Milliseconds of 1976 that no calendar has as yyyyMMddHHmm.
		['202613310800', '1976-06-03T01:28:30.800Z'],
		['202601310860', '1976-06-02T22:08:30.860Z'],
		[1769846400000, '2026-01-31T08:00:00.000Z'],
		[new Date('2026-01-31T08:00:00Z'), '2026-01-31T08:00:00.000Z'],
		[DateTime.fromISO('2026-01-31T08:00:00', { zone: 'America/New_York' }), '2026-01-31T13:00:00.000Z'],
	])('%s is read as UTC', (given, expected) => {
		expect(toUtcIso(given, BERLIN)).toBe(expected);
	});

	it.each([
		['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z', 'before the clocks go forward'],
		['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z', 'after the clocks go forward'],
		['2026-10-25T01:59:59', '2026-10-24T23:59:59.000Z', 'before the clocks go back'],
		['2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z', 'after the clocks go back'],
	])('%s is %s, %s', (given, expected) => {
		expect(toUtcIso(given, BERLIN)).toBe(expected);
	});

	it.each<unknown>([
		'tomorrow',
		'2026-0131',
		'31.01.2026',
		'2026-02-30',
		'2026-01-31T24:00:00',
		'2026-01-31T08:00:60',
		'12026-01-31',
		'on 2026-01-31',
		'2026-01-31T08:00:00Z+01:00',
		'2026-01-31T08:00:00+24:00',
		'2026-01-31T08:00:00+01:60',
		'0050-01-01T00:00:00Z',
		1769846400,
		'20260131080000',
		// Without its seconds, it could also be milliseconds of 1976.
		'202601310800',
		'190001010000',
		'210012312359',
		'',
		NaN,
		Infinity,
		true,
		null,
		{},
		new Date(NaN),
		DateTime.invalid('never'),
		{ toMillis: 1 },
		{ getTime: 1, toString: 1, valueOf: 1 },
		{ [Symbol.toStringTag]: 'date' },
	])('%p is refused', (given) => {
		expect(toUtcIso(given, BERLIN)).toBeUndefined();
	});
});

it('without a time zone, a time without an offset is UTC', () => {
	expect(epochOf('2026-01-31T08:00:00')).toBe(Date.UTC(2026, 0, 31, 8));
	expect(epochOf('2026-01-31')).toBe(Date.UTC(2026, 0, 31));
});

describe('the day that begins', () => {
	it.each([
		['2026-01-31T23:00:00Z', BERLIN, '2026-02-01'],
		['2026-07-31T22:00:00Z', BERLIN, '2026-08-01'],
		['1815-12-10T00:00:00Z', BERLIN, '1815-12-10'],
		// Before 1893 Berlin's offset was not a whole hour.
		['1815-12-09T23:06:32Z', BERLIN, '1815-12-10'],
		// The time zone of n8n itself is tried, too.
		['2026-01-01T05:00:00Z', BERLIN, '2026-01-01'],
		// The clocks went from 0:00 to 1:00, so the day began at 1:00.
		['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
	])('at %s, with the workflow in %s, is %s', (time, timeZone, day) => {
		expect(dayOf(new Date(time), timeZone)).toBe(day);
		expect(dayOf(time, timeZone)).toBe(day);
	});

	it.each(['2026-01-31T22:59:59Z', '2026-01-31T23:00:00.001Z', '2026-01-31T10:00:00Z'])(
		'is undefined at %s, because no day begins then',
		(time) => {
			expect(dayOf(new Date(time), BERLIN)).toBeUndefined();
			expect(dayOf(time, BERLIN)).toBeUndefined();
		},
	);

	it('is looked for in the zone of a DateTime or at the offset of a text, then in the zone of the workflow', () => {
		const tokyo = DateTime.fromISO('2026-02-01T00:00', { zone: 'Asia/Tokyo' });
		expect(dayOf(tokyo, BERLIN)).toBe('2026-02-01');
		expect(dayOf('2026-02-01T00:00+09:00', BERLIN)).toBe('2026-02-01');
		expect(dayOf(tokyo.plus({ hours: 8 }), BERLIN)).toBe('2026-02-01');
		expect(dayOf(tokyo.plus({ hours: 1 }), BERLIN)).toBeUndefined();
	});

	it('is found in a text with blanks around it', () => {
		expect(dayOf(' 2026-01-31T00:00 ', BERLIN)).toBe('2026-01-31');
	});

	it.each(['2026-01-31', '31.01.2026', '2026-13-31T00:00:00Z', 'soon', ''])(
		'for the text %j, which is no point in time, is that text',
		(text) => {
			expect(dayOf(text, BERLIN)).toBe(text);
		},
	);

	const NO_TIMES = [new Date(NaN), DateTime.invalid('never'), {}, { toMillis: () => NaN }];
	it.each(NO_TIMES)('is undefined for %p', (nothing) => {
		expect(dayOf(nothing, BERLIN)).toBeUndefined();
	});
});
