/**
 * A bulk upload of made-up things. It tests what upload/ does with any model. n8n and the service are a few
 * functions, so that each request can be checked within milliseconds.
 */
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/common/invalidInput';
import {
	field,
	recordModel,
	type Setting,
	type Shape,
} from '../../nodes/ContactConsent/upload/table/recordModel';
import { uploadOperation } from '../../nodes/ContactConsent/upload/uploadOperation';
import { id, text } from '../../nodes/ContactConsent/upload/table/valueShapes';
import { executed, fakeN8n } from './fake-n8n';

export interface Asked {
	method: string;
	/** The ids of the uploaded records, or the id of the record that is read. */
	ids: string[];
	body: IDataObject[];
	/** Milliseconds since the start. */
	at: number;
}

export interface Answer {
	status: number;
	/** The ids that the answer names as refused. */
	names?: string[];
	body?: unknown;
	headers?: Record<string, string>;
}

interface Given {
	/**
	 * Rows, one per input item. An item with `rows` has several. A row with `bad` cannot be read; one with `lacks`
	 * cannot be merged.
	 */
	input: IDataObject[];
	/** Answers a request. By default an upload is accepted, and a record does not exist. */
	service?: (asked: Asked, count: number) => Answer | undefined | Promise<Answer | undefined>;
	setting?: Partial<Setting>;
	/** Read each record before the upload. */
	reads?: boolean;
	continues?: boolean;
	signal?: AbortSignal;
}

/** Things with the ids `c0`, `c1`, … */
export const things = (count: number, more: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({ id: `c${at}`, ...more }));

/** A service that refuses requests with one of these ids, and names the refused ids if `names` is set. */
export const refusing =
	(bad: readonly string[], { status = 422, names }: { status?: number; names?: boolean } = {}) =>
	({ method, ids }: Asked): Answer | undefined => {
		const found = ids.filter((id) => bad.includes(id));
		if (method !== 'POST' || found.length === 0) return undefined;
		return { status, names: names ? found : undefined };
	};

const refused = (message: string) => new InvalidInput(message, 'Correct it.', 'Read the manual.');

const BAD: Shape = {
	kind: 'other',
	convert(value) {
		throw refused(`It cannot be read: ${String(value)}`);
	},
};

/** Without merging, a missing value is found while the row is read. */
const LACKS: Shape = {
	kind: 'other',
	convert(value, _place, { setting }) {
		if (!setting.keepsOtherFields) throw refused(`The ${String(value)} is missing`);
		return value;
	},
	mergeAll: (stored, values) => ({
		value: stored,
		each: values.map((value) => ({ error: refused(`The ${String(value)} is missing`) })),
	}),
};

/** A value that is read back, and written once more if it is not there. */
const READ_BACK: Shape = {
	kind: 'other',
	convert: (value) => value,
	checkOf: (before, after) => {
		if (before === after) return undefined;
		const look = (shown: unknown) => ({
			missing: shown === after ? [] : [String(after)],
			outdated: [],
			again: () => after,
		});
		return { look };
	},
};

export const THINGS = recordModel({ one: 'thing', many: 'things', number: 'number' }, [
	field('id', id, { required: true }),
	field('title', text),
	field('size', text),
	field('color', text),
	field('granted', { kind: 'other', convert: (value) => value }),
	field('proof', READ_BACK),
	field('bad', BAD),
	field('lacks', LACKS),
]);

const request = (method: 'GET' | 'POST', path: string[], body?: unknown) => ({
	method,
	path: ['things', ...path],
	...(method === 'POST' && { body }),
	expect: method === 'GET' ? ('object' as const) : ('accepted' as const),
	repeatable: 'safe' as const,
});

const ROWS = { displayName: 'JSON', name: 'json', type: 'json', default: '={{ $json }}' } as const;

const SETTING: Omit<Setting, 'timeZone'> = {
	emptyFields: 'omit',
	unknownFields: 'ignore',
	listValues: 'replace',
	isTable: true,
	keepsOtherFields: false,
	mustExist: false,
	dryRun: false,
	batchSize: 1000,
};

const operationOf = ({ reads = false, setting }: Pick<Given, 'reads' | 'setting'>) =>
	uploadOperation({
		value: 'do',
		name: 'Do',
		action: 'Do it',
		description: '',
		output: {},
		model: THINGS,
		endpoint: {
			post: (body) => request('POST', [], body),
			read: (thing) => request('GET', [thing]),
			operation: (operationId) => request('GET', ['operations', operationId]),
			recordIdOf: () => undefined,
		},
		fields: [ROWS],
		settingFields: [],
		itemFields: [ROWS],
		settingOf: () => ({ ...SETTING, keepsOtherFields: reads, ...setting }),
		recordsOf: ({ json }) =>
			[(json as IDataObject).rows ?? json].flat().map((record: unknown) => ({ record })),
	});

/** An output item with its row and its Operation under short names. A refused row has no `row`. */
function shortened({ from, ...json }: IDataObject & { from: unknown }): IDataObject & { from: unknown } {
	const { item: row } = from as { item: number };
	const isRefused = 'error' in json || 'would_be_refused' in json;
	return Object.assign({ ...json, ...(!isRefused && { row }), op: json.operation_id } as IDataObject, {
		from,
	});
}

const bodyOf = ({ names, body }: Answer): unknown => {
	const entries = names?.map((name) => [name, { title: { code: 'v1c001', message: `${name} is wrong` } }]);
	return body ?? { message: 'no', ...(entries && { validation_errors: Object.fromEntries(entries) }) };
};

export async function uploadThings({ input, service, continues = true, signal, ...more }: Given) {
	const begun = Date.now();
	const asked: Asked[] = [];
	const { context, hints } = fakeN8n({
		input,
		parameters: { resource: 'thing', operation: 'do', json: '={{ $json }}' },
		continues,
		signal,
		async request({ method = 'GET', url, body }) {
			const uploads = structuredClone(body ?? []) as unknown as IDataObject[];
			const id = decodeURIComponent(url.split('/').at(-1) ?? '');
			const ids = method === 'POST' ? uploads.map((upload) => upload.id as string) : [id];
			const one: Asked = { method, ids, body: uploads, at: Date.now() - begun };
			asked.push(one);
			const count = asked.length;
			const answer = (await service?.(one, count)) ?? { status: method === 'POST' ? 202 : 404 };
			const headers = { 'request-id': `r${count}`, 'operation-id': `o${count}`, ...answer.headers };
			return { statusCode: answer.status, headers, body: bodyOf(answer) };
		},
	});
	const own = { value: 'thing', name: 'Thing', operations: [operationOf(more)] };
	const { items = [], error } = await executed(context, [own]);
	const of = (method: string) => asked.filter((one) => one.method === method).map(({ ids }) => ids);
	return {
		items: items.map(shortened),
		error: error as NodeApiError | undefined,
		hints,
		asked,
		/** The ids of each upload request. */
		posts: of('POST'),
		/** The id of each read. */
		reads: of('GET').flat(),
	};
}
