/** A few functions in place of n8n, with requests that a test answers. */
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, NodeExecutionHint } from 'n8n-workflow';

import { execute } from '../../nodes/ContactConsent/run/execute';
import { plainHint } from './plain-hint';

interface FakeN8n {
	/** The JSON of each input item. */
	input: IDataObject[];
	/** Parameters as saved in the workflow. The node itself looks up references such as `={{ $json.id }}`. */
	parameters: IDataObject;
	/** `withKey` is true if n8n was asked to add the API key. */
	request: (
		sent: IHttpRequestOptions,
		withKey: boolean,
	) => Promise<{ statusCode: number; headers: IDataObject; body: unknown }>;
	/** Whether On Error lets the execution go on. */
	continues?: boolean;
	/** Missing for an n8n without such a context. */
	signal?: AbortSignal;
	credentials?: IDataObject;
}

/** A parameter in a collection is named by its path: `filters.types`. */
export const valueAt = (parameters: IDataObject, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => (value as IDataObject | undefined)?.[name], parameters);

/** Hints that the node adds are collected in `hints`. */
export function fakeN8n(given: FakeN8n): { context: IExecuteFunctions; hints: NodeExecutionHint[] } {
	const { input, parameters, request, continues = false, signal } = given;
	const { credentials = { baseUrl: 'https://service.example', apiKey: 'key' } } = given;
	const hints: NodeExecutionHint[] = [];
	const context = {
		getInputData: () => input.map((json) => ({ json })),
		getNode: () => ({ name: 'N', type: 'contactConsent', typeVersion: 1, parameters }),
		getTimezone: () => 'UTC',
		getWorkflow: () => ({ id: 'w' }),
		logger: { warn: () => undefined },
		getNodeParameter: (path: string) => valueAt(parameters, path),
		getCredentials: () => Promise.resolve(credentials),
		continueOnFail: () => continues,
		addExecutionHints: (hint: NodeExecutionHint) => void hints.push(plainHint(hint)),
		...(signal && { getExecutionCancelSignal: () => signal }),
		helpers: {
			prepareBinaryData: (data: unknown) => Promise.resolve({ data, mimeType: 'application/pdf' }),
			httpRequest: async (sent: IHttpRequestOptions) => await request(sent, false),
			httpRequestWithAuthentication: async (_: string, sent: IHttpRequestOptions) =>
				await request(sent, true),
		},
	} as unknown as IExecuteFunctions;
	return { context, hints };
}

/** Runs the node. Returns its items with the input that they came from, or its error. */
export async function executed(...given: Parameters<typeof execute>) {
	try {
		const [output = []] = await execute(...given);
		const items = output.map(({ json, pairedItem }) => ({ ...json, from: pairedItem }));
		return { items: items as Array<IDataObject & { from: unknown }> };
	} catch (error) {
		return { error: error as Error };
	}
}
