/** For every dropdown of every operation, values that it does not have: refused before any request, by name. */
import type { IDataObject, INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { actionBench, wordsOf } from '../../support/action';
import { whereShown } from '../../support/engine';
import { cases } from '../../support/cases';

const bench = actionBench();
jest.setTimeout(cases(30_000, 120_000));

const REQUIRED: IDataObject = {
	contactId: 'contact-000001',
	employeeId: 'employee-000001',
	eventId: 'e',
	operationId: 'o',
	documentationOf: 'latest',
	contactInput: 'id',
	eventType: 'update',
	inputMode: 'json',
	json: { id: 'a', first_name: 'Ada', last_name: 'Lovelace', email: 'a@example.com' },
	filters: {},
	options: {},
};

interface Dropdown {
	label: string;
	legal: unknown[];
	put(value: unknown): IDataObject;
	/** The conditions under which it is shown. */
	shown: IDataObject;
	/** What kind of node shows it. */
	node: Partial<INode>;
}

const choices = (field: INodeProperties): unknown[] =>
	((field.options ?? []) as INodePropertyOptions[]).map(({ value }) => value);

function dropdownsOf(properties: INodeProperties[], resource: string, operation: string): Dropdown[] {
	const fits = ({ displayOptions }: INodeProperties): boolean => {
		const { show = {}, hide = {} } = displayOptions ?? {};
		const has = (list: unknown, value: string): boolean => !list || (list as unknown[]).includes(value);
		return has(show.resource, resource) && has(show.operation, operation) && !hide['@tool'];
	};
	return properties
		.filter((field) => fits(field) && !['resource', 'operation', 'authentication'].includes(field.name))
		.flatMap((field): Dropdown[] => {
			const node = whereShown(field);
			const shown = Object.fromEntries(
				Object.entries(field.displayOptions?.show ?? {})
					.filter(([name]) => !name.startsWith('@') && !name.startsWith('/'))
					.map(([name, values]) => [name, (values as unknown[])[0] as string]),
			);
			if (field.type === 'options') {
				const put = (value: unknown) => ({ [field.name]: value }) as IDataObject;
				return [{ label: field.displayName, legal: choices(field), put, shown, node }];
			}
			if (field.type !== 'collection') return [];
			return ((field.options ?? []) as INodeProperties[])
				.filter(({ type }) => type === 'options')
				.map((inner) => ({
					label: inner.displayName,
					legal: choices(inner),
					put: (value) => ({ [field.name]: { [inner.name]: value } }),
					shown,
					node,
				}));
		});
}

const illegal = ([first = 'x']: unknown[]): unknown[] => {
	const text = String(first);
	return [
		'nope',
		text.toUpperCase(),
		` ${text}`,
		`${text} `,
		'undefined',
		'constructor',
		1,
		true,
		[text],
		{ [text]: 1 },
	];
};

test('ten values that no dropdown has, for each dropdown of each operation', async () => {
	const { properties } = (bench.engine.loader.getNode('contactConsent').type as { description: { properties: INodeProperties[] } }).description; // prettier-ignore
	const resources = choices(
		properties.find(({ name }) => name === 'resource') as INodeProperties,
	) as string[];
	const problems: string[] = [];
	let checked = 0;
	for (const resource of resources) {
		const rows = properties.filter(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource)); // prettier-ignore
		for (const operation of rows.flatMap(choices) as string[]) {
			for (const dropdown of dropdownsOf(properties, resource, operation)) {
				const { label, legal, shown, node } = dropdown;
				for (const value of illegal(legal).filter((one) => !legal.includes(one))) {
					bench.sandbox.log.clear();
					const run = await bench.run(
						{ ...REQUIRED, ...shown, resource, operation, ...dropdown.put(value) },
						{ node },
					);
					const words = wordsOf(run);
					const requests = bench.requests();
					checked += 1;
					if (run.error && words.includes(label) && requests.length === 0) continue;
					problems.push(
						`${resource}.${operation} ${label} = ${JSON.stringify(value)}: ${requests.join()} ${words}`,
					);
				}
			}
		}
	}
	expect(problems).toEqual([]);
	expect(checked).toBeGreaterThan(100);
});
