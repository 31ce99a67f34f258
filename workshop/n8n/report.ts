/* eslint-disable */
/** Shows progress in a terminal for people, and nothing in tests. */
export interface Report {
	line(text: string): void;
	/** Shows that a long step is under way, and how long it took. */
	step<T>(title: string, work: () => Promise<T>): Promise<T>;
}

export const seconds = (since: number) => {
	const total = Math.round((Date.now() - since) / 1000);
	return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${total % 60} s`;
};

const HEARTBEAT_MS = 30_000;

export function terminalReport(out: NodeJS.WriteStream = process.stdout): Report {
	const line = (text: string) => void out.write(`${text}\n`);
	return {
		line,
		async step(title, work) {
			const start = Date.now();
			line(`• ${title} …`);
			const heartbeat = setInterval(() => line(`  … ${seconds(start)}`), HEARTBEAT_MS);
			try {
				const result = await work();
				line(`  done in ${seconds(start)}`);
				return result;
			} finally {
				clearInterval(heartbeat);
			}
		},
	};
}

export const quietReport: Report = { line: () => undefined, step: async (_title, work) => await work() };

/** A failure that a person can mend. It is shown without a stack. */
export class PlaygroundError extends Error {
	constructor(
		message: string,
		readonly advice = '',
	) {
		super(advice ? `${message}\n${advice}` : message);
		this.name = 'PlaygroundError';
	}
}
