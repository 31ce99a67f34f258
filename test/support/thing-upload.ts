/**
 * A bulk upload of made-up things, of which no column is known: what run/upload/ does with any plan. n8n is a few
 * functions here, and the service is one, so that each request can be told in a few milliseconds.
 */
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { InvalidInput, operation } from '../../nodes/ContactConsent/operation';
import type { BatchPlan } from '../../nodes/ContactConsent/plan';
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
	/** Rows, each one input item; one with `rows` has several. `{ bad }` cannot be read, `{ lacks }` not be built. */
	input: IDataObject[];
	/** An upload is taken and a record is not there where it says nothing. */
	service?: (asked: Asked, count: number) => Answer | undefined | Promise<Answer | undefined>;
	plan?: Partial<BatchPlan>;
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

const assertComplete = ({ lacks }: IDataObject) => {
	if (lacks !== undefined) throw new InvalidInput(`The ${lacks as string} is missing`, 'Add it.');
};

const ROWS = { displayName: 'JSON', name: 'json', type: 'json', default: '={{ $json }}' } as const;

export function thingPlan({ reads = false, plan = {} }: Pick<Given, 'reads' | 'plan'> = {}): BatchPlan {
	return {
		rows: ({ json }) => (Array.isArray((json as IDataObject).rows) ? (json as { rows: [] }).rows : [json]),
		idOf(row) {
			if (row === null) throw new InvalidInput('It is no record', 'Correct it.');
			return ((row as { id?: string }).id ?? '').trim();
		},
		check(row, isWhole) {
			if (row.bad !== undefined || row.id === undefined) {
				throw new InvalidInput(`It cannot be read: ${row.bad as string}`, 'Correct it.', 'Read the manual.');
			}
			if (isWhole) assertComplete(row);
		},
		rowsOfOneId: reads || plan.current ? 'merge' : 'last',
		build(rows, current) {
			const upload: IDataObject = Object.assign({}, current, ...rows);
			assertComplete(upload);
			const isSame = JSON.stringify(upload) === JSON.stringify(current);
			const change = isSame ? 'unchanged' : current ? 'changed' : 'created';
			return { upload, change: reads || plan.current ? change : undefined, notes: {} };
		},
		...(reads && {
			current: {
				request: (id: string) => ({
					method: 'GET' as const,
					path: ['things', id],
					expect: 'object' as const,
					repeatable: 'safe' as const,
				}),
				read: (body: unknown) => body as IDataObject,
			},
		}),
		request: (uploads) => ({
			method: 'POST',
			path: ['things'],
			body: uploads,
			expect: 'accepted',
			repeatable: 'safe',
		}),
		accepted: ({ headers }) => ({ operationId: headers['operation-id'], facts: {} }),
		explain: (entries, upload) => entries.map(() => `${upload.id as string} is wrong`)[0],
		item: ({ id, at, change, acceptance, state }) => ({
			id,
			at,
			...(change && { change }),
			op: acceptance?.operationId ?? 'none',
			...(state && { state: state.json.status }),
		}),
		uploadItem: ({ acceptance, ids }) => ({ op: acceptance.operationId, ids: [...ids] }),
		sentences: () => [],
		dryRun: false,
		batchSize: 1000,
		parallelUploads: 8,
		isolateInvalid: true,
		output: 'perItem',
		...plan,
	};
}

const bodyOf = ({ names, body }: Answer): unknown => {
	const entries = names?.map((name) => [name, { field: { code: 'v1c001', message: 'no' } }]);
	return body ?? { message: 'no', ...(entries && { validation_errors: Object.fromEntries(entries) }) };
};

export async function uploadThings({ input, service, continues = true, signal, ...more }: Given) {
	const begun = Date.now();
	const asked: Asked[] = [];
	const upsert = operation.batch({
		value: 'do',
		name: 'Do',
		action: 'Do it',
		description: '',
		output: {},
		fields: [ROWS],
		settingFields: [],
		elementFields: [ROWS],
		noun: { one: 'thing', many: 'things' },
		plan: () => thingPlan(more) as never,
	});
	const { context, hints } = fakeN8n({
		input,
		parameters: { resource: 'thing', operation: 'do', json: '={{ $json }}' },
		continues,
		signal,
		async request({ method = 'GET', url, body }) {
			const uploads = structuredClone(body ?? []) as unknown as IDataObject[];
			const id = decodeURIComponent(url.split('/').at(-1) ?? '');
			const ids = method === 'POST' ? uploads.map((upload) => upload.id as string) : [id];
			const one = { method, ids, body: uploads, at: Date.now() - begun };
			asked.push(one);
			const count = asked.length;
			const answer = (await service?.(one, count)) ?? { status: method === 'POST' ? 202 : 404 };
			const headers = { 'request-id': `r${count}`, 'operation-id': `o${count}`, ...answer.headers };
			return { statusCode: answer.status, headers, body: bodyOf(answer) };
		},
	});
	const own = { value: 'thing', name: 'Thing', operations: [upsert] };
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
