/** The fields and options that operations share, as their plans use them. */
import { download } from '../../nodes/ContactConsent/operations/documentation/download';
import { waitingOf } from '../../nodes/ContactConsent/parameters/commonFields';

it('Timeout (Seconds) counts seconds', () => {
	expect(waitingOf({ timeout: 2, pendingStatuses: '' }).timeout).toBe(2000);
});

it('Max Wait (Seconds) counts seconds', () => {
	const options = { maxWait: 2, whenNotGenerated: 'wait', onNotFound: 'error' };
	const parameters = { contactId: 'c', binaryPropertyName: 'data', options };
	const plan = download.kind === 'file' && download.plan(parameters, 'UTC');
	expect(plan).toMatchObject({ maxWait: 2000 });
});

it('statuses are unfinished however they are spelled', () => {
	const { isPending } = waitingOf({ timeout: 0, pendingStatuses: 'In Progress, queued,' });
	for (const status of ['in_progress', 'IN-PROGRESS', 'Queued']) expect(isPending({ status })).toBe(true);
	for (const body of [{ status: 'done' }, { status: '' }, {}, undefined]) expect(isPending(body)).toBe(false);
});
