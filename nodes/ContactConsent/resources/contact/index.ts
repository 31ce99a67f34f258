import type { Resource } from '../../operation';
import { del } from './delete';
import { get } from './get';
import { getConsents } from './getConsents';
import { setConsent } from './setConsent';
import { update } from './update';
import { upsert } from './upsert';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	operations: [upsert, update, del, get, getConsents, setConsent],
};
