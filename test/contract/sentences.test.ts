/* eslint-disable */
/** The table of sentences (test/support/sentences.ts): each is seen by a test, and written out nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { ROOT } from '../support/paths';
import { CODES, patternOf } from '../support/sentences';

const TABLE = join(ROOT, 'test/support/sentences.ts');

const files = ['test', 'sandbox/test', 'workshop/e2e'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(ROOT, folder, file)),
);
const sources = files
	.filter((file) => file !== TABLE && file !== __filename)
	.map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));

function* nodesOf(node: ts.Node): Generator<ts.Node> {
	yield node;
	for (const child of node.getChildren()) yield* nodesOf(child);
}

/** `expect(text).not.toSay('code')` sees nothing. */
const isDenied = (call: ts.CallExpression): boolean => {
	for (let node: ts.Node = call; !ts.isStatement(node); node = node.parent) {
		if (ts.isPropertyAccessExpression(node) && node.name.text === 'not') return true;
		if (ts.isCallExpression(node) && /\.not\.\w+$/.test(node.expression.getText())) return true;
	}
	return false;
};

const seen = new Set<string>();
const isTitle = ({ parent }: ts.Node) =>
	ts.isCallExpression(parent) && /^(it|test|describe)\b/.test(parent.expression.getText());

for (const source of sources) {
	for (const node of nodesOf(source)) {
		if (ts.isCallExpression(node) && /\b(sentence|toSay)$/.test(node.expression.getText())) {
			const [code] = node.arguments;
			if (code && ts.isStringLiteral(code) && !isDenied(node)) seen.add(code.text);
		}
	}
}

/** The texts of each file, without titles of tests. What a template inserts is a `…`. */
const texts = sources.flatMap((source) =>
	[...nodesOf(source)].flatMap((node) => {
		if (ts.isStringLiteralLike(node) && !isTitle(node)) return { text: node.text, file: source.fileName };
		if (!ts.isTemplateExpression(node) || isTitle(node)) return [];
		const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text);
		return { text: text.join('…'), file: source.fileName };
	}),
);

it.each(CODES)('%s is asserted by a test that passes only if a person reads it', (code) => {
	expect(seen).toContain(code);
});

it.each(CODES)('%s is written out in the table alone', (code) => {
	const places = texts.filter(({ text }) => patternOf(code).test(text));
	expect(places).toEqual([]);
});
