import type { IDataObject } from 'n8n-workflow';

import type { OneOperation } from '../../operation';
import { idField, notFoundPlan, onNotFoundOption, optionsField, simplifyField } from '../fields';
import { simplifyContact } from './model';
import { contactRequest } from './requests';

export const get: OneOperation = {
	kind: 'one',
	reads: true,
	value: 'get',
	name: 'Get',
	action: 'Get a contact',
	description: 'Retrieve a contact in its most recently updated state',
	fields: [idField('Contact', 'contactId'), simplifyField, optionsField([onNotFoundOption])],
	plan(parameters) {
		const id = parameters.id('contactId');
		const simplify = parameters.flag('simplify');
		return {
			request: contactRequest('GET', id),
			shape: ({ body }) => (simplify ? simplifyContact(body as IDataObject) : (body as IDataObject)),
			notFound: notFoundPlan(parameters, { id, found: false }),
		};
	},
};
