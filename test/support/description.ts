/** The nodes and credentials as n8n's editor sees them. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ContactConsentApi } from '../../credentials/ContactConsentApi.credentials';
import { ContactConsent } from '../../nodes/ContactConsent/ContactConsent.node';
import { ContactConsentTrigger } from '../../nodes/ContactConsent/ContactConsentTrigger.node';
import { innerOf } from './inner-fields';

export const action = new ContactConsent();
export const trigger = new ContactConsentTrigger();
export const credentials = new ContactConsentApi();

/** All properties at any depth. */
export const deep = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...deep(innerOf(field))]);

/** The properties of both nodes and of the credentials. */
export const everything = deep([
	...action.description.properties,
	...trigger.description.properties,
	...credentials.properties,
]);

export const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	options as INodePropertyOptions[];
