/** A consent that the service does not show is written once more, behind all that is stored. */
import { consentCheck } from '../../nodes/ContactConsent/operations/contact/consentReadBack';

const clock = { now: Date.parse('2026-03-01T12:00:00Z'), timeZone: 'UTC' };
const grant = { type: 'news', granted: true, granted_at: '2026-03-01T10:00:00Z' };

it('sends back stored consents that are no objects, too', () => {
	const stored = { consents: ['by phone', { type: 'sms', granted: true }], note: 'x' };
	const check = consentCheck(stored, { ...stored, consents: [...stored.consents, grant] }, () => clock);
	expect(check?.look(stored).again(stored)).toEqual({ ...stored, consents: [...stored.consents, grant] });
});

it('no stored grant is newer than a withdrawal without a date', () => {
	const stored = { consents: [grant] };
	const withdrawal = { type: 'news', granted: false };
	const check = consentCheck(stored, { consents: [grant, withdrawal] }, () => clock);
	expect(check?.look(stored)).toMatchObject({ missing: ['news (withdrawn)'], outdated: [] });
	expect(check?.look(stored).again(stored)).toEqual({ consents: [grant, withdrawal] });
});

it('finds a type that the service writes in another case', () => {
	const check = consentCheck({}, { consents: [grant] }, () => clock);
	expect(check?.look({ consents: [{ ...grant, type: 'NEWS' }] })).toMatchObject({
		missing: [],
		outdated: [],
	});
});

it('says of a withdrawal that is there with an older time than the grant that it does not count', () => {
	const before = { consents: [grant] };
	const withdrawal = { type: 'news', granted: false, granted_at: '2026-03-01T12:00:00Z' };
	const check = consentCheck(before, { consents: [grant, withdrawal] }, () => clock);
	const shown = (granted_at: string) => ({ consents: [grant, { ...withdrawal, granted_at }] });
	expect(check?.look(shown('2026-03-01T09:00:00Z'))).toMatchObject({
		missing: [],
		outdated: ['news (withdrawn)'],
	});
	expect(check?.look(shown('2026-03-01T11:00:00Z'))).toMatchObject({ missing: [], outdated: [] });
});

it('does not take a type for another one that is spelled nearly like it', () => {
	const all = ['E-Mail', 'Email'].map((type) => ({ ...grant, type }));
	const check = consentCheck({}, { consents: all }, () => clock);
	expect(check?.look({ consents: all.slice(0, 1) })).toMatchObject({
		missing: ['Email (granted)'],
		outdated: [],
	});
});
