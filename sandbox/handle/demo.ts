/** A small company for the playground and for first steps. */
import type { Seed } from './seed';
import { madeUpContact } from './seed';

const day = 86_400_000;

export function demoSeed(now: number): Seed {
	const employees = [
		{
			id: 'emp-anna',
			first_name: 'Anna',
			last_name: 'Berger',
			email: 'anna.berger@example.com',
			position: 'Sales',
			department: 'North',
			city: 'Hamburg',
		},
		{
			id: 'emp-marco',
			first_name: 'Marco',
			last_name: 'Rossi',
			email: 'marco.rossi@example.com',
			position: 'Sales',
			department: 'South',
			city: 'München',
		},
	];
	const eventTime = (index: number) => new Date(now - (8 - index) * day).toISOString();
	const contacts = Array.from({ length: 12 }, (_, index) => {
		const id = `demo-${String(index + 1).padStart(2, '0')}`;
		const contact = madeUpContact(index, id);
		// Both granted the consent and withdrew it last week.
		if (index === 3 || index === 7) {
			const consents = contact.documentation?.consents ?? [];
			const withdrawal = { type: 'email', granted: false, granted_at: eventTime(index) };
			const before = consents.map((consent) =>
				consent.type === 'email' ? { ...consent, granted: true } : consent,
			);
			contact.documentation = { consents: [...before, { id: `${id}-email-2`, ...withdrawal }] };
		}
		return {
			...contact,
			language: index % 3 === 0 ? 'en' : 'de',
			...(index % 4 !== 3 && { employee_id: employees[index % 2]?.id }),
			data: { source: index % 2 ? 'fair' : 'website' },
		};
	});
	const events = contacts.slice(0, 8).flatMap(({ id }, index) => {
		const event_time = eventTime(index);
		const change = { contact_id: id, event_time, received: index < 4 };
		return [
			{
				...change,
				event_id: `demo-event-${index + 1}`,
				type: index % 2 ? ('confirm' as const) : ('update' as const),
			},
			{ ...change, event_id: `demo-document-${index + 1}`, type: 'documentation' as const },
		];
	});
	return { employees, contacts, events };
}
