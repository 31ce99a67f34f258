/**
 * A bulk upload of contacts without n8n's engine: n8n is a few functions here, and the service is one. What is sent,
 * and in which order, can so be told from requests to no server, in a few milliseconds.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	NodeApiError,
	NodeExecutionHint,
} from 'n8n-workflow';

import { resources } from '../../nodes/ContactConsent/resources';
import { execute } from '../../nodes/ContactConsent/run/execute';

/** A request as the service gets it. */
export interface Sent {
	method: string;
	/** Below `/v1`. */
	path: string;
	/** The elements of an upload. */
	body: IDataObject[];
	/** The IDs of an upload, or the one that is read. */
	ids: string;
	/** Milliseconds since the beginning. */
	at: number;
}

export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

type Service = (sent: Sent, count: number) => Answer | undefined | Promise<Answer | undefined>;

interface MadeUpUpload {
	rows: IDataObject[];
	/** What it answers; an upload is taken and a record is not there where it says nothing. */
	service?: Service;
	/** `clear` where it is left out. */
	fieldsNotSent?: 'keep' | 'clear';
	/** The JSON parameter; may refer to the row. Without it, the columns are those of the row. */
	json?: string;
	options?: IDataObject;
	/** On Error; `true` where it is left out. */
	continues?: boolean;
	signal?: AbortSignal;
}

export const contact = (id: string, more: IDataObject = {}): IDataObject => ({
	id,
	first_name: 'Ada',
	last_name: 'Lovelace',
	...more,
});

/** `c0 c1 c2 …` */
export const manyIds = (count: number): string =>
	Array.from({ length: count }, (_, at) => `c${at}`).join(' ');

/** One for each ID of a text such as `a b c`. */
export const contacts = (ids: string, more: IDataObject = {}): IDataObject[] =>
	ids.split(' ').map((id) => contact(id, more));

export const refusal = (status: number, more: IDataObject = {}): Answer => ({
	status,
	body: { message: 'no', ...more },
});

function sentBy({ method = 'GET', url, body }: IHttpRequestOptions, begun: number): Sent {
	const path = new URL(url).pathname.replace('/v1/', '');
	const uploads = structuredClone(Array.isArray(body) ? body : []) as IDataObject[];
	const ids =
		method === 'POST' ? uploads.map(({ id }) => id as string).join(' ') : path.replace('contacts/', '');
	return { method, path, body: uploads, ids, at: Date.now() - begun };
}

export async function madeUpUpload({
	rows,
	service = () => undefined,
	fieldsNotSent = 'clear',
	json,
	options = {},
	continues = true,
	signal,
}: MadeUpUpload) {
	const begun = Date.now();
	const sent: Sent[] = [];
	const hints: NodeExecutionHint[] = [];
	const parameters: IDataObject = {
		resource: 'contact',
		operation: 'upsert',
		inputMode: json === undefined ? 'map' : 'json',
		json,
		columns: { mappingMode: 'autoMapInputData', value: null },
		fieldsNotSent,
		options,
	};
	const answer = async (request: Sent, count: number): Promise<Answer> =>
		(await service(request, count)) ??
		(request.method === 'POST'
			? { status: 202, headers: { 'operation-id': `o${count}` } }
			: { status: 404, body: { message: 'no such contact' } });
	const context = {
		getInputData: () => rows.map((json) => ({ json })),
		getNode: () => ({ name: 'Upload', type: 'contactConsent', typeVersion: 1, parameters }),
		getTimezone: () => 'UTC',
		getNodeParameter: (path: string) =>
			path.split('.').reduce<unknown>((at, step) => (at as IDataObject | undefined)?.[step], parameters),
		getCredentials: () => Promise.resolve({ baseUrl: 'https://service.example', apiKey: 'key' }),
		continueOnFail: () => continues,
		addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint),
		getExecutionCancelSignal: () => signal,
		helpers: {
			async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
				const one = sentBy(request, begun);
				sent.push(one);
				const { status, body = {}, headers } = await answer(one, sent.length);
				return { statusCode: status, headers: { 'request-id': `r${sent.length}`, ...headers }, body };
			},
		},
	} as unknown as IExecuteFunctions;
	let items: IDataObject[] = [];
	let error: unknown;
	try {
		const [output = []] = await execute(context, resources);
		items = output.map(({ json }) => json);
	} catch (caught) {
		error = caught;
	}
	const of = (method: string) => sent.filter((one) => one.method === method).map(({ ids }) => ids);
	return {
		items,
		error: error as NodeApiError | undefined,
		hints,
		sent,
		uploads: of('POST'),
		reads: of('GET'),
	};
}
