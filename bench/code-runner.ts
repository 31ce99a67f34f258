/**
 * Runs the code of Code nodes in a process of its own, as n8n does; items come and go as JSON.
 * What an earlier Code node put out is still here: n8n's own would have it sent.
 */
interface Code {
	code: string;
	items: unknown;
}

type Items = () => { all: () => unknown };

let earlier: unknown;

process.on('message', (message: string) => {
	const { code, items } = JSON.parse(message) as Code;
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- the bench's own code
	const run = new Function('$input', '$', code) as ($input: ReturnType<Items>, $: Items) => unknown;
	const before = earlier;
	earlier = run({ all: () => items }, () => ({ all: () => before }));
	process.send?.(JSON.stringify(earlier));
});
