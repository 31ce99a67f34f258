/* eslint-disable */
/** Another server at the address, another key, or an address that n8n does not allow. */
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';

import { actionBench, factsOf, KEY, withoutJitter, wordsOf, type Parameters } from '../support/action';
import { declared, itOnNewest } from '../support/features';
import { sentence } from '../support/sentences';

const bench = actionBench();
withoutJitter();

const GET: Parameters = { resource: 'contact', operation: 'get', contactId: 'c' };

describe('wrong key or wrong address', () => {
	const against = async (part: IDataObject) =>
		await bench.run(GET, { credentials: { baseUrl: bench.sandbox.baseUrl, apiKey: KEY, ...part } });

	it('a wrong key that is answered with 403 is not called recognised', async () => {
		bench.sandbox.configure({ unauthorizedStatus: 403 });
		const words = wordsOf(await against({ apiKey: 'another-key-55' }));
		expect(words).toMatch(
			new RegExp(`${sentence('notAllowed')}\\n[\\s\\S]*'API Key' and 'Authentication Scheme'`),
		);
		expect(words).not.toMatch(/recognised|wrong key/i);
	});

	itOnNewest.each([
		['by its number', '127.0.0.1'],
		['by its name', 'localhost'],
	])('an address that n8n itself blocks is reported as blocked, %s', async (_, host) => {
		const protection = Container.get(SsrfProtectionConfig);
		protection.enabled = true;
		try {
			const run = await against({ baseUrl: `http://${host}:${bench.sandbox.port}` });
			expect(wordsOf(run)).toMatch(
				/^The request was blocked because it resolves to a restricted IP address\n.*administrator.*N8N_SSRF_ALLOWED_HOSTNAMES/,
			);
			expect(factsOf(run)).toMatchObject({ cause: declared('configuration-invalid'), itemIndex: 0 });
			expect(bench.requests()).toEqual([]);
		} finally {
			protection.enabled = false;
		}
	});
});
