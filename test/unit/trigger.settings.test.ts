/** The parameters of the trigger. */
import type { IDataObject } from 'n8n-workflow';

import { isSameBeginning, readSettings } from '../../nodes/ContactConsent/trigger/settings';
import { fakePoll } from '../support/fake-poll';
import { senderOf } from '../support/sender';
import { DAY, HOUR, MINUTE, NOW } from '../support/trigger-parts';
import { sentence } from '../support/sentences';

/** The key of the account is `secret`. */
const settingsWith = (parameters: IDataObject = {}) =>
	readSettings(
		fakePoll({ parameters }).context,
		senderOf(() => undefined),
	);

const thrownFor = (parameters: IDataObject): unknown => {
	try {
		return settingsWith(parameters);
	} catch (error) {
		return error;
	}
};

describe('the settings of the trigger', () => {
	it('have defaults', () => {
		expect(settingsWith()).toMatchObject({
			kinds: ['update', 'confirm', 'documentation'],
			series: [undefined],
			beginWith: 'unreceived',
			startFrom: undefined,
			download: true,
			binaryPropertyName: 'data',
			farLength: 7 * DAY,
			documentationWait: HOUR,
			maxEvents: 1000,
		});
	});

	it('have times in milliseconds', () => {
		const options = { auditDays: 0.5, documentationWait: 2 };
		const given = { beginWith: 'date', startFrom: '2026-03-01T12:00:00Z', options };
		expect(settingsWith(given)).toMatchObject({
			farLength: 12 * HOUR,
			documentationWait: 2 * MINUTE,
			startFrom: NOW,
		});
	});

	it('have the same beginning in another time zone, although its date is another instant', () => {
		const parameters = { beginWith: 'date', startFrom: '2026-03-01T12:00:00' };
		const [here, there] = ['Europe/Berlin', 'Asia/Tokyo'].map((zone) => {
			const { context } = fakePoll({ parameters });
			context.getTimezone = () => zone;
			return readSettings(
				context,
				senderOf(() => undefined),
			);
		});
		expect(here?.startFrom).toBe(NOW - HOUR);
		expect(there?.startFrom).toBe(NOW - 9 * HOUR);
		expect(isSameBeginning(String(there?.beginning), String(here?.beginning))).toBe(true);
	});

	it.each<[what: string, one: IDataObject, other: IDataObject, isSame: boolean]>([
		[
			'the same instant',
			{ startFrom: '2026-03-01T12:00:00Z' },
			{ startFrom: '2026-03-01T13:00:00+01:00' },
			true,
		],
		['another date', { startFrom: '2026-03-01T12:00:00Z' }, { startFrom: '2026-03-02T12:00:00Z' }, false],
		['another choice', { startFrom: '2026-03-01T12:00:00Z' }, { beginWith: 'now' }, false],
	])('compare the beginning with %s', (_, one, other, isSame) => {
		const [first, second] = [one, other].map(
			(given) => settingsWith({ beginWith: 'date', ...given }).beginning,
		);
		expect(isSameBeginning(String(first), String(second))).toBe(isSame);
	});

	it('have a series of requests for each kind if not all are chosen', () => {
		expect(settingsWith({ events: ['documentation', 'update'] })).toMatchObject({
			kinds: ['update', 'documentation'],
			series: ['update', 'documentation'],
		});
	});

	it.each<[string, IDataObject, string, boolean]>([
		['a documentation event', {}, 'documentation', true],
		['no other event', {}, 'update', false],
		['no documentation event if downloads are off', { downloadDocumentation: false }, 'documentation', false],
	])('have a PDF for %s', (_, parameters, type, expected) => {
		expect(settingsWith(parameters).wantsPdf({ type })).toBe(expected);
	});

	it('have the name of the field for the PDF, and a name if there is none', () => {
		expect(settingsWith({ binaryPropertyName: 'pdf' }).binaryPropertyName).toBe('pdf');
		expect(settingsWith({ downloadDocumentation: false }).binaryPropertyName).toBe('data');
	});

	it('let through all events, or those with the chosen consent', () => {
		const of = (type: string, granted: boolean) => ({
			type: 'update',
			contact: { id: 'c', documentation: { consents: [{ type, granted }] } },
		});
		const events = [of('email', true), of('email', false), of('phone', false)];
		expect(events.map(settingsWith().passes)).toEqual([true, true, true]);
		const filters = { consentType: 'email', consentGranted: 'withdrawn' };
		expect(events.map(settingsWith({ filters }).passes)).toEqual([false, true, false]);
	});

	it.each<[string, IDataObject, string, string]>([
		['no kind', { events: [] }, "'Events' is empty", sentence('chooseKind')],
		[
			'no date',
			{ beginWith: 'date', startFrom: '' },
			"'Start From' is empty",
			"Enter a date, or choose another 'Begin With'.",
		],
		['no time', { beginWith: 'date', startFrom: 'soon' }, "'Start From' is not a date", ''],
	])('are refused with %s', (_, parameters, message, advice) => {
		expect(thrownFor(parameters)).toMatchObject({
			message: expect.stringContaining(message) as string,
			description: expect.stringContaining(advice) as string,
		});
	});

	it('are refused in words without the key, which stay as they are', () => {
		expect(thrownFor({ beginWith: 'secret ECONNREFUSED' })).toMatchObject({
			message: `The parameter 'Begin With' has no choice "*** ECONNREFUSED"`,
		});
	});
});
