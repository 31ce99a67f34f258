import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { ContactConsentApi } from '../../credentials/ContactConsentApi.credentials';
import { ContactConsent } from '../../nodes/ContactConsent/ContactConsent.node';
import { ContactConsentTrigger } from '../../nodes/ContactConsent/ContactConsentTrigger.node';
import { resources } from '../../nodes/ContactConsent/resources';
import {
	CONTACT_COLUMNS,
	CREDENTIAL_PARAMETERS,
	EMPLOYEE_COLUMNS,
	OPERATIONS,
	TRIGGER_PARAMETERS,
	type Defaults,
} from './frozen';

const ROOT = join(__dirname, '..', '..');
const action = new ContactConsent();
const trigger = new ContactConsentTrigger();
const credentials = new ContactConsentApi();
const { properties } = action.description;

const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(({ displayOptions, name }) => {
		const show = displayOptions?.show;
		return name !== 'operation' && show?.resource?.includes(resource) && show.operation?.includes(operation);
	});

/** Names and defaults, those inside a collection by their path; notices are no parameters. */
const defaultsOf = (fields: INodeProperties[]): Defaults =>
	Object.fromEntries(
		fields
			.filter(({ type }) => type !== 'notice')
			.flatMap(({ name, type, default: value, options = [] }): Array<[string, unknown]> =>
				type === 'collection'
					? (options as INodeProperties[]).map((option) => [`${name}.${option.name}`, option.default])
					: [[name, value]],
			),
	);

/** All properties at any depth. */
const deep = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		field,
		...(field.type === 'collection' ? deep((field.options ?? []) as INodeProperties[]) : []),
	]);

const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	options as INodePropertyOptions[];

const everything = deep([...properties, ...trigger.description.properties, ...credentials.properties]);

describe('what saved workflows rely on', () => {
	it('names the nodes and the credentials', () => {
		expect(action.description).toMatchObject({
			name: 'contactConsent',
			displayName: 'Contact Consent',
			usableAsTool: true,
			version: 1,
			credentials: [{ name: 'contactConsentApi', required: true }],
		});
		expect(trigger.description).toMatchObject({
			name: 'contactConsentTrigger',
			displayName: 'Contact Consent Trigger',
			polling: true,
			version: 1,
			credentials: [{ name: 'contactConsentApi', required: true }],
		});
		expect([credentials.name, credentials.displayName]).toEqual(['contactConsentApi', 'Contact Consent API']);
	});

	it('has exactly these operations', () => {
		const rows = Object.fromEntries(
			resources.map(({ value, operations }) => [value, operations.map((row) => row.value).sort()]),
		);
		expect(rows).toEqual(
			Object.fromEntries(Object.entries(OPERATIONS).map(([name, rows]) => [name, Object.keys(rows).sort()])),
		);
	});

	const table = Object.entries(OPERATIONS).flatMap(([resource, rows]) =>
		Object.entries(rows).map(([operation, row]) => ({ resource, operation, ...row })),
	);

	it.each(table)(
		'$resource: $operation has these parameters and defaults',
		({ resource, operation, parameters }) => {
			expect(defaultsOf(fieldsOf(resource, operation))).toEqual(parameters);
		},
	);

	it.each(table)(
		'$resource: $operation has these values to choose from',
		({ resource, operation, choices }) => {
			const found = deep(fieldsOf(resource, operation))
				.filter(({ type }) => type === 'options' || type === 'multiOptions')
				.map((field) => [
					field.name,
					choicesOf(field)
						.map(({ value }) => value)
						.sort(),
				]);
			expect(Object.fromEntries(found)).toEqual(choices ?? {});
		},
	);

	it('has a trigger with these parameters and defaults', () => {
		expect(defaultsOf(trigger.description.properties)).toEqual(TRIGGER_PARAMETERS);
	});

	it('has credentials with these parameters and defaults', () => {
		expect(defaultsOf(credentials.properties)).toEqual(CREDENTIAL_PARAMETERS);
	});

	it.each([
		['contactColumns', CONTACT_COLUMNS],
		['employeeColumns', EMPLOYEE_COLUMNS],
	] as const)('%s are these', async (method, columns) => {
		const { fields } = await action.methods.resourceMapping[method].call({} as never);
		expect(fields.map(({ id }) => id).sort()).toEqual([...columns].sort());
	});
});

describe('the description is derived from the operations', () => {
	const [resource, ...rest] = properties;
	const dropdowns = rest.filter(({ name }) => name === 'operation');

	it('lists each resource once, and its operations with an action text and a description', () => {
		expect(choicesOf(resource as INodeProperties).map(({ value }) => value)).toEqual(
			resources.map(({ value }) => value),
		);
		expect(dropdowns.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
			resources.map(({ value }) => [value]),
		);
		for (const { options = [] } of dropdowns) {
			for (const option of options as INodePropertyOptions[]) {
				expect(option.action).toMatch(/^[A-Z][^A-Z]+$/);
				expect(option.description?.length).toBeGreaterThan(10);
			}
		}
	});

	it('shows every field for one operation that exists', () => {
		const shown = rest
			.filter(({ name }) => name !== 'operation')
			.map(({ displayOptions }) => displayOptions?.show);
		for (const show of shown) {
			const [inResource] = show?.resource ?? [];
			const [inOperation] = show?.operation ?? [];
			const owner = resources.find(({ value }) => value === inResource);
			expect(owner?.operations.some(({ value }) => value === inOperation)).toBe(true);
		}
	});

	it('has no two parameters of one name at one place', () => {
		for (const { value, operations } of resources) {
			for (const operation of operations) {
				const names = fieldsOf(value, operation.value).map(({ name }) => name);
				expect(names).toEqual([...new Set(names)]);
			}
		}
	});

	it('begins with the default resource and operation', () => {
		expect(resource).toMatchObject({ name: 'resource', default: 'contact' });
		expect(dropdowns.map((dropdown) => dropdown.default)).toEqual(
			resources.map(({ operations }) => operations[0]?.value),
		);
	});
});

describe("n8n's rules for texts", () => {
	const SMALL = new Set([
		'a',
		'an',
		'and',
		'as',
		'by',
		'for',
		'from',
		'in',
		'it',
		'its',
		'of',
		'or',
		'per',
		'the',
		'to',
		'until',
		'up',
		'with',
	]);
	const isTitle = (text: string) =>
		text.split(' ').every((word, index) => (index > 0 && SMALL.has(word)) || /^[(]?[A-Z0-9]/.test(word));
	const labelled = everything.filter(({ type }) => type !== 'notice');

	it.each(labelled.map((field) => [field.displayName, field] as const))(
		'the label "%s" is in Title Case',
		(label) => {
			expect(isTitle(label)).toBe(true);
		},
	);

	it('every choice is in Title Case, and every default one of them', () => {
		for (const field of everything.filter(({ type }) => type === 'options' || type === 'multiOptions')) {
			const values = choicesOf(field).map(({ value }) => value);
			expect(values).toEqual([...new Set(values)]);
			for (const value of [field.default].flat()) expect(values).toContain(value);
			for (const { name } of choicesOf(field)) expect([name, isTitle(name)]).toEqual([name, true]);
		}
	});

	it('every choice of four or more stands in alphabetical order', () => {
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

	it('a boolean says "Whether", and every parameter says something', () => {
		for (const { name, type, description = '' } of labelled) {
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
			if (!['resource', 'operation', 'options', 'filters'].includes(name)) {
				expect([name, description.length > 10]).toEqual([name, true]);
			}
		}
	});
});

describe('the package', () => {
	const read = (file: string) =>
		JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, unknown>;
	const manifest = read('package.json') as Record<string, unknown> & {
		n8n: { nodes: string[]; credentials: string[]; n8nNodesApiVersion: number };
	};

	it('publishes dist alone and depends on nothing but n8n', () => {
		expect(manifest).toMatchObject({
			name: 'n8n-nodes-contact-consent',
			license: 'MIT',
			files: ['dist'],
			peerDependencies: { 'n8n-workflow': '*' },
		});
		expect(manifest.keywords).toContain('n8n-community-node-package');
		for (const key of ['dependencies', 'overrides', 'bundledDependencies', 'optionalDependencies']) {
			expect(manifest).not.toHaveProperty(key);
		}
	});

	it('names files that the build makes', () => {
		const { nodes, credentials: types } = manifest.n8n;
		expect([...types, ...nodes]).toEqual([
			'dist/credentials/ContactConsentApi.credentials.js',
			'dist/nodes/ContactConsent/ContactConsent.node.js',
			'dist/nodes/ContactConsent/ContactConsentTrigger.node.js',
		]);
		for (const file of [...types, ...nodes]) {
			const source = join(ROOT, file.replace('dist/', '').replace(/\.js$/, '.ts'));
			expect([file, existsSync(join(ROOT, file)), existsSync(source)]).toEqual([file, true, true]);
		}
	});

	it.each(['ContactConsent', 'ContactConsentTrigger'])('has a codex file and icons for %s', (name) => {
		expect(read(`nodes/ContactConsent/${name}.node.json`)).toMatchObject({
			node: `n8n-nodes-contact-consent.${name.replace('C', 'c')}`,
		});
		for (const icon of ['contactConsent.svg', 'contactConsent.dark.svg']) {
			expect(existsSync(join(ROOT, 'dist', 'icons', icon))).toBe(true);
		}
	});

	it('tests credentials with a request that consumes nothing and follows no redirect', () => {
		expect(credentials.test.request).toMatchObject({
			url: '/operations',
			qs: { limit: 1 },
			disableFollowRedirect: true,
		});
		const words = Object.fromEntries(
			(credentials.test.rules ?? []).map(({ properties }) => [
				'value' in properties ? properties.value : '',
				properties.message,
			]),
		);
		expect(words[401]).toMatch(/wrong key/i);
		expect(words[403]).not.toMatch(/wrong key/i);
		expect(words[404]).toMatch(/wrong address/i);
	});
});
