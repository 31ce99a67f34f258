import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { keyOf, scalarText, textsReplaced } from '../values';
import { IN_CREDENTIALS } from './blame';
import { normaliseBaseUrl } from './path';
import type { Redact } from './types';

/** The contexts of n8n from which the nodes send requests. */
export type SenderContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export const CREDENTIALS = 'contactConsentApi';

export interface Connection {
	baseUrl: string;
	ignoreSslIssues: boolean;
	/** Tells accounts apart within this process: the base URL and a hash of the key. */
	account: string;
	/** The text before the key in the Authorization header. All rows of an execution have the same prefix. */
	prefix: string;
	redact: Redact;
	/**
	 * Takes the key out of a JSON value for the output. It is not used for values that are sent back to the
	 * service, because `***` would overwrite them there.
	 */
	withoutKey: <Value>(value: Value) => Value;
	/**
	 * The decrypted credentials, handed to n8n with each request. Reading, decrypting and evaluating them again would take
	 * longer than the request itself.
	 */
	credentials: IAdditionalCredentialOptions;
}

/** The characters that Node allows in a header. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

/** A shorter key may be an ordinary word of the data, so the output keeps it. */
const SHORTEST_IN_DATA = 8;

/** A pattern for a character, as it is or percent-encoded. */
function spellingsOf(character: string): string {
	const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	const inAnyCase = encoded.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	return `(?:${character.replace(/[^\w\s]/g, '\\$&')}|${inAnyCase})`;
}

/**
 * Takes a key out of texts and links. If somebody has entered a prefix such as `Bearer` together with the key, the key
 * alone is taken out, too.
 */
function redactionOf(key: string, shortest = 1): Redact {
	const [, ...words] = key.split(' ');
	const secrets = [key, ...words.filter((word) => word.length > 5)].filter(
		({ length }) => length >= shortest,
	);
	const patterns = secrets.map((secret) => [...secret].map(spellingsOf).join(''));
	const all = new RegExp(patterns.join('|'), 'g');
	// Without a secret this is Infinity, and every text stays as it is.
	const least = Math.min(...secrets.map(({ length }) => length));
	// Most texts are shorter than the key. Skipping them saves time.
	return (text) => (text.length < least ? text : text.replace(all, '***'));
}

/** Why no request can succeed with these credentials, and how to go on. */
type Problem = Record<'problem' | 'advice', string>;

export function connectionOf(data: ICredentialDataDecryptedObject): Connection | Problem {
	const textOf = (name: string) => (scalarText(data[name]) ?? '').trim();
	const base = normaliseBaseUrl(textOf('baseUrl'));
	const key = textOf('apiKey');
	const scheme = scalarText(data.authScheme ?? 'none') ?? '';
	const prefix = scheme === 'custom' ? textOf('authPrefix') : scheme === 'bearer' ? 'Bearer' : '';
	if ('problem' in base) {
		return { ...base, advice: `Correct it ${IN_CREDENTIALS}, e.g. https://api.example.com` };
	}
	if (key === '') return { problem: "The 'API Key' is empty", advice: `Enter it ${IN_CREDENTIALS}.` };
	if (!['none', 'bearer', 'custom'].includes(scheme)) {
		const problem = "The 'Authentication Scheme' is none that there is";
		return { problem, advice: `Choose it again ${IN_CREDENTIALS}.` };
	}
	if (!SENDABLE.test(prefix + key)) {
		const problem = 'The API key or its prefix contains characters that cannot be sent in a header';
		return {
			problem,
			advice: `Copy the key again, e.g. without a line break, and enter it ${IN_CREDENTIALS}.`,
		};
	}
	const redactData = redactionOf(key, SHORTEST_IN_DATA);
	return {
		baseUrl: base.baseUrl,
		ignoreSslIssues: data.ignoreSslIssues === true,
		prefix,
		account: `${base.baseUrl} ${keyOf(key)}`,
		redact: redactionOf(key),
		withoutKey: <Value>(value: Value) => textsReplaced(value, redactData) as Value,
		credentials: { credentialsDecrypted: { id: '', name: '', type: CREDENTIALS, data } },
	};
}

/** For each compared row, n8n queries its database. */
const MOST_COMPARED = 20;

/** Indexes of the first row, the last row, and evenly spaced rows between them. */
function comparedRows(rows: number): number[] {
	const count = Math.min(rows, MOST_COMPARED);
	return Array.from({ length: count }, (_, at) => Math.round((at * (rows - 1)) / Math.max(1, count - 1)));
}

/**
 * Credentials may contain expressions, but all requests of an execution use the account of the first row.
 * @throws NodeOperationError if a compared row has another account
 */
async function assertOneAccount(context: SenderContext, { account, prefix }: Connection): Promise<void> {
	if (!('getInputData' in context)) return;
	const others = comparedRows(context.getInputData().length).slice(1);
	await Promise.all(
		others.map(async (row) => {
			const own = connectionOf(await context.getCredentials(CREDENTIALS, row));
			if ('account' in own && own.account === account && own.prefix === prefix) return;
			const message = `The credentials give another account for row ${row + 1} than for row 1`;
			const description =
				'Nothing was sent. Use one execution for each account, e.g. by Loop Over Items or a sub-workflow for the rows of one account.';
			throw new NodeOperationError(context.getNode(), message, { description, itemIndex: row });
		}),
	);
}

/** @throws NodeOperationError if no request can succeed with the credentials, or if they differ between rows */
export async function readConnection(context: SenderContext): Promise<Connection> {
	const connection = connectionOf(await context.getCredentials(CREDENTIALS));
	if ('problem' in connection) {
		const { problem, advice } = connection;
		throw new NodeOperationError(context.getNode(), problem, { description: advice });
	}
	await assertOneAccount(context, connection);
	return connection;
}
