/** The recipe Delete me: nobody is deleted by a mistyped ID, and no mistyped ID keeps anybody out of later lists. */
import { codeNode, type Json } from '../support/code-node';
import { parametersOf, valueOf } from '../support/recipe-expression';
import { recipe } from '../support/recipes';

const { conditions } = parametersOf('delete-me', 'Is It This Person?').conditions as {
	conditions: Array<{ leftValue: string }>;
};
const isPerson = (contact: Json, who: Json): unknown =>
	valueOf(conditions[0]?.leftValue, contact, { first: { Who: { deleted_before: false, ...who } } });

const ADA = { id: 'c-1', first_name: 'Ada', last_name: 'Lovelace' };
const GONE = { id: 'c-1', found: false };

test.each([
	['Ada Lovelace', ADA, true],
	['  ada   LOVELACE ', ADA, true],
	['Ada', ADA, false],
	['Adam Lovelace', ADA, false],
	['', ADA, false],
	['Lovelace', { id: 'c-1', last_name: 'Lovelace' }, true],
	// A contact without a name is shown by its ID.
	['c-1', { id: 'c-1' }, true],
	['', { id: 'c-1' }, false],
])('with the name %j, the contact %j is deleted: %p', (name, contact, wanted) => {
	expect(isPerson(contact, { name })).toBe(wanted);
	// That somebody was deleted before is no reason to delete another person.
	expect(isPerson(contact, { name, deleted_before: true })).toBe(wanted);
});

test('an ID that nobody has is written down only if a person says that it was deleted before', () => {
	expect(isPerson(GONE, { name: 'Ada Lovelace' })).toBe(false);
	expect(isPerson(GONE, { name: 'Ada Lovelace', deleted_before: true })).toBe(true);
});

test('each way in which it stops says what to do, and names no person', () => {
	const { errorMessage } = parametersOf('delete-me', 'Nobody Was Deleted');
	const said = [GONE, ADA].map((contact) => String(valueOf(errorMessage, contact)));
	expect(said).toEqual([
		expect.stringMatching(/^Nobody has this ID.*check the ID.*"deleted_before"/) as unknown,
		expect.stringMatching(
			/^The name in "Who" is not the name of this contact.*Nobody was deleted/,
		) as unknown,
	]);
	expect(said.join()).not.toContain('Ada');
});

test('nothing is deleted before the name was compared', () => {
	const { connections } = recipe('delete-me');
	const before = Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((list, output) =>
			(list ?? []).some(({ node }) => node === 'Delete the Contact') ? [[from, output]] : [],
		),
	);
	expect(before).toEqual([['Is It This Person?', 0]]);
});

test('the result that it writes down keeps the person out of Upload page and CRM sync, and nothing else does', () => {
	const { columns } = parametersOf('delete-me', 'Write It Down') as {
		columns: { value: { result: string } };
	};
	const { result: written } = columns.value;
	const items = { Rows: [{ row_number: 2 }], 'What Would Happen': [{ hashes: [[2, 'hash']] }] };
	const uploaded = (result: string) =>
		codeNode('upload-page', 'Rows Again')([{ contact: 'hash', result }], { items }).length;
	expect([uploaded(written), uploaded('was not there')]).toEqual([0, 1]);
	for (const node of ['Not Deleted', 'Asked to Be Deleted']) {
		const { filters, matchType } = parametersOf('crm-sync-both-ways', node) as {
			filters: { conditions: Json[] };
			matchType: string;
		};
		expect(matchType).toBe('allConditions');
		// "If Row Exists" of n8n knows no other condition than eq, and takes any other one for it.
		expect(filters.conditions.map(({ condition }) => condition)).toEqual(['eq', 'eq']);
		expect(filters.conditions[1]).toMatchObject({ keyName: 'result', keyValue: written });
	}
});
