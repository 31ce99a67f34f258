/* eslint-disable */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact } from '../support/action';
import { PACKAGE_DIR } from '../support/engine';
import { callsOf, operations, type Call } from './faults/operations';

interface Schema {
	type: 'object';
	properties: Record<string, object>;
	version: number;
}

const bench = actionBench();

/** The file in which n8n finds the preview of an operation's output. */
const schemaOf = (resource: string, operation: string): Schema => {
	const folder = join(PACKAGE_DIR, 'dist', 'nodes', 'ContactConsent', '__schema__', 'v1.0.0');
	const file = join(folder, resource, `${operation}.json`);
	if (!existsSync(file)) throw new Error(`There is no preview of ${resource}: ${operation}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
};

/** A change of a stored record, with one unknown column. */
const changed = (id: string): IDataObject => ({
	inputMode: 'json',
	json: JSON.stringify({ id, position: 'Dean', shoe_size: 39 }),
});
const FULL = contact('c1', {
	company: 'Engines',
	employee_id: 'e1',
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

/** Parameters for the preview, beside those that the operation needs. */
const MORE: Record<string, IDataObject> = {
	'contact.upsert': { ...changed('c1'), fieldsNotSent: 'keep' },
	'contact.update': changed('c1'),
	'employee.upsert': { ...changed('e1'), fieldsNotSent: 'keep' },
	'employee.update': changed('e1'),
	// A filter by consent type would leave out documents.
	'event.getMany': { filters: {} },
	// Employee e1 has a contact, so it cannot be deleted.
	'employee.delete': { employeeId: 'e2' },
};

it.each(operations)('$name outputs exactly the keys of its preview', async (row) => {
	const { name, resource, operation } = row;
	bench.sandbox.seed({
		contacts: [FULL],
		employees: [
			...['e1', 'e2'].map((id) => ({
				...{ id, first_name: 'Grace', last_name: 'Hopper', email: 'g@example.com', city: 'Arlington' },
				...{ phone_number: '+49 30 1', position: 'Admiral', department: 'Navy', tags: ['navy'] },
			})),
		],
		operations: 1,
		events: [
			{ event_id: 'v1', type: 'update', contact_id: 'c1' },
			{ event_id: 'v2', type: 'documentation', contact_id: 'c1' },
		],
	});
	// The last way to call an operation outputs the most.
	const call = callsOf(row).at(-1) as Call;
	const given: IDataObject = { ...call.parameters(bench.sandbox), ...MORE[name] };
	// By default an upload is waited for, which adds keys to its items.
	const { waitUntilFinished, ...others } = (given.options ?? {}) as IDataObject;
	const options =
		waitUntilFinished === undefined ? others : { ...others, waitUntilFinished: true, timeout: 0 };
	const { json, error } = await bench.run({ ...given, options, resource, operation });
	expect(error).toBeUndefined();
	expect(json.length).toBeGreaterThan(0);

	const { version, ...schema } = schemaOf(resource, operation);
	expect(version).toBe(1);
	const validate = new Ajv().compile({ ...schema, additionalProperties: false });
	for (const item of json) expect([validate(item), validate.errors]).toEqual([true, null]);
	const keys = new Set(json.flatMap((item) => Object.keys(item)));
	expect([...keys].sort()).toEqual(Object.keys(schema.properties).sort());
});
