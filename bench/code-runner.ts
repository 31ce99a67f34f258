/** Runs the code of Code nodes in a process of its own, as n8n does; items come and go as JSON. */
interface Code {
	code: string;
	items: unknown;
}

process.on('message', (message: string) => {
	const { code, items } = JSON.parse(message) as Code;
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- the bench's own code
	const run = new Function('$input', code) as ($input: { all: () => unknown }) => unknown;
	process.send?.(JSON.stringify(run({ all: () => items })));
});
