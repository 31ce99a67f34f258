/** The matcher `toSay`: a text, an error or what a function throws has the sentence of a code. */
import { CODES, patternOf, type Code } from './sentences';

/** The text that a person reads: of an error its title and its description. */
function textOf(received: unknown): string {
	if (typeof received === 'string') return received;
	if (typeof received === 'function') {
		try {
			received();
		} catch (error) {
			return textOf(error);
		}
		throw new Error('toSay: the function threw nothing');
	}
	const { message, description } = (received ?? {}) as { message?: unknown; description?: unknown };
	if (typeof message !== 'string') throw new Error('toSay: neither a text nor an error');
	return typeof description === 'string' ? `${message}\n${description}` : message;
}

expect.extend({
	toSay(received: unknown, code: Code, values: Record<string, string | number> = {}) {
		const text = textOf(received);
		const pattern = patternOf(code, values);
		const others = CODES.filter((other) => patternOf(other).test(text));
		const message = () =>
			[
				this.utils.matcherHint('toSay', undefined, code, { isNot: this.isNot }),
				'',
				`${this.isNot ? 'Not expected' : 'Expected'}: ${this.utils.printExpected(pattern)}`,
				`Received: ${this.utils.printReceived(text)}`,
				`The text has the sentences: ${others.join(', ') || 'none of the table'}`,
			].join('\n');
		return { pass: pattern.test(text), message };
	},
});
