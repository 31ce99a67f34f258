/** Which failures and waits are the request's own, because the service works for others. */
import { isOwnFailure, isOwnWait, type Others } from '../../nodes/ContactConsent/transport/ownFault';
import { newTicket } from '../../nodes/ContactConsent/transport/ticket';
import type { ServiceRequest } from '../../nodes/ContactConsent/transport/types';

const GET: ServiceRequest = { method: 'GET', path: ['contacts', 'a'], expect: 'object', repeatable: 'safe' };
const UPLOAD: ServiceRequest = { ...GET, method: 'POST', expect: 'accepted' };
const NOBODY: Others = { wereAnswered: false, wereAnsweredHere: false, metLimit: false };

describe('a failure is its own', () => {
	it.each<[string, ServiceRequest, number | undefined, Partial<Others>, boolean]>([
		['if others were answered', GET, 500, { wereAnswered: true }, true],
		['not if nobody was answered', GET, 500, {}, false],
		['an upload that breaks off, if others were answered', UPLOAD, undefined, { wereAnswered: true }, true],
		['not an upload with a 500, if others were only read', UPLOAD, 500, { wereAnswered: true }, false],
		['an upload with a 500, if others were uploaded', UPLOAD, 500, { wereAnsweredHere: true }, true],
	])('%s', (_, request, status, others, expected) => {
		expect(isOwnFailure(request, { kind: 'status', status }, { ...NOBODY, ...others })).toBe(expected);
	});
});

describe('a wait is its own', () => {
	it.each<[string, boolean, number, Partial<Others>, boolean]>([
		['not the first time', false, 0, { wereAnsweredHere: true }, false],
		['the second time, if others succeeded since', true, 0, { wereAnsweredHere: true }, true],
		['not if nobody succeeded since', true, 0, {}, false],
		['if the wait before was its own', true, 1, {}, true],
		['not if there is a limit for all since', true, 1, { wereAnsweredHere: true, metLimit: true }, false],
	])('%s', (_, wasToldBefore, ownWaits, others, expected) => {
		const ticket = { ...newTicket(GET), ownWaits, firstToldToWait: wasToldBefore ? 0 : undefined };
		expect(isOwnWait(ticket, { ...NOBODY, ...others })).toBe(expected);
	});
});
