/** The control path: the test handle over HTTP, without a key. */
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Fault } from '../faults/faults';
import type { StateHandle } from './handle';
import type { LogFilter } from '../faults/log';
import type { SandboxOptions } from '../options/options';
import type { Seed } from './seed';
import { answer } from '../records/service';
import type { Service } from '../records/service';
import type { DocumentationState, Refusal } from '../records/store';
import { parseTime } from '../options/time';

interface ClockPatch {
	advanceMs?: number;
	/** ISO 8601. */
	set?: string;
	freeze?: boolean;
}

/** JSON has no Infinity, so null stands for it. */
const jsonable = (options: SandboxOptions): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(options).map(([name, value]) => [name, value === Infinity ? null : value]),
	);

function moveClock({ clock }: Service, { advanceMs, set, freeze }: ClockPatch): void {
	if (set !== undefined) {
		const at = parseTime(set);
		if (at === undefined) throw new TypeError(`set: ${set} is not ISO 8601`);
		clock.set(at);
	}
	if (advanceMs !== undefined) {
		if (!Number.isFinite(advanceMs)) throw new TypeError(`advanceMs: ${advanceMs} is no number`);
		clock.advance(advanceMs);
	}
	if (freeze === true) clock.freeze();
	if (freeze === false) clock.unfreeze();
}

const clockView = ({ clock }: Service) => ({ now: new Date(clock.now()).toISOString() });

export const controlRoutes =
	(service: Service, handle: StateHandle) =>
	async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRoute', (route) => {
			route.schema = { ...route.schema, hide: true };
		});
		app.setErrorHandler((error: FastifyError, _request, reply) => {
			const isOfCaller = error instanceof TypeError || error instanceof SyntaxError;
			return answer(reply, error.statusCode ?? (isOfCaller ? 400 : 500), error.message);
		});

		app.get('/options', () => jsonable(service.options));
		app.patch<{ Body: Partial<SandboxOptions> }>('/options', (request) => {
			handle.configure(request.body);
			return jsonable(service.options);
		});
		app.post<{ Body: Partial<SandboxOptions> | null }>('/reset', (request, reply) => {
			handle.reset(request.body ?? {});
			return reply.code(204).send();
		});

		app.get('/faults', () => service.faults.list());
		app.post<{ Body: Fault | Fault[] }>('/faults', (request) => ({
			ids: service.faults.add(...[request.body].flat()),
		}));
		app.delete<{ Querystring: { id?: string } }>('/faults', (request, reply) => {
			service.faults.clear(request.query.id);
			return reply.code(204).send();
		});

		app.get<{ Querystring: { method?: string; path?: string; status?: string } }>('/log', (request) => {
			const { status, ...rest } = request.query;
			const filter: LogFilter = { ...rest, ...(status && { status: Number(status) }) };
			return service.log.all(filter);
		});
		app.delete('/log', (_request, reply) => {
			service.log.clear();
			return reply.code(204).send();
		});

		app.get('/state', () => handle.state());
		app.post<{ Body: Seed }>('/seed', (request) => handle.seed(request.body));
		app.post<{ Body: Partial<Refusal> & { id: string; clear?: boolean } }>('/refuse', (request, reply) => {
			const { id, clear, ...refusal } = request.body;
			handle.refuse(id, clear ? null : refusal);
			return reply.code(204).send();
		});
		app.post<{ Body: { ids: string[] } }>('/fail-items', (request, reply) => {
			handle.failItems(...request.body.ids);
			return reply.code(204).send();
		});

		app.get('/clock', () => clockView(service));
		app.patch<{ Body: ClockPatch }>('/clock', (request) => {
			moveClock(service, request.body);
			return clockView(service);
		});

		app.put<{ Params: { eventId: string }; Body: { state: DocumentationState | null } }>(
			'/documentation/:eventId',
			(request, reply) => {
				handle.setDocumentation(request.params.eventId, request.body.state);
				return reply.code(204).send();
			},
		);
		app.post('/documentation/flush', () => ({ generated: handle.flushDocumentation() }));
	};
