import type { IDataObject } from 'n8n-workflow';

import { actionBench, contact, factsOf, wordsOf, type Parameters } from '../support/action';

const bench = actionBench();

const ADA = contact('c-1', {
	company: 'Engines',
	employee_id: 'e-1',
	tags: ['a'],
	section_private: { emails: ['home@example.com'], mobile_numbers: [{ original: '0151 1' }] },
	section_work: {
		emails: ['work@example.com'],
		phone_numbers: [{ original: '030 1', international_formatted: '+49 30 1' }],
		addresses: [{ city: 'London' }],
	},
	documentation: {
		consents: [
			{ type: 'email', granted: true },
			{ type: 'email', granted: true },
			{ type: 'phone', granted: false },
		],
	},
});

describe('contact: get', () => {
	const get = { resource: 'contact', operation: 'get', simplify: true };

	it("outputs the service's answer if Simplify is off", async () => {
		bench.sandbox.seed({ contacts: [ADA] });
		const { json } = await bench.run({ ...get, contactId: 'c-1', simplify: false });
		expect(json).toEqual([bench.sandbox.contact('c-1')]);
	});

	it('fails by default if there is no contact, names the ID and says how to go on', async () => {
		const run = await bench.run({ ...get, contactId: 'x' });
		expect(factsOf(run)).toMatchObject({ httpCode: '404', itemIndex: 0 });
		expect(wordsOf(run)).toMatch(/no contact with the ID "x"[\s\S]*On Not Found[\s\S]*Request-Id: /);
	});
});

describe('the ID of a record', () => {
	const FROM_LIST = { __rl: true, mode: 'list', value: 'x-1', cachedResultName: 'Ada' };

	it.each<[string, Parameters[string]]>([
		['chosen from the list', FROM_LIST],
		['typed', { __rl: true, mode: 'id', value: 'x-1' }],
		['an expression', { __rl: true, mode: 'id', value: '={{ $json.who }}' }],
		['plain text of an older workflow', 'x-1'],
		['an expression instead of a locator', '={{ $json.who }}'],
		['an expression that gives a locator', '={{ ({ __rl: true, mode: "id", value: $json.who }) }}'],
	])('is accepted as %s', async (_, contactId) => {
		await bench.run({ resource: 'contact', operation: 'get', contactId }, { items: [{ who: 'x-1' }] });
		expect(bench.requests()).toEqual(['GET /contacts/x-1']);
	});
});

describe('invisible characters and blanks around an ID are not sent:', () => {
	it.each(['\u200bx-1', 'x-1\u00ad', '\u00a0x-1 ', '\ufeffx-1', 'x-1\u2060'])('%j', async (id) => {
		for (const name of ['contact', 'employee', 'operation']) {
			await bench.run({ resource: name, operation: 'get', [`${name}Id`]: id });
		}
		for (const name of ['contact', 'employee']) {
			await bench.run({ resource: name, operation: 'delete', [`${name}Id`]: id });
		}
		const paths = [
			'GET /contacts',
			'GET /employees',
			'GET /operations',
			'DELETE /contacts',
			'DELETE /employees',
		];
		expect(bench.requests()).toEqual(paths.map((path) => `${path}/x-1`));
	});
});

describe('contact: getConsents', () => {
	const getConsents = { resource: 'contact', operation: 'getConsents', contactId: 'c-1' };
	const consents = [
		{ id: '1', type: 'email', granted: true, granted_at: '2026-01-01T00:00:00Z' },
		{ id: '2', type: 'phone', granted: false, granted_ip: '192.0.2.1', granted_agent: 'Browser' },
		{ id: '3', type: 'Email' },
	];
	const who = { contact_id: 'c-1', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
	const items = consents.map((consent) => ({ ...who, ...consent }));
	const serve = (documentation: unknown) => {
		const section = { emails: ['ada@example.com', 'other@example.com'] };
		const body = contact('c-1', { section_private: section, tags: ['a'], documentation } as IDataObject);
		bench.sandbox.faults.clear();
		bench.sandbox.faults.add({ path: '/contacts/c-1', status: 200, body, times: Infinity });
	};

	beforeEach(() => serve({ consents }));

	it.each(['true', 1, 'yes'])('%j grants nothing, and is no yes in the output either', async (granted) => {
		serve({ consents: [{ type: 'email', granted }] });
		const run = await bench.run(getConsents);
		expect(run.json).toMatchObject([{ type: 'email', granted: false }]);
	});

	it.each<[filters: IDataObject, expected: number[]]>([
		[{}, [0, 1, 2]],
		...['email', 'Email', ' e-mail ', 'E_MAIL', 'e mail'].map((type): [IDataObject, number[]] => [
			{ type },
			[0, 2],
		]),
		[{ type: 'mail' }, []],
		[{ granted: 'withdrawn' }, [1, 2]],
		[{ granted: 'withdrawn', type: 'email' }, [2]],
		// Another spelling of the type is withdrawn.
		[{ granted: 'granted', type: 'email' }, []],
	])('outputs one item per consent, in the order of the service: %j', async (filters, expected) => {
		const run = await bench.run({ ...getConsents, filters });
		expect(run.error).toBeUndefined();
		expect(run.json).toEqual(expected.map((at) => items[at]));
		expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(expected.map(() => ({ item: 0 })));
	});

	it('warns of a filter that looks like several types and finds nothing, and of no other', async () => {
		const hintsOf = async (type: string) => {
			const { json, hints } = await bench.run({ ...getConsents, filters: { type } });
			return [json.length, hints.map(({ message, type: kind }) => `${kind}: ${message}`).join()];
		};
		expect(await hintsOf('email, phone')).toEqual([
			0,
			expect.stringMatching(/^warning: .*"email, phone".*one type/),
		]);
		expect(await hintsOf('post')).toEqual([0, 'info: The contact has no such consent.']);
		serve({ consents: [{ type: 'email, phone', granted: true }] });
		expect(await hintsOf('Email, phone')).toEqual([1, 'info: email, phone granted.']);
	});

	it.each([undefined, { consents: null }])(
		'outputs no item for a contact without consents: %j',
		async (documentation) => {
			serve(documentation);
			const run = await bench.run(getConsents);
			expect([run.error, run.json]).toEqual([undefined, []]);
			expect(run.hints).toMatchObject([{ type: 'info', message: 'The contact has no consents.' }]);
		},
	);

	it('says the answer first: in the order of the keys, and in words for one contact', async () => {
		const run = await bench.run({ ...getConsents, filters: {} });
		expect(Object.keys(run.json[0] ?? {}).slice(0, 4)).toEqual([
			'contact_id',
			'type',
			'granted',
			'granted_at',
		]);
		expect(run.hints).toMatchObject([
			{ type: 'info', message: 'email granted 2026-01-01, phone withdrawn, Email withdrawn.' },
		]);
		expect((await bench.run(getConsents, { items: [{}, {}] })).hints).toEqual([]);
	});

	it('leaves out absent fields of a contact without name and e-mail', async () => {
		const body = { id: 'c-1', documentation: { consents: [{ type: 'email' }] } };
		bench.sandbox.faults.clear();
		bench.sandbox.faults.add({ path: '/contacts/c-1', status: 200, body });
		expect((await bench.run(getConsents)).json).toEqual([{ contact_id: 'c-1', type: 'email' }]);
	});

	describe('with several consents of one type', () => {
		const entries: IDataObject[] = [
			{ id: 'a', type: 'email', granted: false, granted_at: '2026-03-01T00:00:00Z' },
			{ id: 'b', type: 'phone', granted: true, granted_at: '2026-01-01T00:00:00+02:00' },
			{ id: 'c', type: 'email', granted: true, granted_at: '2026-02-01T00:00:00Z' },
			{ id: 'd', type: 'email', granted: true },
			{ id: 'e', granted: true },
			{ id: 'f', type: '', granted: false },
			{ id: 'g', type: 'phone', granted: false, granted_at: '2025-12-31T22:00:00.000Z' },
		];
		const idsFor = async (filters: IDataObject, includeOlder: boolean) => {
			serve({ consents: entries });
			const { json } = await bench.run({ ...getConsents, filters, options: { includeOlder } });
			return json.map(({ id }) => id as string).join('');
		};

		it.each([
			[{}, 'aefg'],
			[{ granted: 'withdrawn' }, 'afg'],
			[{ type: 'email' }, 'a'],
		])(
			'outputs the newest of each type (the last one at equal times), and all without a type: %j',
			async (filters, ids) => {
				expect(await idsFor(filters, false)).toBe(ids);
			},
		);

		it.each([
			[{}, 'abcdefg'],
			[{ type: 'email', granted: 'granted' }, 'cd'],
		])('with Include Older Consents filters each consent by itself: %j', async (filters, ids) => {
			expect(await idsFor(filters, true)).toBe(ids);
		});
	});
});

it.each([
	['contact', 'get', 'contactId', { id: 'x', found: false }],
	['contact', 'getConsents', 'contactId', { contact_id: 'x', found: false }],
	['employee', 'get', 'employeeId', { id: 'x', found: false }],
])(
	'%s with On Not Found "%s" reports a missing record as an item or not at all',
	async (resource, operation, parameter, item) => {
		for (const onNotFound of ['empty', 'skip']) {
			const run = await bench.run({ resource, operation, [parameter]: 'x', options: { onNotFound } });
			expect([run.error, run.json]).toEqual([undefined, onNotFound === 'empty' ? [item] : []]);
		}
	},
);

it.each([
	['contact', 'get', 'contactId'],
	['contact', 'delete', 'contactId'],
	['contact', 'setConsent', 'contactId'],
	['employee', 'get', 'employeeId'],
])(
	'%s %s: a name in the place of an ID is said to be none, with where the ID is',
	async (resource, operation, parameter) => {
		const given = { resource, operation, consentType: 'news', consentState: 'withdrawn' };
		for (const [id, isName] of [
			['Lena Fischer', true],
			['Lena', true],
			['M-2001', false],
			['lena@example.org', false],
		] as const) {
			const run = await bench.run({ ...given, [parameter]: { mode: 'id', value: id } });
			expect(/A name is no ID: .*'From List'/.test(wordsOf(run))).toBe(isName);
			if (resource === 'employee') expect(wordsOf(run)).not.toContain('Find a person');
		}
	},
);

it('deleting an employee who has contacts is refused with that reason, whatever On Not Found says', async () => {
	const employee = { id: 'e-1', first_name: 'Grace', email: 'grace@example.com' };
	bench.sandbox.seed({ employees: [employee], contacts: [contact('c', { employee_id: 'e-1' })] });
	const parameters = { resource: 'employee', operation: 'delete', employeeId: 'e-1' };
	const run = await bench.run({ ...parameters, options: { onNotFound: 'skip' } });
	expect(factsOf(run)).toMatchObject({ httpCode: '403', message: 'The employee "e-1" cannot be deleted' });
	expect(wordsOf(run)).toMatch(/still assigned[\s\S]*employee_id/);
	expect(bench.sandbox.employee('e-1')).toBeDefined();
});
