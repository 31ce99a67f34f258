/** Made-up values for a schema: valid ones, valid ones with one thing changed, and nonsense. */
import fc from 'fast-check';

import type { Description, Schema } from './description';

type Resolve = Description['resolved'];

/** Names and texts that have caused faults before. */
const ODD_TEXTS = ['', ' ', '__proto__', 'constructor', 'a/b', '..', '%2e', '\u0000', '💶', 'ä', 'null', '0'];
export const oddText = fc.oneof(
	fc.constantFrom(...ODD_TEXTS),
	fc.string({ unit: 'binary', maxLength: 12 }),
	fc.integer({ min: 100, max: 4000 }).map((length) => 'x'.repeat(length)),
);

const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
export const time = fc
	.date({ min: new Date('2001-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString());

/** The description has no grammar for formats. These values are valid in every reading. */
const FORMATS: Record<string, fc.Arbitrary<string>> = {
	email: fc
		.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/))
		.map(([a, b]) => `${a}@${b}.example`),
	mobilenumber: digits(7).map((rest) => `+49 151 2${rest}`),
	faxnumber: digits(6).map((rest) => `+49 30 22${rest}`),
	zipcode: digits(5),
	'date-time': time,
	uri: fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `https://${name}.example/`),
};

function text({ enum: choices, format, pattern, minLength = 0 }: Schema): fc.Arbitrary<unknown> {
	if (choices) return fc.constantFrom(...choices);
	if (format && FORMATS[format]) return FORMATS[format];
	if (pattern) return fc.stringMatching(new RegExp(pattern));
	return fc.oneof(
		fc.string({ minLength, maxLength: 8 }),
		fc.string({ unit: 'grapheme', minLength: Math.max(1, minLength), maxLength: 8 }),
	);
}

/** A value that is valid for the schema. Each `id` is one of `ids`, so that requests refer to the same records. */
export function valid(schema: Schema, resolve: Resolve, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
	const whole = resolve(schema);
	const { type, items, properties, additionalProperties, required = [] } = whole;
	const deeper = (inner: Schema) => valid(inner, resolve, ids);
	if (type === 'string') return text(whole);
	if (type === 'boolean') return fc.boolean();
	if (type === 'array') return fc.array(deeper(items ?? {}), { maxLength: 3 });
	if (type !== 'object') return fc.jsonValue({ maxDepth: 1 });
	if (!properties)
		return fc.dictionary(fc.string({ maxLength: 6 }), deeper(additionalProperties as Schema), { maxKeys: 3 });
	const fields = Object.entries(properties).map(([name, inner]) => [
		name,
		name === 'id' ? ids : deeper(inner),
	]);
	const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
	// Most fields are absent most of the time, so that bodies stay small.
	const names = Object.keys(model);
	const chosen = fc.subarray(names, { maxLength: Math.min(5, names.length) });
	return chosen.chain((some) => {
		const all = [...new Set([...required, ...some, ...(properties.id ? ['id'] : [])])];
		return fc.record(Object.fromEntries(all.map((name) => [name, model[name] as fc.Arbitrary<unknown>])), {
			noNullPrototype: true,
		});
	});
}

type Change = { at: number[]; how: 'remove' | 'replace' | 'add'; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
	at: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
	how: fc.constantFrom('remove', 'replace', 'replace', 'add'),
	value: fc.oneof(
		oddText,
		fc.jsonValue({ maxDepth: 1 }),
		fc.constantFrom(null, 0, true, [], {}, [null], { id: 1 }),
	),
});

/** Changes one place in the value. The path says how far to walk down. */
function changed(value: unknown, { at, how, value: other }: Change): unknown {
	const [first = 0, ...rest] = at;
	if (typeof value !== 'object' || value === null) return other;
	const keys = Object.keys(value);
	if (how === 'add' && (rest.length === 0 || keys.length === 0))
		return Array.isArray(value) ? [...(value as unknown[]), other] : { ...value, [`odd${first}`]: other };
	const key = keys[first % Math.max(1, keys.length)];
	if (key === undefined) return other;
	const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
	if (rest.length > 0) copy[key] = changed(copy[key], { at: rest, how, value: other });
	else if (how === 'remove') delete copy[key];
	else copy[key] = other;
	return copy;
}

export const nearlyValid = (from: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
	fc.tuple(from, change).map(([value, one]) => changed(value, one));
