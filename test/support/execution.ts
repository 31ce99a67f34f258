/** Executes the action node without n8n, with an operation that answers as a test says. */
import { sleep, type IDataObject, type NodeExecutionHint } from 'n8n-workflow';

import { operation, type Operation } from '../../nodes/ContactConsent/common/operation';
import type { NotFoundPlan } from '../../nodes/ContactConsent/common/plan';
import { resources } from '../../nodes/ContactConsent/operations';
import type { ServiceRequest } from '../../nodes/ContactConsent/transport/types';
import { executed, fakeN8n } from './fake-n8n';

/** A status, or the body of a success. */
type Answer = number | IDataObject | IDataObject[];

interface Given {
	/** The answers to each item, by its ID. They are used in this order, and the last one again and again. */
	answers?: Record<string, Answer[]>;
	/** How many milliseconds the first answer of an item takes. */
	slow?: Record<string, number>;
	parameters?: IDataObject;
	continues?: boolean;
	/** The request for this ID cancels the execution. */
	cancelledAt?: string;
	credentials?: IDataObject;
}

const requestOf = (id: string): ServiceRequest => ({
	method: 'GET',
	path: ['things', id],
	expect: 'any',
	repeatable: 'safe',
});

const ROW = {
	value: 'do',
	name: 'Do',
	action: 'Do it',
	description: '',
	output: {},
	fields: [{ displayName: 'ID', name: 'id', type: 'string', default: '' }],
} as const;

const bodyOf = (body: unknown) => [body].flat() as IDataObject[];
export const one = (more: { effect?: string; notFound?: NotFoundPlan } = {}) =>
	operation.one({
		...ROW,
		...more,
		plan: ({ id }) => {
			if (id === 'unplanned') throw new Error('cannot be planned');
			const request = requestOf(id);
			return {
				request,
				shape: ({ body }) => bodyOf(body),
				notFound: more.notFound,
			};
		},
	});
/** Look-ups find every record, and do not count as asked. */
export const deleting = (onNotFound: NotFoundPlan['onNotFound'] = 'error') =>
	operation.delete({
		...ROW,
		plan: ({ id }) => {
			if (id === 'unplanned') throw new Error('cannot be planned');
			return {
				request: { ...requestOf(id), method: 'DELETE' },
				read: requestOf(id),
				isDry: false,
				idAdvice: '',
				item: { id },
				show: () => ({}),
				notFound: { onNotFound, item: { deleted: false } },
			};
		},
	});
export const pages = (takesAway?: true) =>
	operation.pages({
		...ROW,
		takesAway,
		plan: ({ id }) => {
			// The thrown value is not even an Error.
			if (id === 'unplanned') throw 'cannot be planned' as unknown as Error;
			const series = [() => requestOf(id)];
			return { series, wanted: 2, pageSize: 2, identity: 'n', shape: (item) => item };
		},
	});
export const file = operation.file({
	...ROW,
	plan: ({ id }) => ({
		request: { ...requestOf(id), expect: 'pdf' },
		fileName: `${id}.pdf`,
		binaryPropertyName: 'pdf',
		maxWait: 0,
		mayBePending: true,
		item: { id },
		describe: ({ kind }) => ({ kind }),
		onNotFound: 'error',
		isAbsence: () => false,
		notGenerated: { message: '', description: '' },
	}),
});
export const wait = operation.wait({
	...ROW,
	plan: ({ id }) => ({
		request: requestOf(id),
		isPending: (body) => (body as IDataObject).isPending === true,
		timeout: 0,
		shape: (body, timedOut) => ({ ...(body as IDataObject), timedOut }),
	}),
});

const answerOf = (given: Answer): { statusCode: number; headers: IDataObject; body: unknown } => {
	const headers: IDataObject = { 'request-id': 'r', ...(given === 429 && { 'retry-after': '3' }) };
	if (typeof given !== 'number') return { statusCode: 200, headers, body: given };
	return { statusCode: given, headers, body: { message: `status ${given}` } };
};

/** Runs an operation on items with these IDs. Returns what n8n got and what the service was asked. */
export async function run(chosen: Operation | undefined, ids: string[], given: Given = {}) {
	const { answers = {}, slow = {}, parameters = {}, continues = false, cancelledAt, credentials } = given;
	const asked: string[] = [];
	const cancel = new AbortController();
	let underWay = 0;
	let most = 0;
	const { context, hints } = fakeN8n({
		input: ids.map((id) => ({ id })),
		parameters: { resource: 'thing', operation: 'do', id: '={{ $json.id }}', ...parameters },
		continues,
		signal: cancelledAt === undefined ? undefined : cancel.signal,
		credentials,
		async request({ url, method }) {
			if (chosen?.kind === 'delete' && method === 'GET') return answerOf({});
			const id = url.split('/').at(-1) ?? '';
			asked.push(id);
			most = Math.max(most, ++underWay);
			await sleep(slow[id] ?? 1);
			underWay--;
			if (cancel.signal.aborted) throw new Error('canceled');
			if (id === cancelledAt) cancel.abort();
			const all = answers[id] ?? [{ is: id }];
			return answerOf((all.length > 1 ? all.shift() : all[0]) ?? 204);
		},
	});
	const own = { value: 'thing', name: 'Thing', operations: chosen ? [chosen] : [] };
	const { items, error } = await executed(context, [own, ...resources]);
	return { items, error, asked: asked.join(' '), hints, most };
}

export const from = (item: number) => ({ from: { item } });
export const wordsOf = ({ hints }: { hints: NodeExecutionHint[] }) => hints.map(({ message }) => message);
