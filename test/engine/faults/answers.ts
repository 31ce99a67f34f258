/** Answers of the service with an unexpected value at some place. */
import fc from 'fast-check';

import type { Answer } from '../../support/gateway';

/** JSON values that often break code. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom<unknown>(
		...[null, true, 0, -1, 1e308, '', ' ', [], {}, [[]], [null], { '': null }],
		...[{ toMillis: 1 }, { toString: 1 }, { toJSON: 'x' }, { valueOf: null }, { length: -1 }, { then: 'x' }],
		...[
			'__proto__',
			'constructor',
			'2026-13-45T99:00:00Z',
			'0000-00-00',
			'x'.repeat(100_000),
			'\0\ud800\u202e',
		],
		...[JSON.parse('{"__proto__": {"polluted": true}}'), JSON.parse('['.repeat(300) + ']'.repeat(300))],
	),
);

type Change = { at: number; as: 'value' | 'gone' | 'twice'; value: unknown };

const changes: fc.Arbitrary<Change> = fc.record({
	at: fc.nat(1_000_000),
	as: fc.constantFrom('value', 'value', 'value', 'gone', 'twice'),
	value: odd,
});

export const someChanges = (count: number, seed: number): Change[] =>
	fc.sample(changes, { numRuns: count, seed });

type Container = Record<string, unknown> | unknown[];
interface Place {
	container: Container;
	key: string;
}

function placesIn(value: unknown): Place[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		{ container: value as Container, key },
		...placesIn(inner),
	]);
}

/** A copy of a JSON value with one place changed. The place may be the whole value. */
export function changed(json: unknown, { at, as, value }: Change): unknown {
	const whole = { json: structuredClone(json) };
	const places = placesIn(whole);
	const { container, key } = places[at % places.length] as Place;
	if (as === 'gone' && Array.isArray(container)) container.splice(Number(key), 1);
	else if (as === 'gone') Reflect.deleteProperty(container, key);
	else if (as === 'twice' && Array.isArray(container)) container.push(container[Number(key)]);
	else (container as Record<string, unknown>)[key] = value;
	return whole.json;
}

/** Changes an answer that is JSON; others stay as they are. */
export function changedAnswer(answer: Answer, change: Change): Answer {
	if (!/json/.test(answer.headers['content-type'] ?? '')) return answer;
	const json = changed(JSON.parse(answer.body.toString('utf8')), change);
	return { ...answer, body: Buffer.from(json === undefined ? '' : JSON.stringify(json)) };
}
