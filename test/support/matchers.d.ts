import type { Code, Values } from './sentences';

declare global {
	namespace jest {
		interface Matchers<R> {
			/** The text has the sentence of this code. A placeholder without a value may be anything. */
			toSay<C extends Code>(code: C, values?: Partial<Values<C>>): R;
		}
		interface Expect {
			/** The same inside of an expected value. */
			toSay<C extends Code>(code: C, values?: Partial<Values<C>>): unknown;
		}
	}
}
