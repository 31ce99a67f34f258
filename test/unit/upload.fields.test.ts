/** The descriptions of a bulk upload for the editor and for agents. */
import { upsert as contacts } from '../../nodes/ContactConsent/resources/contact/upsert';
import { upsert as employees } from '../../nodes/ContactConsent/resources/employee/upsert';
import { upsertFields } from '../../nodes/ContactConsent/upload/fields';

it('the operation says what it does and what it requires', () => {
	expect(contacts.description).toMatch(/^Create a contact .+ id; a new .+ needs first_name, last_name\. /);
	expect(employees.description).toMatch(/^Create an employee .+ id; a new .+ needs first_name, email\. /);
});

it.each([
	[contacts, 'everything else is erased, also the consents'],
	[employees, 'everything else is erased'],
])('the notice says what Clear erases', ({ fields }, erased) => {
	const [keep, clear] = fields.find(({ name }) => name === 'fieldsNotSent')?.options ?? [];
	expect(keep?.name).toBe('Keep');
	expect(clear).toMatchObject({
		name: 'Clear',
		description: expect.stringMatching(`: ${erased}$`) as string,
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
		'Replace each firm with exactly what is sent, 1000 in one request: everything else is erased',
	);
});
