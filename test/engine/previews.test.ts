/* eslint-disable */
/** Each operation on its example: what it asks first, what it puts out, and what the editor shows of it before. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';

import { actionBench } from '../support/action';
import { PACKAGE_DIR } from '../support/engine';
import { EXAMPLES, expected, furnish, nameOf, parametersOf } from '../support/examples';
import { operations } from './faults/operations';

interface Schema {
	type: 'object';
	properties: Record<string, object>;
	version: number;
}

const bench = actionBench();

/** The file in which n8n finds the preview of an operation's output. */
const schemaOf = (name: string): Schema => {
	const folder = join(PACKAGE_DIR, 'dist', 'nodes', 'ContactConsent', '__schema__', 'v1.0.0');
	const file = join(folder, `${name.replace('.', '/')}.json`);
	if (!existsSync(file)) throw new Error(`There is no preview of ${name}: run "npm run generate"`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
};

it.each(operations)('$name has an example in test/support/examples.ts', ({ name }) => {
	expect(EXAMPLES.map(({ operation }) => operation)).toContain(name);
});

const titled = EXAMPLES.map((example) => ({ ...example, title: nameOf(example) }));

it.each(titled)('$title puts out the items of its example', async (example) => {
	const parameters = parametersOf(example, furnish(bench.sandbox));
	const { json, error } = await bench.run(parameters, { items: example.items });
	expect(error).toBeUndefined();
	expect(json).toEqual(expected(example.out));
});

it.each(operations)(
	'the example of $name in test/support/examples.ts has exactly the keys of its preview',
	({ name }) => {
		const items = EXAMPLES.filter(({ operation }) => operation === name).at(-1)?.out ?? [];
		const keys = new Set(items.flatMap((item) => Object.keys(item)));
		expect([...keys].sort()).toEqual(Object.keys(schemaOf(name).properties).sort());
	},
);

it.each(titled)('$title puts out values of the types of its preview', async (example) => {
	const parameters = parametersOf(example, furnish(bench.sandbox));
	const { json } = await bench.run(parameters, { items: example.items });
	const { version, ...schema } = schemaOf(example.operation);
	expect(version).toBe(1);
	const validate = new Ajv().compile({ ...schema, additionalProperties: false });
	for (const item of json) expect([validate(item), validate.errors]).toEqual([true, null]);
});
