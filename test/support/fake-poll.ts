/** A few functions in place of n8n, for a poll with requests that a test answers. */
import type { IDataObject, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { valueAt } from './fake-n8n';

type Answer = { statusCode: number; headers: IDataObject; body: unknown };

export interface FakePoll {
	/** Parameters as saved in the workflow, beside `events` and `beginWith`. */
	parameters?: IDataObject;
	request?: (sent: IHttpRequestOptions) => Promise<Answer>;
	/** Whether the editor runs the node alone. */
	mode?: 'trigger' | 'manual';
	/** Why n8n has activated the workflow. A person is present at `activate`, nobody at `init`. */
	activation?: string;
	/** Milliseconds that n8n gives the poll. Missing for an n8n that does not say so. */
	budget?: number;
	/** The credentials that the node has chosen; `null` for a node without any. */
	credentials?: IDataObject | null;
	workflow?: { id?: string };
}

/** `said` has the lines that the poll logs, and `staticData` is what n8n stores. */
export function fakePoll({
	parameters = {},
	request = async () => await Promise.resolve({ statusCode: 200, headers: {}, body: [] }),
	mode = 'trigger',
	activation = 'activate',
	budget,
	credentials = { contactConsentApi: { id: '1', name: 'Account' } },
	workflow = { id: 'w' },
}: FakePoll = {}) {
	const said: string[] = [];
	const staticData: IDataObject = {};
	const values: IDataObject = {
		events: ['confirm', 'documentation', 'update'],
		beginWith: 'unreceived',
		...parameters,
	};
	const log = (level: string) => (text: string) => void said.push(`${level}: ${text}`);
	const context = {
		getNode: () => ({
			id: 'n',
			name: 'Trigger',
			type: 'contactConsentTrigger',
			typeVersion: 1,
			parameters: values,
			...(credentials && { credentials }),
		}),
		getTimezone: () => 'UTC',
		getWorkflow: () => workflow,
		getMode: () => mode,
		getActivationMode: () => activation,
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (path: string) => valueAt(values, path),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://service.example', apiKey: 'secret-key' }),
		...(budget !== undefined && { getPollBudgetMs: () => budget }),
		logger: { debug: log('debug'), warn: log('warn') },
		helpers: {
			httpRequest: request,
			httpRequestWithAuthentication: async (_: string, sent: never) => await request(sent),
		},
	} as unknown as IPollFunctions;
	return { context, said, staticData };
}
