/* eslint-disable -- not published: `npm run lint` checks it with our own rules */
/** Fields Not Sent: Keep never sends what it has not read, or has read too long ago. */
import { join } from 'node:path';

import type { ContactUpload } from '../../sandbox/index';
import { bulkBench, contact, contacts } from '../support/bulk';
import { PACKAGE_DIR } from '../support/engine';

const bench = bulkBench();
const build = jest.requireActual<{ FRESH_FOR: number }>(
	join(PACKAGE_DIR, 'dist/nodes/ContactConsent/run/build.js'),
);

const consents = (granted: boolean) => [{ id: 'x', type: 'mail', granted }];
const withConsent = (granted: boolean) => ({ documentation: { consents: consents(granted) } });
const seed = (id: string, granted: boolean) =>
	bench.sandbox.seed({ contacts: [contact(id, withConsent(granted)) as unknown as ContactUpload] });
const grantedOf = (id: string) => bench.sandbox.contact(id)?.documentation?.consents?.[0]?.granted;
const reads = () => bench.sandbox.log.count({ method: 'GET', path: '/contacts/*' });

afterEach(() => jest.restoreAllMocks());

it('reads records again that were read before the service made the upload wait', async () => {
	jest.replaceProperty(build, 'FRESH_FOR', 2_000);
	seed('c0', true);
	seed('c1', true);
	bench.sandbox.faults.add({
		method: 'POST',
		path: '/contacts',
		status: 429,
		headers: { 'retry-after': '3' },
	});
	const upload = bench.upload({
		items: contacts(2).map((one) => ({ ...one, title: 'Dr.' })),
		fieldsNotSent: 'keep',
	});
	const withdrawn = setInterval(() => {
		if (bench.uploads({ status: 429 }).length === 0) return;
		clearInterval(withdrawn);
		seed('c1', false);
	}, 20);
	const { json } = await upload;
	expect(json).toMatchObject([{ accepted: true }, { accepted: true }]);
	expect(bench.lastBody()).toMatchObject([
		{ id: 'c0', title: 'Dr.', ...withConsent(true) },
		{ id: 'c1', title: 'Dr.', ...withConsent(false) },
	]);
	expect(grantedOf('c1')).toBe(false);
	expect(reads()).toBe(4);
});

it('does not bring back a contact that was deleted before the service let the upload through', async () => {
	jest.replaceProperty(build, 'FRESH_FOR', 2_000);
	const { faults, baseUrl, apiKey } = bench.sandbox;
	seed('c0', true);
	seed('c1', true);
	faults.add({ method: 'POST', path: '/contacts', status: 429, headers: { 'retry-after': '3' } });
	const upload = bench.upload({
		items: ['c0', 'c1'].map((id) => ({ id, title: 'Dr.' })),
		fieldsNotSent: 'keep',
		onError: 'continueRegularOutput',
	});
	const deleted = setInterval(() => {
		if (bench.uploads({ status: 429 }).length === 0) return;
		clearInterval(deleted);
		const request = { method: 'DELETE', headers: { authorization: apiKey } };
		void fetch(`${baseUrl}/v1/contacts/c0`, request);
	}, 20);
	const { json } = await upload;
	expect(json).toMatchObject([
		{ error: 'First Name and Last Name are missing' },
		{ id: 'c1', accepted: true },
	]);
	expect(bench.stored()).toEqual(['c1']);
});

it('sends in the end, however slow the service is', async () => {
	jest.replaceProperty(build, 'FRESH_FOR', -1);
	seed('c0', true);
	const { json } = await bench.upload({ items: contacts(1), fieldsNotSent: 'keep' });
	expect(json).toMatchObject([{ accepted: true }]);
	expect(reads()).toBe(4);
});

it('reads once where nothing makes it wait', async () => {
	seed('c0', true);
	await bench.upload({ items: contacts(2), fieldsNotSent: 'keep' });
	expect(reads()).toBe(2);
});

it('does not take the 404 of a gateway for a record that is not there', async () => {
	seed('c0', true);
	const body = { message: 'no Route matched' };
	bench.sandbox.faults.add({ path: '/contacts/c0', status: 404, body, headers: { 'request-id': null } });
	const { json } = await bench.upload({
		items: [contact('c0'), contact('c1')],
		fieldsNotSent: 'keep',
		onError: 'continueRegularOutput',
	});
	expect(json[0]?.error).toMatch(/no Contact Consent service/);
	expect(json[1]).toMatchObject({ id: 'c1', accepted: true });
	expect(grantedOf('c0')).toBe(true);
});
