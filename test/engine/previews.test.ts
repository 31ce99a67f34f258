/* eslint-disable */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/ContactConsent/resources';
import { actionBench, contact } from '../support/action';
import { PACKAGE_DIR } from '../support/engine';

interface Schema {
	type: 'object';
	properties: Record<string, object>;
	version: number;
}

const bench = actionBench();

/** Where n8n looks for what an operation puts out, before its first run. */
const schemaOf = (resource: string, operation: string): Schema => {
	const folder = join(PACKAGE_DIR, 'dist', 'nodes', 'ContactConsent', '__schema__', 'v1.0.0');
	const file = join(folder, resource, `${operation}.json`);
	if (!existsSync(file)) throw new Error(`There is no preview of ${resource}: ${operation}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
};

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
/** A change of what is there, with a column that nobody knows. */
const changed = (id: string): IDataObject => ({
	inputMode: 'json',
	json: JSON.stringify({ id, position: 'Dean', shoe_size: 39 }),
});
const FULL = contact('c-1', {
	company: 'Engines',
	employee_id: 'e-1',
	section_work: {
		emails: [{ email: 'a@example.com' }],
		mobile_numbers: [{ number: '+49 151 1234567' }],
		phone_numbers: [{ number: '+49 30 1234567' }],
		addresses: [{ city: 'London' }],
	},
	documentation: {
		consents: [
			{
				...{ id: '1', type: 'email', granted: true, granted_at: '2026-01-01T00:00:00Z' },
				...{ granted_ip: '192.0.2.1', granted_agent: 'Browser' },
			},
		],
	},
});

/** Each operation with what its preview promises on a full record. */
const SETTINGS: Record<string, () => IDataObject> = {
	'contact/upsert': () => changed('c-1'),
	'contact/update': () => changed('c-1'),
	'contact/get': () => ({ contactId: 'c-1' }),
	'contact/getConsents': () => ({ contactId: 'c-1' }),
	'contact/setConsent': () => ({ contactId: 'c-1', consentType: 'newsletter' }),
	'contact/delete': () => ({ contactId: 'c-1' }),
	'documentation/download': () => ({ documentationOf: 'event', contactId: 'c-1', eventId: 'ev' }),
	'employee/upsert': () => changed('e-1'),
	'employee/update': () => changed('e-1'),
	'employee/get': () => ({ employeeId: 'e-1' }),
	'employee/delete': () => ({ employeeId: 'e-2' }),
	'event/getMany': () => ({}),
	'event/getLatest': () => ({}),
	'event/trigger': () => ({ contactId: 'c-1' }),
	'health/ping': () => ({}),
	'operation/get': () => ({ operationId: locator(String(bench.sandbox.state().operations[0]?.id)) }),
	'operation/getMany': () => ({}),
	'operation/wait': () => ({ operationId: locator(String(bench.sandbox.state().operations[0]?.id)) }),
};

it('each operation has a row in SETTINGS of this file', () => {
	const operations = resources.flatMap(({ value, operations }) =>
		operations.map((row) => `${value}/${row.value}`),
	);
	expect(operations.sort()).toEqual(Object.keys(SETTINGS).sort());
});

it.each(Object.keys(SETTINGS))(
	'%s puts out what its preview shows: nothing more, nothing less',
	async (name) => {
		const [resource, operation] = name.split('/') as [string, string];
		bench.sandbox.seed({
			contacts: [FULL],
			employees: [
				...['e-1', 'e-2'].map((id) => ({
					...{ id, first_name: 'Grace', last_name: 'Hopper', email: 'g@example.com', city: 'Arlington' },
					...{ phone_number: '+49 30 1', position: 'Admiral', department: 'Navy', tags: ['navy'] },
				})),
			],
			operations: 1,
			events: [
				{ event_id: 'up', type: 'update', contact_id: 'c-1' },
				{ event_id: 'ev', type: 'documentation', contact_id: 'c-1' },
			],
		});
		const { json, error } = await bench.run({ resource, operation, ...SETTINGS[name]?.() });
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);

		const { version, ...schema } = schemaOf(resource, operation);
		expect(version).toBe(1);
		const validate = new Ajv().compile({ ...schema, additionalProperties: false });
		for (const item of json) expect([validate(item), validate.errors]).toEqual([true, null]);
		const keys = new Set(json.flatMap((item) => Object.keys(item)));
		expect([...keys].sort()).toEqual(Object.keys(schema.properties).sort());
	},
);
