import { fork, type ChildProcess } from 'node:child_process';

/** Messages between the runner and its processes: requests with an id, answers with the same. */
interface Request {
	ask: string;
	id: number;
	value: unknown;
}

interface Answer {
	answerTo: number;
	value?: unknown;
	problem?: string;
}

type Handlers = Record<string, (value: never) => unknown>;
type Peer = Pick<ChildProcess, 'on' | 'off' | 'send'>;

let lastId = 0;

/** Asks the process at the other end. */
export async function ask<T>(peer: Peer, what: string, value?: unknown): Promise<T> {
	const id = ++lastId;
	return await new Promise<T>((resolve, reject) => {
		const end = () => {
			peer.off('message', onMessage);
			peer.off('exit', onExit);
		};
		const onMessage = (message: Answer) => {
			if (message.answerTo !== id) return;
			end();
			if (message.problem === undefined) resolve(message.value as T);
			else reject(new Error(message.problem));
		};
		const onExit = (code: number | null) => {
			end();
			reject(new Error(`The process ended with ${code ?? 'a signal'} before "${what}"`));
		};
		peer.on('message', onMessage);
		peer.on('exit', onExit);
		peer.send({ ask: what, id, value } satisfies Request);
	});
}

/** Answers what the process at the other end asks. */
export function answerTo(peer: Peer, handlers: Handlers): void {
	const answer = async ({ ask: what, id, value }: Request): Promise<Answer> => {
		const handler = handlers[what];
		if (handler === undefined) return { answerTo: id, problem: `Nobody answers "${what}"` };
		try {
			return { answerTo: id, value: await handler(value as never) };
		} catch (error) {
			return {
				answerTo: id,
				problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
			};
		}
	};
	peer.on('message', (message: Request | Answer) => {
		if ('ask' in message) void answer(message).then((sent) => peer.send(sent));
	});
}

/** Starts one of the bench's own scripts on the Node that n8n runs on. */
export function startScript(node: string, script: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
	return fork(script, [], {
		execPath: node,
		execArgv: ['--expose-gc', '--import', 'tsx', ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? [])],
		env: { ...process.env, ...env },
		serialization: 'advanced',
	});
}

/** This process, as seen by the runner's scripts. */
export const runner = process as unknown as Peer;
