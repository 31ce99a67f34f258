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

/** Calls of tests that give a title. */
const TITLED = /^(it|test|describe)\b/;

/** `expect(text).not.toSay('code')` sees nothing. */
const isDenied = (call: ts.CallExpression): boolean => {
	for (let node: ts.Node = call; !ts.isStatement(node); node = node.parent) {
		if (ts.isPropertyAccessExpression(node) && node.name.text === 'not') return true;
		if (ts.isCallExpression(node) && /\.not\.\w+$/.test(node.expression.getText())) return true;
	}
	return false;
};

const seen = new Set<string>();
/** The texts of each file, without titles of tests. What a template inserts is a `…`. */
const texts: Array<{ text: string; file: string }> = [];

const isTitle = ({ parent }: ts.Node) =>
	ts.isCallExpression(parent) && TITLED.test(parent.expression.getText());

for (const source of sources) {
	const add = (node: ts.Node, text: string) => {
		// Most texts have one word.
		if (text.includes(' ') && !isTitle(node)) texts.push({ text, file: source.fileName });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) add(node, node.text);
		else if (ts.isTemplateExpression(node)) {
			const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
			add(node, parts.map(({ text }) => text).join('…'));
		} else if (ts.isCallExpression(node)) {
			const [code] = node.arguments;
			if (code && ts.isStringLiteral(code) && /\b(sentence|toSay)$/.test(node.expression.getText())) {
				if (!isDenied(node)) seen.add(code.text);
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
}

it.each(CODES)('%s is asserted by a test that passes only if a person reads it', (code) => {
	expect(seen).toContain(code);
});

it.each(CODES)('%s is written out in the table alone', (code) => {
	const pattern = patternOf(code);
	const places = texts.filter(({ text }) => pattern.test(text));
	expect(places).toEqual([]);
});
