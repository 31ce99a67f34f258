/**
 * A filter that an expression leaves empty would let everybody through. It is refused by its label before any
 * request.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { actionBench, contact, KEY, type Parameters } from '../support/action';
import { TRIGGER_TYPE } from '../support/engine';
import { ActiveTrigger } from '../support/poll';
import { operations } from './faults/operations';

const bench = actionBench();

interface Filter {
	operation: (typeof operations)[number];
	field: INodeProperties;
}

/** All filters of all operations, taken from the node's description. */
const filters: Filter[] = operations.flatMap((operation) =>
	operation.fields
		.filter(({ name }) => name === 'filters')
		.flatMap(({ options = [] }) => (options as INodeProperties[]).map((field) => ({ operation, field }))),
);
const each = filters.map(
	({ operation, field }) => [`${operation.name}: ${field.name}`, operation, field] as const,
);

const parametersOf = ({ resource, operation }: Filter['operation'], given: unknown): Parameters => ({
	resource,
	operation,
	contactId: 'c1',
	returnAll: true,
	filters: given as IDataObject,
});
const seed = () =>
	bench.sandbox.seed({
		contacts: [contact('c1', { documentation: { consents: [{ type: 'newsletter', granted: false }] } })],
	});

it('all operations that list events, uploads or consents have filters', () => {
	expect(new Set(filters.map(({ operation }) => operation.name))).toEqual(
		new Set(['contact.getConsents', 'event.getMany', 'event.getLatest', 'operation.getMany']),
	);
});

describe.each(each)('the filter %s', (_, operation, field) => {
	it.each<readonly [string, string]>([
		['a field that is not there', '={{ $json.missing }}'],
		['null', '={{ null }}'],
		['an empty text', '={{ "" }}'],
		['blanks', '={{ "  " }}'],
		['text around nothing', '={{ $json.missing }} '],
		...(field.type === 'multiOptions' ? [['an empty list', '={{ [] }}'] as const] : []),
		...(field.type === 'multiOptions' ? [['commas alone', '={{ " , " }}'] as const] : []),
	])('is refused by its label if an expression makes it %s', async (_given, expression) => {
		seed();
		const run = await bench.run(parametersOf(operation, { [field.name]: expression }));
		expect(run.error?.message).toContain(`'${field.displayName}'`);
		expect(run.json).toEqual([]);
		expect(bench.requests()).toEqual([]);
	});

	it.each([
		['one that is not set', undefined],
		['one that is empty by hand', field.default],
		[
			'one that an agent leaves out',
			"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('x', ``, 'string', '') }}",
		],
	])('counts as no filter if it is %s', async (_given, value) => {
		seed();
		const run = await bench.run(parametersOf(operation, value === undefined ? {} : { [field.name]: value }));
		expect(run.error).toBeUndefined();
		expect(bench.requests().length).toBeGreaterThan(0);
	});
});

describe('the trigger', () => {
	it.each([
		[{ consentType: '={{ $vars.none }}' }, 'Consent Type'],
		[{ consentType: '={{ "" }}', consentGranted: 'granted' }, 'Consent Type'],
		[{ consentType: 'newsletter', consentGranted: '={{ null }}' }, 'Consent State'],
	])('refuses the filter %j by its label when it is published and at each poll', async (options, name) => {
		const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY };
		const trigger = new ActiveTrigger({
			engine: bench.engine,
			credentials,
			parameters: { filters: options },
		});
		await expect(trigger.publish()).rejects.toThrow(name);
		await expect(trigger.tick()).rejects.toThrow(name);
		expect(bench.requests()).toEqual([]);
	});

	it('starts for all events if no filter is set', async () => {
		expect(bench.engine.nodeTypes.getByNameAndVersion(TRIGGER_TYPE).description.polling).toBe(true);
		const credentials = { baseUrl: bench.sandbox.baseUrl, apiKey: KEY };
		const parameters = { beginWith: 'unreceived', filters: { consentType: '', consentGranted: 'any' } };
		const trigger = new ActiveTrigger({ engine: bench.engine, credentials, parameters });
		await trigger.publish();
		bench.sandbox.seed({ events: 2 });
		await trigger.tick();
		expect(trigger.ids).toHaveLength(2);
	});
});
