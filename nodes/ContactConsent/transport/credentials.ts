import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { keyOf } from '../lib/ids';
import { scalarText } from '../lib/json';
import { normaliseBaseUrl } from './path';
import { dataRedactionOf, redactionOf } from './redaction';
import type { Redact } from './types';
import { IN_CREDENTIALS } from './messageParts';

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

/** What n8n shows in place of a secret. A program that saves the credentials that it has read saves this as the key. */
const BLANKED = /^__n8n_(?:BLANK|EMPTY)_VALUE_/;
/** How a key ends if an expression was evaluated and found nothing. */
const NOTHING_FOUND = /(?:^|\s)(?:undefined|null|NaN|\[object Object\])$/;

/** True for the text of an expression that n8n did not evaluate. */
const isExpression = (key: string): boolean =>
	/^=?\$(?:vars|secrets|env|json)\b/.test(key) || (key.includes('{{') && key.endsWith('}}'));

/** Why a key is none, although it is not empty. */
function problemOfKey(key: string): Problem | undefined {
	if (BLANKED.test(key)) {
		const problem = "The 'API Key' is the placeholder that n8n shows in place of a key";
		return { problem, advice: `Enter the key itself again ${IN_CREDENTIALS}.` };
	}
	if (isExpression(key)) {
		const problem = "The 'API Key' is the text of an expression, which n8n did not evaluate";
		return { problem, advice: `Switch the field to Expression, or enter the key itself, ${IN_CREDENTIALS}.` };
	}
	if (!NOTHING_FOUND.test(key)) return undefined;
	const problem = "The expression of the 'API Key' gives no key";
	const advice = `Check that what it names exists and may be used here, or enter the key itself, ${IN_CREDENTIALS}.`;
	return { problem, advice };
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
	if (key === '') {
		const advice = `Enter it ${IN_CREDENTIALS}. If it is an expression, check that what it names exists.`;
		return { problem: "The 'API Key' is empty", advice };
	}
	const ofKey = problemOfKey(key);
	if (ofKey) return ofKey;
	if (!['none', 'bearer', 'custom'].includes(scheme)) {
		const problem = "The 'Authentication Scheme' is unknown";
		return { problem, advice: `Choose it again ${IN_CREDENTIALS}.` };
	}
	const [first = '', ...rest] = key.split(/\s+/);
	if (prefix !== '' && rest.length > 0 && first.toLowerCase() === prefix.toLowerCase()) {
		const problem = `The 'API Key' begins with "${first}", which the 'Authentication Scheme' adds as well`;
		return { problem, advice: `Enter the key without it ${IN_CREDENTIALS}.` };
	}
	if (!SENDABLE.test(prefix + key)) {
		const problem = 'The API key or its prefix contains characters that cannot be sent in a header';
		return {
			problem,
			advice: `Copy the key again, e.g. without a line break, and enter it ${IN_CREDENTIALS}.`,
		};
	}
	return {
		baseUrl: base.baseUrl,
		ignoreSslIssues: data.ignoreSslIssues === true,
		prefix,
		account: `${base.baseUrl} ${keyOf(key)}`,
		redact: redactionOf(key),
		withoutKey: dataRedactionOf(key),
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
