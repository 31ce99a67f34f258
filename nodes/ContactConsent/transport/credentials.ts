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

/** The places of n8n from which requests are sent. */
export type SenderContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export const CREDENTIALS = 'contactConsentApi';

export interface Connection {
	baseUrl: string;
	ignoreSslIssues: boolean;
	/** Tells accounts apart within this process: the address, and a hash of the key. */
	account: string;
	/** What stands before the key, of which all rows have the same. */
	prefix: string;
	redact: Redact;
	/** The same for what is put out of an answer. What is sent back keeps it: `***` would overwrite it. */
	withoutKey: <Value>(value: Value) => Value;
	/** For n8n, with each request: to read, decrypt and evaluate them again takes longer than the request itself. */
	credentials: IAdditionalCredentialOptions;
}

/** The characters that Node lets into a header. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

/** Shorter ones are words that data may have. */
const SHORTEST_IN_DATA = 8;

/** A character as it is, or percent-encoded. */
function spellingsOf(character: string): string {
	const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	const inAnyCase = encoded.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	return `(?:${character.replace(/[^\w\s]/g, '\\$&')}|${inAnyCase})`;
}

/** Takes a key out of texts and links, and what follows a prefix such as `Bearer` where somebody has entered both. */
function redactionOf(key: string, shortest = 1): Redact {
	const [, ...words] = key.split(' ');
	const secrets = [key, ...words.filter((word) => word.length > 5)].filter(
		({ length }) => length >= shortest,
	);
	if (secrets.length === 0) return (text) => text;
	const patterns = secrets.map((secret) => [...secret].map(spellingsOf).join(''));
	const all = new RegExp(patterns.join('|'), 'g');
	const least = Math.min(...secrets.map(({ length }) => length));
	// Most texts are shorter than a key, and are not searched.
	return (text) => (text.length < least ? text : text.replace(all, '***'));
}

/** Why no request could succeed with some credentials, and how to go on. */
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

/** Each row that is compared costs n8n a look into its database. */
const MOST_COMPARED = 20;

/** The first row, the last one, and some between them, evenly. */
function comparedRows(rows: number): number[] {
	const count = Math.min(rows, MOST_COMPARED);
	return Array.from({ length: count }, (_, at) => Math.round((at * (rows - 1)) / Math.max(1, count - 1)));
}

/** Credentials may be expressions. All requests of an execution go to the account of the first row. */
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

/** @throws NodeOperationError for credentials with which no request could succeed, or which differ between rows */
export async function readConnection(context: SenderContext): Promise<Connection> {
	const connection = connectionOf(await context.getCredentials(CREDENTIALS));
	if ('problem' in connection) {
		const { problem, advice } = connection;
		throw new NodeOperationError(context.getNode(), problem, { description: advice });
	}
	await assertOneAccount(context, connection);
	return connection;
}
