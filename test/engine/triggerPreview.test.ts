/* eslint-disable */
/** The preview that n8n shows of the trigger's output before it has run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';

import { contact } from '../support/action';
import { PACKAGE_DIR } from '../support/engine';
import { triggerBench } from '../support/trigger';

const bench = triggerBench();

interface Schema {
	type: string;
	version?: number;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const PREVIEW = join(PACKAGE_DIR, 'dist', 'nodes', 'ContactConsent', '__schema__', 'v1.0.0.json');

/** Forbids keys that the schema does not name, at any depth. */
const closed = ({ type, properties, items }: Schema): object => ({
	type,
	...(items && { items: closed(items) }),
	...(properties && {
		properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, closed(inner)])),
		additionalProperties: false,
	}),
});

const NUMBERS = [{ number: '+49 30 1234567' }];
const SECTION = {
	emails: [{ email: 'a@example.com' }],
	mobile_numbers: NUMBERS,
	phone_numbers: NUMBERS,
	fax_numbers: NUMBERS,
	addresses: [{ street: 'Main Street', house_number: '1', zip_code: '80331', city: 'Munich' }],
};

it("the preview has exactly the keys of the trigger's events", async () => {
	const person = contact('c-1', {
		company: 'Engines',
		birthday: '1815-12-10',
		data: { shoe: '39' },
		section_work: SECTION,
		section_private: SECTION,
		documentation: {
			consents: [{ id: '1', type: 'email', granted: true, granted_at: '2026-01-01T00:00:00Z' }],
		},
	});
	bench.sandbox.seed({
		contacts: [person],
		events: [
			{ type: 'update', contact_id: 'c-1' },
			{ type: 'documentation', contact_id: 'c-1', documentation: 'ready' },
		],
	});
	const items = await bench.active().fetchTestEvent();
	const preview = JSON.parse(readFileSync(PREVIEW, 'utf8')) as Schema;
	expect(preview.version).toBe(1);
	const validate = new Ajv().compile(closed(preview));
	for (const { json } of items) expect([validate(json), validate.errors]).toEqual([true, null]);
	const keys = new Set(items.flatMap(({ json }) => Object.keys(json)));
	expect([...keys].sort()).toEqual(Object.keys(preview.properties ?? {}).sort());
});
