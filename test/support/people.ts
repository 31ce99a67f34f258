import type { IDataObject } from 'n8n-workflow';

/** A contact for an upload, with all required fields. */
export const contact = (id: string, more: IDataObject = {}): IDataObject & { id: string } => ({
	id,
	first_name: 'Ada',
	last_name: 'Lovelace',
	...more,
});

/** Contacts with the ids `c0`, `c1`, … */
export const contacts = (count: number, idOf = (index: number) => `c${index}`): IDataObject[] =>
	Array.from({ length: count }, (_, index) => contact(idOf(index)));

export const employee = (id: string, more: IDataObject = {}): IDataObject & { id: string } => ({
	id,
	first_name: 'Grace',
	email: 'grace@example.com',
	...more,
});
