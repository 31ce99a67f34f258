/** What is sent in the header, where to, and which credentials are refused before any request. */
import { actionBench, KEY, PRODUCTION_KEY, wordsOf } from '../support/action';

const bench = actionBench();

describe('the Authorization header', () => {
	const get = { resource: 'contact', operation: 'get', contactId: 'c', options: { onNotFound: 'empty' } };

	it.each([
		['none', '', KEY],
		['bearer', '', `Bearer ${KEY}`],
		['custom', 'ApiKey', `ApiKey ${KEY}`],
		['custom', ' ApiKey ', `ApiKey ${KEY}`],
		['custom', '', KEY],
	])('scheme %s with prefix %j', async (authScheme, authPrefix, expected) => {
		bench.sandbox.configure({ authScheme: 'any' });
		const { baseUrl } = bench.sandbox;
		await bench.run(get, { credentials: { baseUrl, apiKey: ` ${KEY} `, authScheme, authPrefix } });
		expect(bench.sandbox.log.last()?.headers.authorization).toBe(expected);
	});

	it.each(['', '/', '/v1', '/v1/'])('goes to the same place with %j behind the Base URL', async (end) => {
		const credentials = { baseUrl: bench.sandbox.baseUrl + end, apiKey: PRODUCTION_KEY };
		await bench.run(get, { credentials });
		expect(bench.requests()).toEqual(['GET /contacts/c']);
	});

	it.each([
		[{ baseUrl: 'not an address' }, /'Base URL' is not a web address/],
		[{ baseUrl: 'ftp://api.example.com' }, /http:\/\/ or https:\/\//],
		[{ baseUrl: 'https://u:p@api.example.com' }, /user name/],
		[{ baseUrl: '' }, /Base URL/],
		[{ apiKey: ' ' }, /'API Key' is empty/],
		[{ apiKey: 'line\nbreak' }, /cannot be sent in a header/],
		[{ apiKey: 'k😀y' }, /cannot be sent in a header/],
	])('is not sent with %j', async (part, words) => {
		const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY, ...part };
		expect(wordsOf(await bench.run(get, { credentials }))).toMatch(words);
		expect(bench.requests()).toEqual([]);
	});
});
