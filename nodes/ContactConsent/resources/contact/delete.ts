import type { OneOperation } from '../../operation';
import { idField, notFoundPlan, onNotFoundOption, optionsField } from '../fields';
import { contactRequest } from './requests';

export const del: OneOperation = {
	kind: 'one',
	value: 'delete',
	name: 'Delete',
	action: 'Delete a contact',
	description: 'Delete a contact permanently',
	fields: [idField('Contact', 'contactId'), optionsField([onNotFoundOption])],
	plan(parameters) {
		const id = parameters.id('contactId');
		return {
			request: contactRequest('DELETE', id),
			shape: () => ({ deleted: true, id }),
			notFound: notFoundPlan(parameters, { deleted: false, id }),
		};
	},
};
