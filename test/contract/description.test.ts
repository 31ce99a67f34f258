/* eslint-disable */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../nodes/ContactConsent/common/operation';
import { resources } from '../../nodes/ContactConsent/operations';
import {
	CONTACT_COLUMNS,
	CONTACT_FIELDS,
	EMPLOYEE_COLUMNS,
	EMPLOYEE_FIELDS,
	REQUIRED_CONTACT_COLUMNS,
	REQUIRED_EMPLOYEE_COLUMNS,
} from '../support/contract-columns';
import { action, choicesOf, credentials, deep, everything, trigger } from '../support/description';
import { differences, frozenIn, readFrozen, withNew, type Frozen } from '../support/frozen';
import { ROOT } from '../support/paths';

const { properties } = action.description;

const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(({ displayOptions, name }) => {
		const show = displayOptions?.show;
		return name !== 'operation' && show?.resource?.includes(resource) && show.operation?.includes(operation);
	});

const present = frozenIn({
	action: properties,
	trigger: trigger.description.properties,
	credentials: credentials.properties,
});

describe('saved workflows', () => {
	it('find the node types and credentials that they name', () => {
		expect(action.description).toMatchObject({
			name: 'contactConsent',
			displayName: 'Contact Consent',
			usableAsTool: true,
			version: 1,
			credentials: [{ name: 'contactConsentApi', required: true, testedBy: 'testConnection' }],
		});
		expect(trigger.description).toMatchObject({
			name: 'contactConsentTrigger',
			displayName: 'Contact Consent Trigger',
			polling: true,
			version: 1,
			credentials: [{ name: 'contactConsentApi', required: true, testedBy: 'testConnection' }],
		});
		expect([credentials.name, credentials.displayName]).toEqual(['contactConsentApi', 'Contact Consent API']);
	});

	it('find all names, types, defaults, ranges and choices of test/contract/frozen.json', () => {
		expect(differences(readFrozen(), present).broken).toEqual([]);
	});

	it('rely from now on on what is new: "npm run generate" adds it to test/contract/frozen.json', () => {
		expect(differences(readFrozen(), present).added).toEqual([]);
	});

	it('find a description of each option that says what holds without it', () => {
		const options = everything as Array<INodeProperties & { absent?: unknown }>;
		const differing = options.filter(({ absent }) => absent !== undefined);
		expect(differing.length).toBeGreaterThan(10);
		for (const { name, absent, default: added, description } of differing) {
			expect([name, absent === added]).toEqual([name, false]);
			expect([name, description]).toEqual([name, expect.stringContaining('Without this option, ')]);
		}
	});

	it('find resource locators with a list, and another mode for what the list does not have', () => {
		const locators = deep(properties).filter(({ type }) => type === 'resourceLocator');
		expect(locators.length).toBeGreaterThan(5);
		for (const { name: field, modes } of locators) {
			expect(modes?.map(({ name, type }) => [name, type])).toEqual([
				['list', 'list'],
				[field.endsWith('Id') ? 'id' : 'text', 'string'],
			]);
		}
	});

	it.each([
		['contactColumns', CONTACT_COLUMNS, REQUIRED_CONTACT_COLUMNS],
		['contactUpdateColumns', CONTACT_COLUMNS, ['id']],
		['employeeColumns', EMPLOYEE_COLUMNS, REQUIRED_EMPLOYEE_COLUMNS],
		['employeeUpdateColumns', EMPLOYEE_COLUMNS, ['id']],
	] as const)(
		'%s are those of the contract (MODELS and REQUIRED in sandbox/test/differential/contract.ts)',
		async (method, columns, required) => {
			const { fields } = await action.methods.resourceMapping[method].call({} as never);
			expect(fields.map(({ id }) => id).sort()).toEqual([...columns].sort());
			const found = fields.filter((field) => field.required).map(({ id }) => id);
			expect(found.sort()).toEqual(required);
		},
	);
});

it.each([
	['contact', CONTACT_FIELDS],
	['employee', EMPLOYEE_FIELDS],
])('an AI agent can select each field of a %s', (resource, fields) => {
	const choices = fieldsOf(resource, 'get').find(({ name }) => name === 'fields');
	const selectable = choicesOf(choices as INodeProperties).map(({ value }) => value);
	expect(selectable.sort()).toEqual([...fields].sort());
});

describe('npm run generate', () => {
	const omit = <T>(all: Record<string, T>, name: string): Record<string, T> =>
		Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));
	const withField = (place: string, name: string, field: object): Frozen => ({
		...present,
		[place]: { ...present[place], [name]: { ...present[place]?.[name], ...field } },
	});

	it('adds a new operation, parameter and choice to frozen.json', () => {
		expect(withNew(omit(present, 'contact.get'), present)).toEqual(present);
		const getWithout = omit(present['contact.get'] ?? {}, 'simplify');
		expect(withNew({ ...present, 'contact.get': getWithout }, present)).toEqual(present);
		const older = withField('contact.get', 'options.onNotFound', { choices: ['error'] });
		expect(withNew(older, present)).toEqual(present);
	});

	it.each([
		['a removed operation', { ...present, 'contact.merge': {} }, /contact\.merge is gone/],
		['a removed parameter', withField('contact.get', 'old', {}), /contact\.get: old is gone/],
		['another default', withField('trigger', 'simplify', { default: true }), /default was true and is false/],
		['another type', withField('trigger', 'startFrom', { type: 'string' }), /type was "string"/],
		['another range', withField('event.getMany', 'limit', { minValue: 0 }), /minValue was 0 and is 1/],
		['a removed choice', withField('trigger', 'beginWith', { choices: ['old'] }), /the choice "old" is gone/],
	])('refuses %s, unless it is told that nothing is published yet', (_, before, words) => {
		expect(() => withNew(before, present)).toThrow(words);
		expect(withNew(before, present, { mayBreak: true })).toEqual(present);
	});
});

describe('what an operation needs to be in the node:', () => {
	const folder = join(ROOT, 'nodes', 'ContactConsent', 'operations');
	const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	/** The values that the files of a folder export. */
	const exportsIn = (path: string) => Object.values(jest.requireActual<object>(path)) as object[];
	const known = resources.flatMap((one) => one.operations);

	it.each(folders.map(({ name }) => name))(
		'each operation in the folder %s is in its index.ts, and its resource in operations/index.ts',
		(name) => {
			const files = readdirSync(join(folder, name)).filter((file) => file !== 'index.ts');
			const declared = files
				.flatMap((file) => exportsIn(join(folder, name, file)))
				.filter((one) => typeof one === 'object' && 'kind' in one && 'action' in one);
			expect(declared.length).toBeGreaterThan(0);
			expect(declared.filter((one) => !known.includes(one as Operation))).toEqual([]);
		},
	);
});

describe('the description of the node', () => {
	const [resource, ...rest] = properties;
	const [dropdowns, ofTool] = [false, true].map((isTool) =>
		rest.filter(
			({ name, displayOptions }) =>
				name === 'operation' && (displayOptions?.show?.['@tool'] ?? [isTool]).includes(isTool),
		),
	) as [INodeProperties[], INodeProperties[]];

	it('lists each resource once, and each of its operations with an action and a description', () => {
		expect(choicesOf(resource as INodeProperties).map(({ value }) => value)).toEqual(
			[...resources].sort((a, b) => a.name.localeCompare(b.name, 'en')).map(({ value }) => value),
		);
		expect(dropdowns.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
			resources.map(({ value }) => [value]),
		);
		for (const { options = [] } of dropdowns) {
			for (const option of options as INodePropertyOptions[]) {
				expect(option.action).toMatch(/^[A-Z]([^A-Z]|PDF)+$/);
				expect(option.description?.length).toBeGreaterThan(10);
			}
		}
	});

	it('never shows two parameters of the same name at the same place', () => {
		for (const { value, operations } of resources) {
			for (const operation of operations) {
				for (const isTool of [false, true]) {
					const names = fieldsOf(value, operation.value)
						.filter(({ displayOptions }) => (displayOptions?.show?.['@tool'] ?? [isTool]).includes(isTool))
						.map(({ name }) => name);
					expect(names).toEqual([...new Set(names)]);
				}
			}
		}
	});

	it('starts with the default resource and operation', () => {
		expect(resource).toMatchObject({ name: 'resource', default: 'contact' });
		expect(dropdowns.map((dropdown) => dropdown.default)).toEqual(
			resources.map(({ operations }) => operations[0]?.value),
		);
	});

	it('begins as a tool of an AI agent with an operation that only reads', () => {
		expect(ofTool.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
			resources.map(({ value }) => [value]),
		);
		for (const { displayOptions, default: first } of ofTool) {
			const place = displayOptions?.show?.resource?.[0];
			const row = resources
				.find(({ value }) => value === place)
				?.operations.find(({ value }) => value === first);
			expect([row?.value, row?.kind]).toEqual([first, expect.stringMatching(/^(one|pages|file|wait)$/)]);
			expect(row).not.toHaveProperty('effect');
			expect(row).not.toHaveProperty('takesAway');
		}
	});
});
