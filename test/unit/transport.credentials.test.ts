/** Which credentials are usable, and what they reveal without the key. */
import {
	CREDENTIAL_BLANKING_VALUE,
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type INode,
} from 'n8n-workflow';

import {
	connectionOf,
	readConnection,
	type Connection,
	type SenderContext,
} from '../../nodes/ContactConsent/transport/credentials';
import { plainText, shortened } from '../../nodes/ContactConsent/lib/text';
import { sentence } from '../support/sentences';

const KEY = 'secret-key-1';
const GOOD = { baseUrl: 'https://a.example', apiKey: KEY };

/** Credentials as n8n hands them over, with any kind of value or without it. */
type Part = Record<string, unknown>;
const given = (part: Part) => ({ ...GOOD, ...part }) as ICredentialDataDecryptedObject;

/** The properties of usable credentials. */
function connected(part: Part): Connection {
	const connection = connectionOf(given(part));
	if ('problem' in connection) throw new Error(connection.problem);
	return connection;
}

it('an account is identified by its address and key, without showing the key', () => {
	const [one, same, otherKey, otherAddress] = [
		{},
		{ baseUrl: 'https://a.example/v1/', apiKey: ` ${KEY}\n` },
		{ apiKey: 'secret-key-2' },
		{ baseUrl: 'https://b.example' },
	].map((part) => connected(part).account);
	expect(one).toBe(same);
	expect(new Set([one, otherKey, otherAddress]).size).toBe(3);
	expect(one).not.toContain(KEY);
});

it.each<[Part, string, string]>([
	[{ baseUrl: 'file:///etc' }, "The 'Base URL' does not start with http:// or https://", 'Correct it'],
	[{ apiKey: '' }, "The 'API Key' is empty", 'Enter it'],
	[{ apiKey: undefined }, "The 'API Key' is empty", 'Enter it'],
	[
		{ apiKey: CREDENTIAL_BLANKING_VALUE },
		"The 'API Key' is the placeholder that n8n shows in place of a key",
		'Enter the key itself again',
	],
	...[
		'={{ $vars.KEY }}',
		'{{ $secrets.vault.key }}',
		'Bearer {{ $vars.KEY }}',
		'=$vars.KEY',
		'$env["KEY"]',
	].map((apiKey): [Part, string, string] => [
		{ apiKey },
		"The 'API Key' is the text of an expression, which n8n did not evaluate",
		'Switch the field to Expression, or enter the key itself,',
	]),
	...['undefined', 'Bearer undefined', 'null', '[object Object]'].map((apiKey): [Part, string, string] => [
		{ apiKey },
		"The expression of the 'API Key' gives no key",
		'Check that what it names exists and may be used here, or enter the key itself,',
	]),
	[{ authScheme: 'Bearer' }, "The 'Authentication Scheme' is unknown", 'Choose it again'],
])('credentials with %j are refused: %s', (part, problem, advice) => {
	expect(connectionOf(given(part))).toEqual({
		problem,
		advice: expect.stringMatching(`^${advice} in the Contact Consent API credentials`) as string,
	});
});

describe('a header', () => {
	it.each<[Part]>([
		[{ apiKey: 'k' }],
		[{ apiKey: ' key-1\n' }],
		[{ apiKey: 'with a space~' }],
		[{ apiKey: 12345 }],
		...['$2b$10$abc', '=abc', 'a{b}', 'undefinedkey', 'pk_null1', '$variable'].map((apiKey): [Part] => [
			{ apiKey },
		]),
		[{ authScheme: 'custom', authPrefix: 'ApiKey\n' }],
		[{ authScheme: 'bearer', authPrefix: 'left\nover' }],
	])('can contain %j', (part) => {
		expect(connectionOf(given(part))).not.toHaveProperty('problem');
	});

	it.each<[Part]>([
		[{ apiKey: 'line\nbreak' }],
		[{ apiKey: '€' }],
		[{ authScheme: 'custom', authPrefix: '→' }],
	])('cannot contain %j', (part) => {
		expect(connectionOf(given(part))).toEqual({
			problem: 'The API key or its prefix contains characters that cannot be sent in a header',
			advice:
				'Copy the key again, e.g. without a line break, and enter it in the Contact Consent API credentials.',
		});
	});
});

describe('usable credentials', () => {
	it.each<[unknown, boolean]>([
		[true, true],
		[false, false],
	])('with Ignore SSL Issues %j ignore them: %s', (ignoreSslIssues, expected) => {
		expect(connected({ ignoreSslIssues }).ignoreSslIssues).toBe(expected);
	});

	it.each([
		[KEY, 'The key *** (Bearer ***) may not do this'],
		// n8n sends it without the spaces around it.
		[` ${KEY}\n`, 'The key *** (Bearer ***) may not do this'],
		// The prefix belongs in another field.
		[`Bearer ${KEY}`, 'The key *** (***) may not do this'],
	])('with the key %j remove it from a text, wherever it is', (apiKey, shown) => {
		const { redact } = connected({ apiKey });
		expect(redact(`The key ${KEY} (Bearer ${KEY}) may not do this`)).toBe(shown);
		expect(redact(KEY)).toBe('***');
	});

	it.each<[Part, string]>([
		[{}, ''],
		[{ authScheme: 'none', authPrefix: 'left over' }, ''],
		[{ authScheme: 'bearer' }, 'Bearer'],
		[{ authScheme: 'custom', authPrefix: ' ApiKey ' }, 'ApiKey'],
	])('with %j have the prefix %j', (part, prefix) => {
		expect(connected(part).prefix).toBe(prefix);
	});

	it('do not add a prefix that the key begins with', () => {
		for (const part of [{ authScheme: 'bearer' }, { authScheme: 'custom', authPrefix: 'BEARER' }]) {
			expect(connectionOf(given({ ...part, apiKey: `Bearer  ${KEY}` }))).toEqual({
				problem: `The 'API Key' begins with "Bearer", which the 'Authentication Scheme' adds as well`,
				advice: 'Enter the key without it in the Contact Consent API credentials.',
			});
		}
		expect(connected({ apiKey: `Bearer ${KEY}` }).prefix).toBe('');
		expect(connected({ authScheme: 'bearer', apiKey: 'bearerkey' }).prefix).toBe('Bearer');
	});

	it('remove a key that JSON writes otherwise, and one at any depth', () => {
		for (const apiKey of ['my"quoted"key', 'my\\slashed\\key']) {
			expect(connected({ apiKey }).withoutKey({ a: [`x ${apiKey}`] })).toEqual({ a: ['x ***'] });
		}
		expect(connected({}).withoutKey({ a: { b: [{ c: encodeURIComponent(KEY) }] } })).toEqual({
			a: { b: [{ c: '***' }] },
		});
	});

	it('remove the key in every percent-encoding', () => {
		const key = 'k/7+s=$(x)é"';
		const { redact } = connected({ apiKey: key });
		const spelled = [key, encodeURIComponent(key), encodeURI(key), 'k%2f7%2Bs=%24%28x%29%c3%a9%22'];
		expect(spelled.map(redact)).toEqual(spelled.map(() => '***'));
		expect(redact('k/7+s=')).toBe('k/7+s=');
	});

	it('remove it from the output, unless it is short enough to be a word of the data', () => {
		const json = (key: string) => ({ note: `see ${key}`, [key]: [{ id: 12345678 }, null] });
		const { withoutKey } = connected({ apiKey: '12345678' });
		expect(withoutKey(json('12345678'))).toEqual({ note: 'see ***', '***': [{ id: 12345678 }, null] });
		const other = json('else');
		expect(withoutKey(other)).toBe(other);
		for (const apiKey of ['1234567', 'Bearer company']) {
			const same = { ...json('1234567'), company: 'company' };
			expect(connected({ apiKey }).withoutKey(same)).toBe(same);
		}
	});

	it('keep the prefix of a key in a text, and words that are too short for a secret', () => {
		const text = 'Any other scheme than Bearer is refused';
		expect(connected({ apiKey: 'Bearer other' }).redact(text)).toBe(text);
	});

	it('is taken out of a text that was cut, of which only its beginning is left', () => {
		const apiKey = `k/7+${'x y'.repeat(60)}`;
		const { withoutKey } = connected({ apiKey });
		for (const spelled of [apiKey, encodeURIComponent(apiKey), encodeURIComponent(apiKey).toLowerCase()]) {
			for (const length of [60, 61, 62, 100, apiKey.length])
				expect(withoutKey({ a: shortened(`"${spelled}" of`, length) })).toEqual({ a: '"***…' });
		}
		const two = `${apiKey.slice(0, 20)}… and ${apiKey.slice(0, 30)}… of`;
		expect(withoutKey(two)).toBe('***… and ***… of');
		const others = ['k/7+ and more…', `${apiKey.slice(0, 20)} and more…`, `${apiKey.slice(0, 20)}- …`];
		expect(others.map(withoutKey)).toEqual(others);
	});

	it('is taken out of a text that was made plain for the editor', () => {
		const apiKey = 'k<1>&lt;`8';
		const { withoutKey } = connected({ apiKey });
		expect(withoutKey(plainText(`It is "${apiKey}"`))).toBe('It is "***"');
		const long = apiKey.repeat(20);
		expect(connected({ apiKey: long }).withoutKey(plainText(shortened(`"${long}"`, 100)))).toBe('"***…');
	});
});

describe('a node', () => {
	const contextWith = (part: Part) =>
		({
			getCredentials: (name: string) => Promise.resolve(name === 'contactConsentApi' ? given(part) : {}),
			getNode: () => ({ name: 'Contacts' }) as INode,
		}) as unknown as SenderContext;

	it('reads its credentials', async () => {
		expect(await readConnection(contextWith({ ignoreSslIssues: true }))).toEqual({
			baseUrl: 'https://a.example',
			ignoreSslIssues: true,
			prefix: '',
			redact: expect.any(Function) as unknown,
			withoutKey: expect.any(Function) as unknown,
			account: expect.stringMatching(/^https:\/\/a\.example \w{11}$/) as unknown,
			credentials: {
				credentialsDecrypted: {
					id: '',
					name: '',
					type: 'contactConsentApi',
					data: given({ ignoreSslIssues: true }),
				},
			},
		});
	});

	describe('whose credentials contain an expression', () => {
		/** A node with input items, and the credentials of a row. Says which rows were asked for. */
		const readFor = async (rows: number, partOf: (row: number) => Part) => {
			const asked: unknown[] = [];
			const context = {
				getInputData: () => Array(rows).fill({ json: {} }),
				getCredentials: (_: string, row?: number) => {
					asked.push(row);
					return Promise.resolve(given(partOf(row ?? 0)));
				},
				getNode: () => ({ name: 'Contacts' }) as INode,
			} as unknown as SenderContext;
			const end = await readConnection(context).then(
				() => 'one account',
				(error: unknown) => error,
			);
			return { asked, end };
		};

		it.each([
			[0, []],
			[1, []],
			[3, [1, 2]],
			[20, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
			[191, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190]],
		])('compares the first of %i rows with the others, at most 20 in all', async (rows, others) => {
			expect(await readFor(rows, () => ({}))).toEqual({ asked: [undefined, ...others], end: 'one account' });
		});

		it.each<[string, Part]>([
			['key', { apiKey: 'secret-key-2' }],
			['address', { baseUrl: 'https://b.example' }],
			['prefix', { authScheme: 'bearer' }],
			['key, which is empty', { apiKey: '' }],
		])('fails before a request if a row has another %s', async (_, other) => {
			const { end } = await readFor(3, (row) => (row === 2 ? other : {}));
			expect(end).toBeInstanceOf(NodeOperationError);
			expect(end).toMatchObject({
				message: sentence('anotherAccount', { row: 3 }),
				description:
					'Nothing was sent. Use one execution for each account, e.g. by Loop Over Items or a sub-workflow for the rows of one account.',
				context: { itemIndex: 2 },
				node: { name: 'Contacts' },
			});
		});

		it('takes another spelling of an account for the same', async () => {
			const { end } = await readFor(2, (row) => (row === 1 ? { baseUrl: 'https://a.example/v1/' } : {}));
			expect(end).toBe('one account');
		});
	});

	it('fails if its credentials are unusable, and says how to go on', async () => {
		const error: unknown = await readConnection(contextWith({ apiKey: '' })).catch(
			(caught: unknown) => caught,
		);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: "The 'API Key' is empty",
			description:
				'Enter it in the Contact Consent API credentials. If it is an expression, check that what it names exists.',
			node: { name: 'Contacts' },
		});
	});
});
