import type { IDataObject } from 'n8n-workflow';

/** A contact as an upload has it, with what the service requires. */
export const contact = (id: string, more: IDataObject = {}): IDataObject & { id: string } => ({
	id,
	first_name: 'Ada',
	last_name: 'Lovelace',
	...more,
});

/** `count` contacts with ids `c0`, `c1`, … */
export const contacts = (count: number, idOf = (index: number) => `c${index}`): IDataObject[] =>
	Array.from({ length: count }, (_, index) => contact(idOf(index)));

export const employee = (id: string, more: IDataObject = {}): IDataObject & { id: string } => ({
	id,
	first_name: 'Grace',
	email: 'grace@example.com',
	...more,
});
