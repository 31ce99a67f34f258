/* eslint-disable */
/** n8n's rules for texts that a person sees. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { CONTACT_COLUMNS, EMPLOYEE_COLUMNS } from '../support/contract-columns';
import { choicesOf, credentials, everything } from '../support/description';

const NODES = join(__dirname, '..', '..', 'nodes', 'ContactConsent');

describe("n8n's rules for texts", () => {
	const SMALL = new Set('a an and as by for from in it its of or per the to until up with'.split(' '));
	const isTitle = (text: string) =>
		text.split(' ').every((word, index) => (index > 0 && SMALL.has(word)) || /^[(]?[A-Z0-9]/.test(word));
	const labelled = everything.filter(({ type }) => type !== 'notice');

	it('every label is in Title Case', () => {
		expect(labelled.map(({ displayName }) => displayName).filter((label) => !isTitle(label))).toEqual([]);
	});

	it('every choice is in Title Case, and every default is one of the choices', () => {
		for (const field of everything.filter(({ type }) => type === 'options' || type === 'multiOptions')) {
			const values = choicesOf(field).map(({ value }) => value);
			expect(values).toEqual([...new Set(values)]);
			for (const value of [field.default].flat()) expect(values).toContain(value);
			for (const { name } of choicesOf(field)) expect([name, isTitle(name)]).toEqual([name, true]);
		}
	});

	it('four or more choices are in alphabetical order', () => {
		for (const field of everything.filter(({ type }) => /ptions$/.test(type))) {
			const names = choicesOf(field).map(({ name }) => name);
			if (names.length > 3) expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
		}
	});

	const described: Array<INodeProperties | INodePropertyOptions | INodePropertyCollection> = [
		...labelled,
		...labelled.filter(({ type }) => /ptions$/.test(type)).flatMap(choicesOf),
	];

	it('a description ends with a period only if it has several sentences', () => {
		for (const field of described) {
			const description = 'description' in field ? (field.description ?? '') : '';
			const sentences = description.split(/[.!?](?:\s|$)/).filter(Boolean).length;
			expect([description, description.endsWith('.')]).toEqual([description, sentences > 1]);
		}
	});

	it('a boolean is described with "Whether", and every parameter has a description', () => {
		for (const { name, type, description = '' } of labelled) {
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
			if (!['resource', 'operation', 'options', 'filters'].includes(name)) {
				expect([name, description.length > 10]).toEqual([name, true]);
			}
		}
	});

	it('the description of a choice is no longer than the two lines that n8n shows', () => {
		const choices = labelled.filter(({ type }) => /ptions$/.test(type)).flatMap(choicesOf);
		expect(choices.length).toBeGreaterThan(50);
		const long = choices.filter(({ description = '' }) => description.length > 105);
		expect(long.map(({ name, description }) => [name, description?.length])).toEqual([]);
	});

	it('a text names columns by their label, not by their name', () => {
		// An ID, a name of two words, or one that a section begins: others are also words of English.
		const names = [...CONTACT_COLUMNS, ...EMPLOYEE_COLUMNS].filter((name) => name === 'id' || /_/.test(name));
		const coded = new RegExp(`\\b(${names.join('|')})\\b`);
		const texts = [
			...everything.map(({ displayName }) => displayName),
			...described.map((field) => ('description' in field ? (field.description ?? '') : '')),
			...everything.map(({ hint = '' }) => hint),
		];
		expect(texts.filter((text) => coded.test(text))).toEqual([]);
	});

	it('an action has no article', () => {
		const actions = everything.flatMap((field) => choicesOf(field).flatMap(({ action = [] }) => action));
		expect(actions.length).toBeGreaterThan(10);
		for (const text of actions) expect(text).not.toMatch(/\b(a|an|the)\b/i);
	});
});

describe('a description says what happens', () => {
	it.each([
		['from', /from this time on/],
		['to', /up to this time/],
	])('the filter %s says at which end of the period it stands', (end, words) => {
		const fields = everything.filter(({ name, type }) => name === end && type === 'dateTime');
		expect(fields.length).toBeGreaterThan(1);
		for (const { description } of fields) expect(description).toMatch(words);
	});

	it('each Authentication Scheme shows the header that it sends', async () => {
		const scheme = everything.find(({ name }) => name === 'authScheme') as INodeProperties;
		expect(choicesOf(scheme)).toHaveLength(3);
		for (const { value, description } of choicesOf(scheme)) {
			const given = { apiKey: 'your key', authScheme: value, authPrefix: 'a prefix of your choice, then' };
			const { headers } = await credentials.authenticate(given, { url: '' });
			expect(description).toBe(`Authorization: ${headers.Authorization}`);
		}
	});

	it('the Prefix of the credential stands before the key, with a space between them', async () => {
		const given = { apiKey: '(the key)', authScheme: 'custom', authPrefix: '(the prefix)' };
		const { headers } = await credentials.authenticate(given, { url: '' });
		expect(headers.Authorization).toBe('(the prefix) (the key)');
		const { description } = everything.find(({ name }) => name === 'authPrefix') ?? {};
		expect(description).toMatch(/before the key.*space between/);
	});
});

describe('messages', () => {
	/** The sentences in published code, which people may read as messages. */
	const sentences = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => {
			const source = ts.createSourceFile(
				file,
				readFileSync(join(NODES, file), 'utf8'),
				ts.ScriptTarget.ES2022,
			);
			const found: string[] = [];
			const visit = (node: ts.Node): void => {
				if (
					ts.isStringLiteralLike(node) ||
					ts.isTemplateHead(node) ||
					ts.isTemplateMiddleOrTemplateTail(node)
				) {
					if (/\s\w+\s/.test(node.text)) found.push(node.text);
				}
				ts.forEachChild(node, visit);
			};
			visit(source);
			return found;
		});

	it('do not contain "problem", "error" or "failure"', () => {
		expect(sentences.length).toBeGreaterThan(200);
		const exceptions = /'On Error'/;
		expect(
			sentences.filter((text) => /\b(problem|error|failure)s?\b/i.test(text) && !exceptions.test(text)),
		).toEqual([]);
	});

	it.each(['Base URL', 'Authentication Scheme', 'On Not Found', 'When Not Generated'])(
		'quote the parameter %s when they say what to do about it',
		(label) => {
			const asked = new RegExp(`(Check|Correct|Increase|set|change|with|of)( the)?( option)? ${label}`);
			expect(
				sentences.filter((text) => asked.test(text) && !/^(The most records|What happens)/.test(text)),
			).toEqual([]);
			expect(sentences.some((text) => text.includes(`'${label}'`))).toBe(true);
		},
	);
});
