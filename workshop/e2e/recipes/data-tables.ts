/* eslint-disable */
/* Reads and fills n8n's data tables as its editor does. */
import { type Api, ApiError } from '../../playground/api';
import { eventually } from '../playground';

export type Row = Record<string, unknown> & { id: number; updatedAt: string };

/** The largest number of rows in one answer of n8n. Older versions return fewer, whatever is asked for. */
const PAGE = 250;

interface Table {
	id: string;
	name: string;
}

/** With SQLite, n8n 1 answers 500 while a workflow writes. All requests here can be repeated safely. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
	const { value } = await eventually(async () => {
		try {
			return { value: await ask() };
		} catch (error) {
			if (error instanceof ApiError && error.status === 500) return undefined;
			throw error;
		}
	}, 'the data table');
	return value;
}

export async function dataTables(api: Api) {
	const { id: projectId } = await api.request<{ id: string }>('GET', '/projects/personal');
	const path = `/projects/${projectId}/data-tables`;
	return {
		find: async (name: string): Promise<Table | undefined> =>
			(await api.request<{ data: Table[] }>('GET', path)).data.find((table) => table.name === name),
		create: async (name: string, columns: string[]): Promise<Table> =>
			await api.request('POST', path, {
				name,
				columns: columns.map((column) => ({ name: column, type: 'string' })),
			}),
		rows: async ({ id }: Table): Promise<Row[]> => {
			const all: Row[] = [];
			for (;;) {
				const page = `${path}/${id}/rows?skip=${all.length}&take=${PAGE}&sortBy=id:asc`;
				const { data } = await patiently(async () => await api.request<{ data: Row[] }>('GET', page));
				all.push(...data);
				if (data.length === 0) return all;
			}
		},
		insert: async ({ id }: Table, row: Record<string, unknown>) =>
			await patiently(
				async () => await api.request('POST', `${path}/${id}/insert`, { data: [row], returnType: 'count' }),
			),
		update: async ({ id }: Table, column: string, value: string, data: Record<string, unknown>) =>
			await patiently(
				async () =>
					await api.request('PATCH', `${path}/${id}/rows`, {
						filter: { type: 'and', filters: [{ columnName: column, condition: 'eq', value }] },
						data,
					}),
			),
	};
}
