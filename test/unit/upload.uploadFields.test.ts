/** The descriptions of a bulk upload for the editor and for agents. */
import type { Field } from '../../nodes/ContactConsent/parameters/field';
import { upsert as contacts } from '../../nodes/ContactConsent/operations/contact/upsert';
import { upsert as employees } from '../../nodes/ContactConsent/operations/employee/upsert';
import { updateFields, upsertFields } from '../../nodes/ContactConsent/upload/uploadFields';

it('the operation says what it does and what it requires', () => {
	expect(contacts.description).toMatch(/^Create contacts, .+ needs ID, First Name and Last Name\.$/);
	expect(employees.description).toMatch(/^Create employees, .+ needs ID, First Name and Email\.$/);
});

it.each([
	[contacts, ' Everything else is erased, also the consents.'],
	[employees, ' Everything else is erased.'],
])('the notice says what Clear erases', ({ fields }, erased) => {
	const [keep, clear] = fields.find(({ name }) => name === 'fieldsNotSent')?.options ?? [];
	expect(keep?.name).toBe('Keep');
	expect(clear).toMatchObject({
		name: 'Clear',
		description: expect.stringContaining(erased) as string,
	});
	const notice = fields.find(({ name }) => name === 'clearNotice');
	expect(notice?.displayName).toMatch(
		/^Each (contact|employee) becomes exactly what is sent: everything else /,
	);
	expect(notice?.displayName.includes('consents')).toBe(erased.includes('consents'));
	expect(notice?.displayOptions).toEqual({ show: { fieldsNotSent: ['clear'] } });
});

it('the notice for other records names nothing that they do not have', () => {
	const words = { columnsDescription: '', usualColumns: [] };
	const [, notSent] = upsertFields({ one: 'firm', many: 'firms', number: 'number' }, words).settingFields;
	expect(notSent.options[1].description).toBe(
		'Replace each firm with exactly what is sent. Everything else is erased.',
	);
});

const NOUN = { one: 'firm', many: 'firms', number: 'firm number' };
const WORDS = { columnsDescription: 'Its columns.', usualColumns: ['id', 'name'] };

describe.each([
	['Create or Update', upsertFields(NOUN, WORDS)],
	['Update', updateFields(NOUN, WORDS)],
])('of %s', (_what, { fields, settingFields, itemFields }) => {
	const all: readonly Field[] = fields;
	const fieldOf = (name: string) => all.find((field) => field.name === name);

	it.each([
		[false, 'autoMapInputData', true],
		[true, 'defineBelow', false],
	])(
		'columns are mapped automatically, unless an AI agent fills them in (%s)',
		(isTool, mappingMode, may) => {
			const [field] = all.filter(
				({ name, displayOptions }) => name === 'columns' && displayOptions?.show?.['@tool']?.[0] === isTool,
			);
			expect(field?.displayOptions).toEqual({ show: { '@tool': [isTool], inputMode: ['map'] } });
			expect(field?.default).toEqual({ mappingMode, value: null });
			expect(field?.typeOptions?.resourceMapper).toMatchObject({ supportAutoMap: may });
		},
	);

	it('JSON is shown for its input mode', () => {
		const { displayOptions, default: initial } = fieldOf('json') ?? {};
		expect(displayOptions).toEqual({ show: { inputMode: ['json'] } });
		expect(initial).toBe('={{ $json }}');
	});

	it('the input mode can be chosen, and is the one of columns at first', () => {
		const { options, default: initial } = fieldOf('inputMode') ?? {};
		expect(options).toMatchObject([{ value: 'map' }, { value: 'json' }]);
		expect(initial).toBe('map');
	});

	it('columns and JSON are required, and an agent learns the usual columns', () => {
		expect([fieldOf('columns')?.required, fieldOf('json')?.required]).toEqual([true, true]);
		expect(JSON.stringify(fieldOf('columns'))).toContain('such as id, name');
	});

	it('a field is either read once or for each item, and no expression decides about all items', () => {
		const names = (some: readonly Field[]) => some.map(({ name }) => name);
		expect(names(itemFields)).toEqual(['columns', 'columns', 'json']);
		expect([...names(settingFields), ...names(itemFields)].sort()).toEqual(names(all).sort());
		const chosen = all.filter(({ type }) => ['options', 'resourceMapper'].includes(type));
		expect(chosen.map(({ noDataExpression }) => noDataExpression)).toEqual(chosen.map(() => true));
	});
});

it('Update maps only columns that are chosen, and always keeps the fields that are not sent', () => {
	const [create, update] = [upsertFields(NOUN, WORDS), updateFields(NOUN, WORDS)];
	const mapperOf = ({ itemFields }: typeof create | typeof update) =>
		itemFields[0].typeOptions.resourceMapper;
	expect(mapperOf(create)).toMatchObject({ resourceMapperMethod: 'firmColumns', mode: 'add' });
	expect(mapperOf(update)).toMatchObject({ resourceMapperMethod: 'firmUpdateColumns', mode: 'map' });
	for (const one of [create, update]) {
		expect(mapperOf(one)).toMatchObject({ supportAutoMap: true, addAllFields: false, multiKeyMatch: false });
	}
	const fieldOf = (of: readonly Field[], name: string) => of.find((field) => field.name === name);
	expect(fieldOf(create.fields, 'fieldsNotSent')).toMatchObject({
		default: 'keep',
		options: [{ value: 'keep' }, { value: 'clear' }],
	});
	expect(fieldOf(create.fields, 'clearNotice')?.type).toBe('notice');
	expect(update.fields.filter(({ name }: Field) => /fieldsNotSent|clearNotice/.test(name))).toEqual([]);
});
