import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { resources } from '../../nodes/ContactConsent/resources';
import { action, choicesOf, credentials, deep, everything, trigger } from '../support/description';
import {
	CONTACT_COLUMNS,
	CREDENTIAL_CHOICES,
	CREDENTIAL_PARAMETERS,
	EMPLOYEE_COLUMNS,
	LOCATORS,
	OPERATIONS,
	RANGES,
	REQUIRED_CONTACT_COLUMNS,
	REQUIRED_EMPLOYEE_COLUMNS,
	TRIGGER_CHOICES,
	TRIGGER_PARAMETERS,
	type Defaults,
} from './frozen';

const { properties } = action.description;

const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	properties.filter(({ displayOptions, name }) => {
		const show = displayOptions?.show;
		return name !== 'operation' && show?.resource?.includes(resource) && show.operation?.includes(operation);
	});

/** Names and defaults. An option in a collection has its path as name. Notices are left out. */
const defaultsOf = (fields: INodeProperties[]): Defaults =>
	Object.fromEntries(
		fields
			.filter(({ type }) => type !== 'notice')
			.flatMap(({ name, type, default: value, options = [] }): Array<[string, unknown]> =>
				type === 'collection'
					? (options as Array<INodeProperties & { absent?: unknown }>).map(
							({ name: option, default: added, absent }) => [
								`${name}.${option}`,
								absent === undefined ? added : { absent, added },
							],
						)
					: [[name, value]],
			),
	);

/** The values to choose from, in alphabetical order. */
const choicesIn = (fields: INodeProperties[]): Record<string, unknown[]> =>
	Object.fromEntries(
		deep(fields)
			.filter(({ type }) => type === 'options' || type === 'multiOptions')
			.map((field) => [
				field.name,
				choicesOf(field)
					.map(({ value }) => value)
					.sort(),
			]),
	);

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

	it('find exactly the operations of test/contract/frozen.ts (add a new one there)', () => {
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
		'find the parameters, defaults and choices of $resource: $operation',
		({ resource, operation, parameters, choices = {} }) => {
			const fields = fieldsOf(resource, operation);
			expect(defaultsOf(fields)).toEqual(parameters);
			expect(choicesIn(fields)).toEqual(choices);
		},
	);

	it('find the parameters and defaults of the trigger', () => {
		expect(defaultsOf(trigger.description.properties)).toEqual(TRIGGER_PARAMETERS);
		expect(choicesIn(trigger.description.properties)).toEqual(TRIGGER_CHOICES);
	});

	it('find the fields and defaults of the credentials', () => {
		expect(defaultsOf(credentials.properties)).toEqual(CREDENTIAL_PARAMETERS);
		expect(choicesIn(credentials.properties)).toEqual(CREDENTIAL_CHOICES);
	});

	it('find number parameters that accept the same range', () => {
		const numbers = everything.filter(({ type }) => type === 'number');
		for (const { name, typeOptions } of numbers) expect([name, typeOptions]).toEqual([name, RANGES[name]]);
		expect([...new Set(numbers.map(({ name }) => name))].sort()).toEqual(Object.keys(RANGES).sort());
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

	it('find resource locators with the modes list and id', () => {
		const locators = deep(properties).filter(({ type }) => type === 'resourceLocator');
		expect([...new Set(locators.map(({ name }) => name))].sort()).toEqual(LOCATORS);
		for (const { modes } of locators) {
			expect(modes?.map(({ name, type }) => [name, type])).toEqual([
				['list', 'list'],
				['id', 'string'],
			]);
		}
	});

	it.each([
		['contactColumns', CONTACT_COLUMNS, REQUIRED_CONTACT_COLUMNS],
		['contactUpdateColumns', CONTACT_COLUMNS, ['id']],
		['employeeColumns', EMPLOYEE_COLUMNS, REQUIRED_EMPLOYEE_COLUMNS],
		['employeeUpdateColumns', EMPLOYEE_COLUMNS, ['id']],
	] as const)(
		'%s are those of test/contract/frozen.ts (add a new one there)',
		async (method, columns, required) => {
			const { fields } = await action.methods.resourceMapping[method].call({} as never);
			expect(fields.map(({ id }) => id).sort()).toEqual([...columns].sort());
			const found = fields.filter((field) => field.required).map(({ id }) => id);
			expect(found.sort()).toEqual(required);
		},
	);
});

it.each([
	['contact', [...CONTACT_COLUMNS, 'tags']],
	['employee', EMPLOYEE_COLUMNS],
])('an AI agent can select each column of a %s', (resource, columns) => {
	const choices = fieldsOf(resource, 'get').find(({ name }) => name === 'fields');
	const selectable = choicesOf(choices as INodeProperties).map(({ value }) => value);
	// The parts of a section are selected together with it.
	const own = columns.filter((name) => !/^(work|private)_/.test(name));
	expect(selectable).toEqual(expect.arrayContaining(own));
	expect(selectable).toHaveLength(own.length);
});

describe('the description of the node', () => {
	const [resource, ...rest] = properties;
	const dropdowns = rest.filter(({ name }) => name === 'operation');

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
				const names = fieldsOf(value, operation.value).map(({ name }) => name);
				expect(names).toEqual([...new Set(names)]);
			}
		}
	});

	it('starts with the default resource and operation', () => {
		expect(resource).toMatchObject({ name: 'resource', default: 'contact' });
		expect(dropdowns.map((dropdown) => dropdown.default)).toEqual(
			resources.map(({ operations }) => operations[0]?.value),
		);
	});
});
