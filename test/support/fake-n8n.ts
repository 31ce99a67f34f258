/** n8n as a node in an execution sees it: a few functions, and requests that a test answers. */
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, NodeExecutionHint } from 'n8n-workflow';

import { execute } from '../../nodes/ContactConsent/run/execute';

interface FakeN8n {
	/** The JSON of each input item. */
	input: IDataObject[];
	/** As they stand in the workflow; references such as `={{ $json.id }}` are looked up by the node itself. */
	parameters: IDataObject;
	/** `withKey`: n8n was asked to add the API key. */
	request: (
		sent: IHttpRequestOptions,
		withKey: boolean,
	) => Promise<{ statusCode: number; headers: IDataObject; body: unknown }>;
	/** Whether On Error says that the execution goes on. */
	continues?: boolean;
	/** Missing: an n8n without it. */
	signal?: AbortSignal;
	credentials?: IDataObject;
}

/** A value inside a collection is named by its path: `filters.types`. */
const valueAt = (parameters: IDataObject, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => (value as IDataObject | undefined)?.[name], parameters);

/** What the node tells n8n to show is collected in `hints`. */
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
		addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint),
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

/** Runs the node: what it puts out, with the input that it came from, or the error that it ends with. */
export async function executed(...given: Parameters<typeof execute>) {
	try {
		const [output = []] = await execute(...given);
		const items = output.map(({ json, pairedItem }) => ({ ...json, from: pairedItem }));
		return { items: items as Array<IDataObject & { from: unknown }> };
	} catch (error) {
		return { error: error as Error };
	}
}
