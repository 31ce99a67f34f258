/**
 * A bulk upload of made-up things: what upload/ does with any model. n8n is a few functions here, and the service is one,
 * so that each request can be told in a few milliseconds.
 */
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { InvalidInput } from '../../nodes/ContactConsent/operation';
import { field, recordModel, type Setting, type Shape } from '../../nodes/ContactConsent/upload/columns';
import { uploadOperation } from '../../nodes/ContactConsent/upload/operation';
import { id, text } from '../../nodes/ContactConsent/upload/shapes';
import { executed, fakeN8n } from './fake-n8n';

export interface Asked {
	method: string;
	/** Of an upload, or the one that is read. */
	ids: string[];
	body: IDataObject[];
	/** Milliseconds since the beginning. */
	at: number;
}

export interface Answer {
	status: number;
	/** What it names as refused. */
	names?: string[];
	body?: unknown;
	headers?: Record<string, string>;
}

interface Given {
	/** Rows, each one input item; one with `rows` has several. `{ bad }` cannot be read, `{ lacks }` not be merged. */
	input: IDataObject[];
	/** An upload is taken and a record is not there where it says nothing. */
	service?: (asked: Asked, count: number) => Answer | undefined | Promise<Answer | undefined>;
	setting?: Partial<Setting>;
	/** Read each record first. */
	reads?: boolean;
	continues?: boolean;
	signal?: AbortSignal;
}

/** `{ id: 'c0' }`, `{ id: 'c1' }`, … */
export const things = (count: number, more: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({ id: `c${at}`, ...more }));

/** A service that refuses requests with one of these, and names whom it likes. */
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

/** Where nothing is merged, it is known at once what lacks. */
const LACKS: Shape = {
	kind: 'other',
	convert(value, _place, { setting }) {
		if (!setting.keeps) throw refused(`The ${String(value)} is missing`);
		return value;
	},
	over(_stored, value) {
		throw refused(`The ${String(value)} is missing`);
	},
};

export const THINGS = recordModel({ one: 'thing', many: 'things', number: 'number' }, [
	field('id', id, { required: true }),
	field('title', text),
	field('size', text),
	field('color', text),
	field('granted', { kind: 'other', convert: (value) => value }),
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
	trims: true,
	keeps: false,
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
		settingOf: () => ({ ...SETTING, keeps: reads, ...setting }),
		recordsOf: ({ json }) =>
			Array.isArray((json as IDataObject).rows) ? (json as { rows: [] }).rows : [json],
		itemOf: ({ item }, { id: thing, outcome }) => ({
			id: thing,
			row: item,
			...(outcome?.kind === 'dryRun' && { dry_run: true }),
			...(outcome?.kind === 'unchanged' && { change: 'unchanged' }),
			...(outcome?.kind === 'accepted' && { change: outcome.change, op: outcome.acceptance.operationId }),
		}),
	});

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
	const of = (method: string) => asked.filter((one) => one.method === method).map(({ ids }) => ids.join(' '));
	return {
		items,
		error: error as NodeApiError | undefined,
		hints,
		asked,
		posts: of('POST'),
		reads: of('GET'),
	};
}
