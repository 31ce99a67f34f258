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

/** Names and defaults, those inside a collection by their path; notices are no parameters. */
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

describe('what saved workflows rely on', () => {
	it('names the nodes and the credentials', () => {
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

	it('has exactly the operations of test/contract/frozen.ts: add what is new there', () => {
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
		'$resource: $operation has these parameters, defaults and values to choose from',
		({ resource, operation, parameters, choices = {} }) => {
			const fields = fieldsOf(resource, operation);
			expect(defaultsOf(fields)).toEqual(parameters);
			expect(choicesIn(fields)).toEqual(choices);
		},
	);

	it('has a trigger with these parameters and defaults', () => {
		expect(defaultsOf(trigger.description.properties)).toEqual(TRIGGER_PARAMETERS);
		expect(choicesIn(trigger.description.properties)).toEqual(TRIGGER_CHOICES);
	});

	it('has credentials with these parameters and defaults', () => {
		expect(defaultsOf(credentials.properties)).toEqual(CREDENTIAL_PARAMETERS);
		expect(choicesIn(credentials.properties)).toEqual(CREDENTIAL_CHOICES);
	});

	it('reads numbers from these ranges', () => {
		const numbers = everything.filter(({ type }) => type === 'number');
		for (const { name, typeOptions } of numbers) expect([name, typeOptions]).toEqual([name, RANGES[name]]);
		expect([...new Set(numbers.map(({ name }) => name))].sort()).toEqual(Object.keys(RANGES).sort());
	});

	it('says of each option that is added as something else what holds without it', () => {
		const options = everything as Array<INodeProperties & { absent?: unknown }>;
		const differing = options.filter(({ absent }) => absent !== undefined);
		expect(differing.length).toBeGreaterThan(10);
		for (const { name, absent, default: added, description } of differing) {
			expect([name, absent === added]).toEqual([name, false]);
			expect([name, description]).toEqual([name, expect.stringContaining('Without this option, ')]);
		}
	});

	it('has resource locators with a list and an ID', () => {
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
		'%s are those of test/contract/frozen.ts: add what is new there',
		async (method, columns, required) => {
			const { fields } = await action.methods.resourceMapping[method].call({} as never);
			expect(fields.map(({ id }) => id).sort()).toEqual([...columns].sort());
			const found = fields.filter((field) => field.required).map(({ id }) => id);
			expect(found.sort()).toEqual(required);
		},
	);
});

describe('the description is derived from the operations', () => {
	const [resource, ...rest] = properties;
	const dropdowns = rest.filter(({ name }) => name === 'operation');

	it('lists each resource once, and its operations with an action text and a description', () => {
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
